package org.gmt4j.bench.job;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtMain;
import org.gmt4j.cli.profile.ProfileFolder;

/**
 * A job of its own, launched by this process as a user would, and its result. One thread starts it and awaits its end;
 * any thread may {@link #end} it.
 */
public final class ChildJob {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(180);
    /** The longest time in which a launcher ends its nodes. */
    private static final long GRACE_SECONDS = 8;
    /** The variables by which this process is a node of a job. */
    private static final List<String> IDENTITY = List.of(ReservedVariables.NODE_ID, "GMT_NODES", ReservedVariables.SEED,
        ReservedVariables.LAUNCH, ReservedVariables.JOB_KEY, ReservedVariables.AERON_DIR, ReservedVariables.CDS_RECORD,
        ProfileFolder.VARIABLE);
    private static final int LONGEST_WORDS = 600;

    private final Process process;
    private final Path output;
    private final Path words;
    private final long startNs = System.nanoTime();

    private ChildJob(final Process process, final Path output, final Path words) {
        this.process = process;
        this.output = output;
        this.words = words;
    }

    /**
     * How a job ended.
     *
     * @param exitCode   of the process; {@link ExitCode#RUN_FAILED} when it was ended because of the limit
     * @param isTimedOut has it not ended within the limit?
     * @param words      the last thing that it said with a code, or else the last thing that it said; "" for nothing
     * @param seconds    from its start to its end
     * @param result     its result; empty unless the exit code is 0 or 3, and without rates where it is 3
     */
    public record Outcome(int exitCode, boolean isTimedOut, String words, double seconds, Map<String, Object> result) {
    }

    /**
     * Runs {@code gmt} with these arguments and {@code --format json}, for three minutes at most.
     *
     * @return the result
     * @throws CliException GMT-253 when the job fails, with its last words
     */
    public static Map<String, Object> run(final List<String> arguments) throws IOException, InterruptedException {
        return run(arguments, USUAL_LIMIT);
    }

    /** The same for a longest time. */
    public static Map<String, Object> run(final List<String> arguments, final Duration limit) throws IOException,
        InterruptedException {
        final Outcome outcome = start(arguments).await(limit);
        if (outcome.isTimedOut()) {
            throw failed(arguments, "it has not ended within " + limit.toSeconds() + " s");
        }
        if (outcome.exitCode() != ExitCode.OK) {
            throw failed(arguments, "it ended with " + outcome.exitCode() + ", last words: "
                + (outcome.words().isEmpty() ? "none" : outcome.words()));
        }
        return outcome.result();
    }

    /** Starts {@code gmt} with these arguments and {@code --format json}; {@link #await} must follow. */
    public static ChildJob start(final List<String> arguments) throws IOException {
        final Path output = Files.createTempFile("gmt-job", ".json");
        try {
            final Path words = Files.createTempFile("gmt-job", ".txt");
            try {
                return new ChildJob(begin(arguments, output, words), output, words);
            } catch (final IOException | RuntimeException e) {
                Files.deleteIfExists(words);
                throw e;
            }
        } catch (final IOException | RuntimeException e) {
            Files.deleteIfExists(output);
            throw e;
        }
    }

    private static Process begin(final List<String> arguments, final Path output, final Path words)
        throws IOException {
        final List<String> command = command();
        command.addAll(arguments);
        command.addAll(List.of("--format", "json", "-o", output.toString()));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(words.toFile()).redirectInput(new File("/dev/null"));
        IDENTITY.forEach(builder.environment()::remove);
        return builder.start();
    }

    /**
     * Waits for the end; beyond the limit the job is ended. Nothing is left of it afterwards.
     *
     * @throws IOException when a job that ended well has left no result that can be read
     */
    public Outcome await(final Duration limit) throws IOException, InterruptedException {
        try {
            final boolean hasEnded = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
            end();
            final double seconds = (System.nanoTime() - startNs) / 1e9;
            final int code = hasEnded ? process.exitValue() : ExitCode.RUN_FAILED;
            return new Outcome(code, !hasEnded, last(words), seconds, result(code));
        } finally {
            end();
            Files.deleteIfExists(output);
            Files.deleteIfExists(words);
        }
    }

    private Map<String, Object> result(final int code) throws IOException {
        if (code == ExitCode.OK) {
            return JsonMaps.read(Files.readString(output));
        }
        final String text = code == ExitCode.VERIFICATION_FAILED ? Files.readString(output) : "";
        return text.isBlank() ? Map.of() : JsonMaps.read(text);
    }

    /** @return its process, which launches the nodes */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** Ends it and its nodes, if they have not ended. Any thread. */
    public void end() {
        if (!process.isAlive()) {
            return;
        }
        final List<ProcessHandle> nodes = process.descendants().toList();
        process.destroy();                       // SIGTERM: the launcher takes its nodes along
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        nodes.forEach(ProcessHandle::destroyForcibly);
    }

    private static List<String> command() {
        final List<String> command =
            new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmx256m", "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData", "-Dco.paralleluniverse.fibers.disableAgentWarning=true"));
        final Environment environment = Environment.ofProcess();
        final int jdk = Runtime.version().feature();
        if (!environment.namesCollector()) {
            command.add("-XX:+UseSerialGC");
        }
        // that of nodes: it has most classes of a launcher, and of a series of jobs each has one
        command.addAll(environment.classArchive(jdk));
        if (jdk >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        System.getProperties().stringPropertyNames().stream().filter(name -> name.startsWith("gmt.")).sorted()
            .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), GmtMain.class.getName()));
        return command;
    }

    private static String last(final Path words) throws IOException {
        final List<String> lines = new String(Files.readAllBytes(words), StandardCharsets.UTF_8).lines()
            .map(String::strip).filter(line -> !line.isEmpty()).toList();
        final List<String> coded = lines.stream().filter(line -> line.startsWith("GMT-")).toList();
        final List<String> candidates = coded.isEmpty() ? lines : coded;
        final String last = candidates.isEmpty() ? "" : candidates.get(candidates.size() - 1);
        return last.length() <= LONGEST_WORDS ? last : last.substring(0, LONGEST_WORDS) + " ...";
    }

    private static CliException failed(final List<String> arguments, final String why) {
        return CliException.failed("GMT-253", "the job 'gmt " + String.join(" ", arguments) + "' failed: " + why
            + ". Use fewer nodes, or run that job by itself to see its whole output.", null);
    }
}
