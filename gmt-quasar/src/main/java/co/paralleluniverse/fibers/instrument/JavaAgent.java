package co.paralleluniverse.fibers.instrument;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.fibers.Undisturbed;
import org.gmt4j.quasar.GivesWay;
import org.gmt4j.quasar.Progress;
import org.gmt4j.quasar.check.ClassNodes;

/**
 * The agent: does at class loading the work of the build step, for programs that are built without it. Replaces
 * Quasar's class of the same name.
 *
 * <p>Examines only classes that name something of ours or of the fibers (no other can wait), and those from the same
 * jar or folder as such a class of a program, whose loops give way. So it neither slows the loading of libraries nor
 * fails on them. Prints nothing: a class that cannot be instrumented is reported, with the reason, when it waits
 * (GMT-215); with the argument {@code v}, as in Quasar, also when it is loaded. Opens the parts of the JDK that the
 * runtime needs, so no other flag is necessary.
 */
public final class JavaAgent {
    /**
     * Classes that work while a lock is held, and those that they name: another thread that loads one of them must not
     * wait for the lock.
     */
    private static final List<String> OWN = List.of("co/paralleluniverse/", "org/gmt4j/quasar/check/",
        name(Progress.class), name(GivesWay.class), name(Undisturbed.class));
    private static volatile boolean isActive;

    private JavaAgent() {
    }

    public static void premain(final String argument, final Instrumentation instrumentation) {
        isActive = true;
        OpenedInternals.to(instrumentation, ClassLoader.getSystemClassLoader().getUnnamedModule());
        instrumentation.addTransformer(new Transformer(instrumentation, argument != null && argument.contains("v")),
            false);
    }

    public static void agentmain(final String argument, final Instrumentation instrumentation) {
        premain(argument, instrumentation);
    }

    private static String name(final Class<?> type) {
        return type.getName().replace('.', '/');
    }

    public static boolean isActive() {
        return isActive;
    }

    /** Any thread that loads a class. */
    private static final class Transformer implements ClassFileTransformer {
        private final LoaderInstrumentors instrumentors;
        private final ProgramSources program = new ProgramSources();
        private final Instrumentation instrumentation;
        private final boolean isVerbose;

        Transformer(final Instrumentation instrumentation, final boolean isVerbose) {
            this.instrumentation = instrumentation;
            this.isVerbose = isVerbose;
            instrumentors = new LoaderInstrumentors(new Log() {
                @Override
                public void log(final LogLevel level, final String message, final Object... arguments) {
                    say(level + ": " + String.format(message, arguments));
                }

                @Override
                public void error(final String message, final Throwable cause) {
                    say(message + ": " + cause);
                }
            });
        }

        @Override
        public byte[] transform(final Module module, final ClassLoader loader, final String name,
                                final Class<?> redefined, final ProtectionDomain domain, final byte[] classFile) {
            if (loader != null && OpenedInternals.USER.equals(name)) {
                // not on the class path: a module, a class loader of an application server, of Spark ...
                OpenedInternals.to(instrumentation, module);
                return null;
            }
            return transform(loader, name, redefined, domain, classFile);
        }

        @Override
        public byte[] transform(final ClassLoader loader, final String name, final Class<?> redefined,
                                final ProtectionDomain domain, final byte[] classFile) {
            if (loader == null || name == null || OWN.stream().anyMatch(name::startsWith)
                || !instrumentors.isOfInterest(name)) {
                return null;
            }
            final boolean concerns = ClassStep.concerns(classFile);
            final boolean isProgram = program.hold(name, domain, concerns);
            if (!concerns && !isProgram) {
                return null;
            }
            final Map<String, String> failures = new ConcurrentHashMap<>();
            try {
                final byte[] after = instrument(loader, classFile, isProgram, failures);
                failures.forEach((method, reason) -> say(method + ": " + reason));
                return after;
            } catch (final Exception | LinkageError e) {
                say(name + ": " + e);
                return null;
            }
        }

        /** What an instrumentor knows of classes is guarded by itself: several threads load those of a loader. */
        private byte[] instrument(final ClassLoader loader, final byte[] classFile, final boolean isProgram,
                                  final Map<String, String> failures) throws IOException {
            final QuasarInstrumentor instrumentor = instrumentors.of(loader);
            synchronized (instrumentor) {
                final ClassStep step = new ClassStep(instrumentor, failures);
                final ClassNodes classes = new ClassNodes(loader);
                return isProgram ? step.instrumentProgram(loader, classes, classFile)
                    : step.instrument(loader, classes, classFile);
            }
        }

        private void say(final String line) {
            if (isVerbose) {
                System.err.println("[gmt-quasar] " + line);
            }
        }
    }
}
