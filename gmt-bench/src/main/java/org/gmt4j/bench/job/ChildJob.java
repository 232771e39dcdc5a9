package org.gmt4j.bench.job;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.GmtMain;

/** A job of its own, launched by this process as a user would, and its result. Any thread. */
public final class ChildJob {
    private static final long LIMIT_SECONDS = 180;
    /** What tells this process which node of which job it is. */
    private static final List<String> IDENTITY = List.of(ReservedVariables.NODE_ID, "GMT_NODES", ReservedVariables.SEED, ReservedVariables.LAUNCH,
        ReservedVariables.JOB_KEY, ReservedVariables.AERON_DIR, ReservedVariables.CDS_RECORD);

    private ChildJob() {
    }

    /**
     * Runs {@code gmt} with these arguments and {@code --format json}.
     *
     * @return the result
     * @throws CliException GMT-253 when the job fails, with its last words
     */
    public static Map<String, Object> run(final List<String> arguments) throws IOException, InterruptedException {
        final Path output = Files.createTempFile("gmt-job", ".json");
        final Path words = Files.createTempFile("gmt-job", ".txt");
        Process process = null;
        try {
            final List<String> command = command();
            command.addAll(arguments);
            command.addAll(List.of("--format", "json", "-o", output.toString()));
            final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(words.toFile())
                .redirectInput(new File("/dev/null"));
            IDENTITY.forEach(builder.environment()::remove);
            process = builder.start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw failed(arguments, "it has not ended within " + LIMIT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw failed(arguments, "it ended with " + process.exitValue() + ", last words: " + last(words));
            }
            return JsonMaps.read(Files.readString(output));
        } finally {
            if (process != null) {
                process.destroy();                   // SIGTERM: the launcher takes its nodes along
            }
            Files.deleteIfExists(output);
            Files.deleteIfExists(words);
        }
    }

    private static List<String> command() {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmx256m", "-XX:-UsePerfData",
            "-Dco.paralleluniverse.fibers.disableAgentWarning=true"));
        if (Runtime.version().feature() >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), GmtMain.class.getName()));
        return command;
    }

    private static String last(final Path words) throws IOException {
        final List<String> lines = Files.readAllLines(words, StandardCharsets.UTF_8);
        return lines.isEmpty() ? "none" : lines.get(lines.size() - 1);
    }

    private static CliException failed(final List<String> arguments, final String why) {
        return CliException.failed("GMT-253", "the job 'gmt " + String.join(" ", arguments) + "' failed: " + why
            + ". Take fewer nodes, or run it by itself to see all it says.", null);
    }
}
