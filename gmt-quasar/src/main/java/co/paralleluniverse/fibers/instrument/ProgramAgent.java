package co.paralleluniverse.fibers.instrument;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.quasar.AgentWords;
import org.gmt4j.quasar.check.ClassNodes;

/**
 * The agent of programs that a launcher starts. Instruments the program's own classes as they are loaded, by the build
 * step's rules and with its messages, and does not change those of Java and of the runtime. Classes that the build has
 * instrumented stay as they are. Any thread.
 *
 * <p>Unlike the build step it permits methods that both block and wait: a program's main code often does so, outside of
 * tasks. A method that cannot wait is reported once, on node 0; if it waits in a task nevertheless, the runtime refuses
 * that.
 *
 * <p>The argument is the number of the first entries of {@code java.class.path} that are the runtime's.
 */
public final class ProgramAgent implements ClassFileTransformer {
    /** A jar that others lie in, as those of Spring Boot: jar:nested:/program.jar/!BOOT-INF/classes/!/ */
    private static final Pattern OUTER = Pattern.compile("jar:(?:nested|file):(.*?)/?!.*");
    private static volatile boolean isActive;

    private final Set<Path> foreign = new HashSet<>();
    /** Whether classes of a place are the program's; asked for each class that is loaded. */
    private final Map<String, Boolean> places = new ConcurrentHashMap<>();
    private final QuasarInstrumentor instrumentor = new ClassFileStep(false, warning -> { }).instrumentor();
    private final Map<String, String> failures = new TreeMap<>();
    private final ClassStep step = new ClassStep(instrumentor, failures);
    private final ProgramSources program = new ProgramSources();
    private final Consumer<String> log;

    ProgramAgent(final Iterable<String> runtime, final Consumer<String> log) {
        runtime.forEach(entry -> foreign.add(Path.of(entry).toAbsolutePath().normalize()));
        this.log = log;
        instrumentor.setAllowBlocking(true);
    }

    /** Called by Java before main. */
    public static void premain(final String argument, final Instrumentation instrumentation) {
        isActive = true;
        final String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
        // all nodes load the same classes
        final boolean speaks = "0".equals(System.getenv().getOrDefault("GMT_NODE_ID", "0"));
        instrumentation.addTransformer(new ProgramAgent(Arrays.asList(entries).subList(0, Integer.parseInt(argument)),
            speaks ? System.err::println : line -> { }));
    }

    public static boolean isActive() {
        return isActive;
    }

    @Override
    public byte[] transform(final ClassLoader loader, final String name, final Class<?> redefined,
                            final ProtectionDomain domain, final byte[] bytes) {
        if (loader == null || name == null || domain == null || !isOfProgram(domain.getCodeSource())) {
            return null;
        }
        final boolean concerns = ClassStep.concerns(bytes);
        final boolean isProgram = program.hold(name, domain, concerns);
        if (!concerns && !isProgram) {
            return null;
        }
        synchronized (step) {
            try {
                final ClassNodes classes = new ClassNodes(loader);
                final byte[] after = isProgram ? step.instrumentProgram(loader, classes, bytes)
                    : step.instrument(loader, classes, bytes);
                note();
                return after;
            } catch (final IOException | RuntimeException e) {
                log.accept(AgentWords.cannotBeInstrumented(name.replace('/', '.'), e));
                return null;
            }
        }
    }

    private boolean isOfProgram(final CodeSource source) {
        if (source == null || source.getLocation() == null) {
            return false;
        }
        final URL location = source.getLocation();
        final String place = location.toExternalForm();
        final Boolean known = places.get(place);
        if (known != null) {
            return known;
        }
        final boolean found = isOfProgram(location, place);
        places.put(place, found);
        return found;
    }

    private boolean isOfProgram(final URL location, final String name) {
        final Matcher nested = OUTER.matcher(name);
        try {
            final URI place = nested.matches() ? new URI("file:" + nested.group(1)) : location.toURI();
            return "file".equals(place.getScheme()) && !foreign.contains(Path.of(place).toAbsolutePath().normalize());
        } catch (final URISyntaxException | IllegalArgumentException e) {
            return false;
        }
    }

    private void note() {
        failures.forEach((method, why) -> log.accept(AgentWords.cannotWait(method, why)));
        failures.clear();
    }
}
