package co.paralleluniverse.fibers.instrument;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.gmt4j.quasar.check.ClassNodes;

/**
 * The build step: instruments class files where they are. Set-up; one thread.
 *
 * <p>Unlike Quasar's own step it looks at all files before it gives up, and says of each method that cannot wait, or
 * that would lose updates of other tasks, why and what to write instead. A class file is written only if it changed.
 *
 * <p>Loops of a program's classes give way while they compute, see {@link org.gmt4j.quasar.Progress}.
 */
public final class ClassFileStep {
    private final QuasarInstrumentor instrumentor = new QuasarInstrumentor(true);
    private final Map<String, String> failures = new TreeMap<>();
    private final ClassStep step = new ClassStep(instrumentor, failures);
    private boolean isProgram = true;

    /** @param log gets warnings, and with {@code isVerbose} what is done */
    public ClassFileStep(final boolean isVerbose, final Consumer<String> log) {
        instrumentor.setVerbose(isVerbose);
        instrumentor.setLog(new Log() {
            @Override
            public void log(final LogLevel level, final String message, final Object... arguments) {
                log.accept(level + ": " + String.format(message, arguments));
            }

            @Override
            public void error(final String message, final Throwable cause) {
                // thrown as well, and then reported with all others
            }
        });
    }

    /** Whether the classes are a program's, whose loops give way (the default), or the engine's. Returns itself. */
    ClassFileStep program(final boolean isOfProgram) {
        isProgram = isOfProgram;
        return this;
    }

    QuasarInstrumentor instrumentor() {
        return instrumentor;
    }

    /**
     * Instruments the class files.
     *
     * @param loader finds every class that these files name
     * @return how many files were changed
     * @throws UninstrumentableException if there are methods that cannot wait or that lose updates; the other classes
     *                                   are instrumented nevertheless
     */
    public int instrument(final ClassLoader loader, final Collection<Path> classFiles) throws IOException {
        final ClassNodes classes = new ClassNodes(loader);
        int changed = 0;
        for (final Path file : classFiles) {
            final byte[] before = Files.readAllBytes(file);
            final byte[] after = isProgram ? step.instrumentProgram(loader, classes, before)
                : step.instrument(loader, classes, before);
            if (after != null) {
                Files.write(file, after);
                changed++;
            }
        }
        if (!failures.isEmpty()) {
            throw new UninstrumentableException(failures);
        }
        return changed;
    }

    /**
     * Why a class that waits was not instrumented, as far as its class file tells: a line for each method that forbids
     * it; empty if nothing does. Nothing is changed.
     */
    public static String refusals(final ClassLoader loader, final byte[] classFile) {
        final ClassFileStep step = new ClassFileStep(false, line -> { });
        try {
            step.step.instrument(loader, new ClassNodes(loader), classFile);
        } catch (final IOException | RuntimeException e) {
            return "";
        }
        final StringBuilder lines = new StringBuilder();
        step.failures.forEach((method, reason) -> lines.append(lines.length() == 0 ? "" : "; ").append(method)
            .append(": ").append(reason));
        return lines.toString();
    }
}
