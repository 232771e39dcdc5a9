package org.gmt4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.ClassArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Examples on nodes that are processes, started as their headers say. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
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
        final String small = run("TreeSearch", "-n", "2", "--format", "json", "--", "4");
        assertTrue(small.contains("\"verified\": null"), "nothing was compared: " + small);
        final Path text = Files.writeString(folder.resolve("text"), "to be or not to be\n");
        final String words = run("WordCount", "-n", "2", "--", text.toString());
        assertTrue(words.startsWith("Count[key=be, count=2]\nCount[key=to, count=2]\n"), words);
    }

    @Test
    void shouldWriteTheRankedTable() throws Exception {
        final String file = folder.resolve("social.duckdb").toString();
        makeUsers(file, "(1, 'Ada'), (2, 'Grace')", "(1, 2)");
        assertTrue(run("RankedUsers", "-n", "2", "--", file).startsWith("0.649123 Grace\n0.350877 Ada\n"));
    }

    static void makeUsers(final String file, final String users, final String follows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
             Statement statement = connection.createStatement()) {
            statement.execute("create or replace table users as select * from (values " + users + ") u(id, name)");
            statement.execute("create or replace table follows as select * from (values " + follows
                + ") f(follower, followed)");
        }
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
        builder.environment().put("GMT_JAVA_OPTS", "-XX:TieredStopAtLevel=1");      // a node lives for a second
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
