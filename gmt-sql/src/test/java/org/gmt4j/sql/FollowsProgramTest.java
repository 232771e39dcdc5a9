package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The five lines that the library promises: shown by the page, compiled, and run as they are. */
@Timeout(240)
class FollowsProgramTest {
    private static final Path SOURCE = Path.of("src/test/java/org/gmt4j/sql/FollowsProgram.java");
    private static final Path PAGE = Path.of("../docs/tables.md");

    @TempDir
    private Path folder;

    @Test
    void shouldRunInAFolderWithItsFiles() throws Exception {
        Files.createDirectory(folder.resolve("follows"));
        for (int part = 0; part < 3; part++) {
            SqlTest.sql("jdbc:duckdb:", "copy (select i as \"from\", 1000 as \"to\", 1.5 as weight from range("
                + 10 * part + ", " + (10 * part + 10) + ") r(i)) to '" + folder.resolve("follows/" + part + ".parquet")
                + "' (format parquet)");
        }
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("--add-") || argument.startsWith("-javaagent")
                || argument.startsWith("--enable-native")).forEach(command::add);
        command.addAll(List.of("-cp", Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)), FollowsProgram.class.getName()));
        final Path out = folder.resolve("out");
        final Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
            .redirectOutput(out.toFile()).start();
        try {
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), () -> "still running: " + process.info());
            final String text = Files.readString(out);
            assertEquals(0, process.exitValue(), text);
            assertFalse(text.contains("GMT-76"), text);            // no thread that runs tasks was blocked
            assertTrue(text.contains("iteration 1 of at most 100, ranks changed by"), text);
            assertTrue(text.contains("\n1000 0."), text);
        } finally {
            process.destroyForcibly();
        }
        try (GmtCluster cluster = GmtCluster.local(1); Graph ranks = Graph.load(cluster,
            Edges.sql("select vertex, 1 from '" + folder.resolve("ranks.parquet") + "' where rank < 0.5"))) {
            assertEquals(31, ranks.listedEdges());
        }
    }

    @Test
    void shouldBeWhatThePageShows() throws Exception {
        final String page = Files.readString(PAGE);
        final List<String> lines = Files.readAllLines(SOURCE);
        final int first = lines.indexOf("    public static void main(final String[] args) {") + 1;
        final StringBuilder program = new StringBuilder();
        for (int i = first; !lines.get(i).equals("    }"); i++) {
            program.append(lines.get(i).substring(8)).append('\n');
        }
        assertTrue(page.contains("```java\n" + program), "not on the page:\n" + program);
    }
}
