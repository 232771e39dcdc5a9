package org.gmt4j.cli.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gmt4j.ClassArchive;
import org.gmt4j.cli.GmtMain;

/** Commands of {@code gmt} and of plain Java as processes of their own, each bounded. Owned by one test. */
final class GmtProcess implements AutoCloseable {
    /** Longer than anything takes on a busy machine. */
    private static final long LIMIT_S = 240;

    private final Path folder;
    private final List<Process> started = new ArrayList<>();

    /** @param folder the working folder; jobs are in a folder of it */
    GmtProcess(final Path folder) {
        this.folder = folder;
    }

    /** How a command has ended. */
    record Ended(int code, String out, String err) {
        @Override
        public String toString() {
            return "exit " + code + "\n" + out + "\n" + err;
        }
    }

    /** A process that runs. */
    record Running(Process process, Path out, Path err) {
        Ended now() throws IOException {
            return new Ended(process.isAlive() ? -1 : process.exitValue(), Files.readString(out),
                Files.readString(err));
        }

        Ended await() throws Exception {
            final boolean hasEnded = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            final Ended ended = now();
            assertTrue(hasEnded, () -> "still running: " + ended);
            return ended;
        }
    }

    /** Runs {@code gmt} to its end, which must leave nothing behind. */
    Ended run(final List<String> arguments, final String input) throws Exception {
        final List<String> words = new ArrayList<>(List.of("-Xmx128m", "-XX:+UseSerialGC", "-cp",
            UserProgram.CLASS_PATH, GmtMain.class.getName()));
        words.addAll(arguments);
        final Ended ended = start(Map.of(), words, input).await();
        assertNothingLeft(ended);
        return ended;
    }

    void assertNothingLeft(final Ended ended) throws IOException {
        try (Stream<Path> left = Files.list(folder.resolve("jobs"))) {
            assertEquals(List.of(), left.toList(), ended::toString);
        }
    }

    /** Starts Java with these flags and words, and with the JDK opened to the runtime. */
    Running start(final Map<String, String> variables, final List<String> words, final String input)
        throws IOException {
        final List<String> all = new ArrayList<>(List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1"));
        all.addAll(ClassArchive.flags());
        all.addAll(words);
        return startPlain(variables, all, input);
    }

    /** Starts Java with these flags and words, and nothing else. */
    Running startPlain(final Map<String, String> variables, final List<String> words, final String input)
        throws IOException {
        final Path in = Files.writeString(Files.createTempFile(folder, "in", ""), input);
        final Path out = Files.createTempFile(folder, "out", "");
        final Path err = Files.createTempFile(folder, "err", "");
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString()));
        command.addAll(words);
        final ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectInput(in.toFile())
            .redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("GMT_.*|.*JAVA_.*OPTIONS"));
        builder.environment().put("GMT_AERON_DIR", Files.createDirectories(folder.resolve("jobs")).toString());
        // most of the work of nodes that live for a second is to compile themselves
        builder.environment().put("GMT_COMPILER", "quick");
        ClassArchive.addTo(builder.environment());
        // a JVM may take half a minute to start on a machine that is far too busy
        builder.environment().put("GMT_JOIN_TIMEOUT", "150s");
        builder.environment().putAll(variables);
        final Process process = builder.start();
        started.add(process);
        return new Running(process, out, err);
    }

    @Override
    public void close() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }
}
