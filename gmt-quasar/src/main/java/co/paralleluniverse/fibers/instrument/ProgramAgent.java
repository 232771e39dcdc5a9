package co.paralleluniverse.fibers.instrument;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.gmt4j.quasar.check.ClassNodes;

/**
 * The agent of programs that a launcher starts: instruments the program's own classes as they are loaded, by the build step's own rules and
 * with its words, and leaves Java's and the runtime's alone. Classes that the build has instrumented stay as they are. Any thread.
 *
 * <p>The argument is how many of the first entries of {@code java.class.path} are the runtime's.
 */
public final class ProgramAgent implements ClassFileTransformer {
    private static final TreeMap<String, String> REFUSALS = new TreeMap<>();     // guarded by itself

    private final Set<Path> foreign = new HashSet<>();
    private final Map<String, String> failures = new TreeMap<>();
    private final ClassStep step = new ClassStep(new ClassFileStep(false, warning -> { }).instrumentor(), failures);
    private final Consumer<String> log;

    ProgramAgent(final Iterable<String> runtime, final Consumer<String> log) {
        runtime.forEach(entry -> foreign.add(Path.of(entry).toAbsolutePath().normalize()));
        this.log = log;
    }

    /** Called by Java before main. */
    public static void premain(final String argument, final Instrumentation instrumentation) {
        final String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
        instrumentation.addTransformer(new ProgramAgent(Arrays.asList(entries).subList(0, Integer.parseInt(argument)), System.err::println));
    }

    /** Methods that cannot wait although they say so, and why; of the classes loaded until now. */
    public static TreeMap<String, String> refusals() {
        synchronized (REFUSALS) {
            return new TreeMap<>(REFUSALS);
        }
    }

    @Override
    public byte[] transform(final ClassLoader loader, final String name, final Class<?> redefined, final ProtectionDomain domain, final byte[] bytes) {
        if (loader == null || name == null || domain == null || !ClassStep.concerns(bytes) || !isOfProgram(domain.getCodeSource())) {
            return null;
        }
        synchronized (step) {
            try {
                final byte[] after = step.instrument(loader, new ClassNodes(loader), bytes);
                note();
                return after;
            } catch (final IOException | RuntimeException e) {
                log.accept("GMT-788 " + name.replace('/', '.') + " cannot be instrumented for fibers (" + e + "). What waits in it will be refused.");
                return null;
            }
        }
    }

    private boolean isOfProgram(final CodeSource source) {
        if (source == null || source.getLocation() == null || !source.getLocation().getProtocol().equals("file")) {
            return false;
        }
        try {
            return !foreign.contains(Path.of(source.getLocation().toURI()).toAbsolutePath().normalize());
        } catch (final URISyntaxException | IllegalArgumentException e) {
            return false;
        }
    }

    private void note() {
        failures.forEach((method, why) -> {
            synchronized (REFUSALS) {
                if (REFUSALS.putIfAbsent(method, why) == null) {
                    log.accept("GMT-788 " + method + " cannot wait: " + why + ".");
                }
            }
        });
        failures.clear();
    }
}
