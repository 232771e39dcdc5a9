package org.gmt4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.ClassArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Examples on nodes that are processes, started as their headers say. */
@Timeout(240)
class ProcessesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldAnswerFriendsOnThreeProcesses() throws Exception {
        final String out = run("Friends", "-n", "3", "--", "20000");
        assertTrue(out.contains("farthest from 442079460000: 442079530000 10000; groups [442079460000 20000, -1 2]"),
            out);
    }

    @Test
    void shouldCountTheTreeAndWordsOnTwoProcesses() throws Exception {
        final String tree = run("TreeSearch", "-n", "2");
        assertTrue(tree.contains("4130071 vertices"), tree);
        final Path text = Files.writeString(folder.resolve("text"), "to be or not to be\n");
        final String words = run("WordCount", "-n", "2", "--", text.toString());
        assertTrue(words.startsWith("Count[key=be, count=2]\nCount[key=to, count=2]\n"), words);
    }

    @Test
    void shouldWriteTheRankedTable() throws Exception {
        final Path users = Files.writeString(folder.resolve("users.csv"), "id,name\n1,Ada\n2,Grace\n");
        final Path follows = Files.writeString(folder.resolve("follows.csv"), "follower,followed\n1,2\n");
        final Path ranked = folder.resolve("ranked.csv");
        run("RankedUsers", "-n", "2", "--", users.toString(), follows.toString(), ranked.toString());
        assertEquals(List.of("rank,id,name", "0.649123,2,Grace", "0.350877,1,Ada"), Files.readAllLines(ranked));
    }

    /** What an example prints; it must end with 0 and verify its answer where it does. */
    private String run(final String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(ClassArchive.java("--add-opens=java.base/jdk.internal.misc="
            + "ALL-UNNAMED", "-Xmx128m"));
        command.addAll(List.of("org.gmt4j.cli.GmtMain", "run", "--classes",
            Path.of("target/classes").toAbsolutePath().toString(), "--join-timeout", "150s"));
        command.addAll(List.of(arguments));
        final Path out = Files.createTempFile(folder, "out", "");
        final Path err = Files.createTempFile(folder, "err", "");
        final ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile())
            .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("GMT_.*|.*JAVA_.*OPTIONS"));
        builder.environment().put("GMT_AERON_DIR", Files.createDirectories(folder.resolve("jobs")).toString());
        ClassArchive.addTo(builder.environment());
        final Process process = builder.start();
        try {
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), () -> "still running: " + process.info());
            assertEquals(0, process.exitValue(), Files.readString(out) + Files.readString(err));
            return Files.readString(out);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
