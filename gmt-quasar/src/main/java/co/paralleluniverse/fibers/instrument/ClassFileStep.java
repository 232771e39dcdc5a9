package co.paralleluniverse.fibers.instrument;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.gmt4j.quasar.check.ClassNodes;

/**
 * The build step: instruments class files in place. Set-up; one thread.
 *
 * <p>Unlike Quasar's own step it examines all files before it fails. For each method that cannot wait, or that would
 * lose updates of other tasks, it reports the reason and the remedy. A class file is written only if it changed.
 *
 * <p>Loops of a program's classes give way while they compute, see {@link org.gmt4j.quasar.Progress}.
 */
public final class ClassFileStep {
    private final QuasarInstrumentor instrumentor = new QuasarInstrumentor(true);
    private final Map<String, String> failures = new TreeMap<>();
    private final ClassStep step = new ClassStep(instrumentor, failures);
    private boolean isProgram = true;

    /** @param log receives warnings, and with {@code isVerbose} a line for each change */
    public ClassFileStep(final boolean isVerbose, final Consumer<String> log) {
        instrumentor.setVerbose(isVerbose);
        instrumentor.setLog(new Log() {
            @Override
            public void log(final LogLevel level, final String message, final Object... arguments) {
                log.accept(level + ": " + String.format(message, arguments));
            }

            @Override
            public void error(final String message, final Throwable cause) {
                // also thrown, and then reported with all others
            }
        });
    }

    /** Sets whether the classes are a program's, whose loops give way (the default), or the engine's. Returns this. */
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
     * @param loader finds every class named in these files
     * @return number of changed files
     * @throws UninstrumentableException when methods cannot wait or lose updates; the other classes are instrumented
     *                                   nevertheless
     * @throws IOException               when a file cannot be read or written, or is no class file that is understood
     */
    public int instrument(final ClassLoader loader, final Collection<Path> classFiles) throws IOException {
        final ClassNodes classes = new ClassNodes(loader);
        int changed = 0;
        for (final Path file : classFiles) {
            final byte[] after = instrumented(loader, classes, file);
            if (after != null) {
                replace(file, after);
                changed++;
            }
        }
        if (!failures.isEmpty()) {
            throw new UninstrumentableException(failures);
        }
        return changed;
    }

    private byte[] instrumented(final ClassLoader loader, final ClassNodes classes, final Path file)
        throws IOException {
        final byte[] before = Files.readAllBytes(file);
        try {
            return isProgram ? step.instrumentProgram(loader, classes, before)
                : step.instrument(loader, classes, before);
        } catch (final RuntimeException e) {
            throw new IOException(file + " cannot be read as a class file: " + e, e);
        }
    }

    /** An interrupted build leaves the old file or the new one, and not half of it. */
    private static void replace(final Path file, final byte[] content) throws IOException {
        final Path beside = file.resolveSibling(".instrumented.tmp");
        Files.write(beside, content);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Returns the reasons for which a class that waits was not instrumented, as far as its class file tells: a line for
     * each method; empty if there are none. By the rules of the agent where there is one. Nothing is changed.
     */
    public static String refusals(final ClassLoader loader, final byte[] classFile) {
        final ClassFileStep step = new ClassFileStep(false, line -> { });
        step.instrumentor.setAllowBlocking(JavaAgent.isActive() || ProgramAgent.isActive());
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
