package org.gmt4j.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gmt4j.ClassArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shell as a process, with lines from standard input and from a file. */
@Timeout(240)
class ShellTest {
    private static final String PROMPT = "jshell> ";
    private static final String LINES = """
        println("nodes " + cluster.nodeCount())
        long sum = cluster.call(ctx -> ctx.sum(1000, (i, c) -> i))
        println("sum " + sum)
        GlobalLongArray a = cluster.call(ctx -> GlobalLongArray.allocate(ctx, 1000))
        cluster.run(ctx -> ctx.parFor(1000, 1, (i, c) -> { a.put(c, i, i); a.add(c, i, i); }))
        long next(TaskContext c, long i) throws SuspendExecution { long v = a.get(c, i); return v + 1; }
        long all = cluster.call(ctx -> ctx.sum(1000, 10, (i, c) -> next(c, i)))
        println("all " + all)
        List<Long> owned = cluster.call(ctx -> ctx.callOnAll(c -> a.isLocal(400L * c.nodeId()) ? 1L : 0L))
        println("owned " + owned)
        record Pair(int x, int y) { int sum() { return x + y; } }
        int pair = cluster.call(ctx -> { Pair p = new Pair(3, 4); return ctx.callOnAll(c -> p.sum()).get(1); })
        println("pair " + pair)
        Graph graph = Graph.load(cluster, Edges.of(new long[] {1, 2, 7}, new long[] {2, 3, 8}).undirected())
        println("groups " + graph.components().run().count())
        GlobalMatrix m = cluster.call(ctx -> GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4)))
        cluster.run(ctx -> m.fill(ctx, 2))
        println("dot " + cluster.call(ctx -> MatrixMath.dot(ctx, m, m)))
        int zero = 0
        cluster.run(ctx -> ctx.parFor(3, (i, c) -> { long x = i / zero; }))
        println("still there")
        """;

    @TempDir
    private Path folder;
    private final List<String> options = new ArrayList<>();
    private String out;
    private String err;

    @Test
    void shouldRunLinesOfStandardInput() throws Exception {
        assertEquals(1, shell(LINES, "-n", "3"), "one line throws");
        assertEquals("nodes 3\nsum 499500\nall 1000000\nowned [1, 1, 1]\npair 7\ngroups 2\ndot 64.0\nstill there\n",
            out.replace("\r", ""), err);
        assertTrue(err.contains("ArithmeticException") && err.contains("/ by zero"), err);
        assertFalse(err.contains("org.gmt4j.engine") || err.contains("co.paralleluniverse"), err);
        assertTrue(err.lines().count() < 10, err);
    }

    /** A value has the number that the page shows: lines that are not typed print no values, so it is asked for. */
    @Test
    void shouldNumberValuesAsThePageDoes() throws Exception {
        final StringBuilder lines = new StringBuilder();
        final StringBuilder asked = new StringBuilder();
        final StringBuilder values = new StringBuilder();
        final String page = Files.readString(Path.of("../docs/commands.md"));
        final int begin = page.indexOf(PROMPT);
        for (final String line : page.substring(begin, page.indexOf("```", begin)).split("\n")) {
            if (line.startsWith(PROMPT)) {
                lines.append(line.substring(PROMPT.length())).append('\n');
            } else {
                asked.append("println(").append(line, 0, line.indexOf(' ')).append(")\n");
                values.append(line.substring(line.indexOf("> ") + 2)).append('\n');
            }
        }
        assertEquals(0, shell(lines.toString() + asked), () -> err);
        assertEquals("499500\n570\n", values.toString());
        assertEquals(values.toString(), out.replace("\r", ""), err);
    }

    @Test
    void shouldRunAFileAndEndWithItsCode() throws Exception {
        final Path file = Files.writeString(folder.resolve("lines.jsh"),
            "println(cluster.nodeCount())\nlong wrong = \"text\"\n/exit 7\n");
        assertEquals(7, shell("println(1)", file.toString()));
        assertEquals("2\n", out);
        assertTrue(err.contains("incompatible types"), err);
        try (Stream<Path> left = Files.list(Files.createDirectories(folder.resolve("tmp")))) {
            assertEquals(List.of(), left.filter(path -> path.toString().endsWith(".jsh")).toList());
        }
    }

    @Test
    void shouldLeaveNoFileWhereALineEndsTheJvm() throws Exception {
        assertEquals(3, shell("System.exit(3)\n"), () -> err);
        try (Stream<Path> left = Files.list(Files.createDirectories(folder.resolve("tmp")))) {
            assertEquals(List.of(), left.filter(path -> path.toString().endsWith(".jsh")).toList());
        }
    }

    /** The other lines are run, as JShell does; whatever the language of its messages. */
    @Test
    void shouldEndWithACodeWhereALineDoesNotCompile() throws Exception {
        options.add("-Duser.language=ja");
        final Path file = Files.writeString(folder.resolve("wrong.jsh"), "long wrong = \"text\"\nprintln(2)\n");
        assertEquals(1, shell("", file.toString()), err);
        assertEquals("2\n", out);
    }

    @Test
    void shouldEndWithACodeWhereAMethodIsMissing() throws Exception {
        assertEquals(1, shell("void f() { g(); }\nf()\nprintln(2)\n"), err);
        assertEquals("2\n", out);
    }

    @Test
    void shouldNotFailForWarningsOrWhatLinesPrint() throws Exception {
        assertEquals(0, shell("List raw = new ArrayList()\nraw.add(1)\nSystem.err.println(\"Error:\")\n"
            + "try { throw new Error(); } catch (Error e) { println(2); }\n"), err);
        assertEquals("2\n", out);
        assertTrue(err.contains("Warning:"), err);
    }

    @Test
    void shouldRefuseWhatItCannotDo() throws Exception {
        assertEquals(2, shell("", "-n", "0"));
        assertTrue(err.startsWith("GMT-100 "), err);
        assertEquals(2, shell("", folder.resolve("none").toString()));
        assertTrue(err.startsWith("GMT-396 "), err);
        assertEquals(2, shell("", folder.toString()));
        assertTrue(err.startsWith("GMT-396 "), err);
    }

    private int shell(final String input, final String... arguments) throws IOException, InterruptedException {
        final Path temporary = Files.createDirectories(folder.resolve("tmp"));
        final List<String> command = new ArrayList<>(ClassArchive.java(
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmx512m", "-Djava.io.tmpdir=" + temporary,
            "-Dslf4j.internal.verbosity=ERROR"));
        command.addAll(options);
        command.addAll(List.of("org.gmt4j.cli.GmtMain", "shell"));
        command.addAll(List.of(arguments));
        final Path output = Files.createTempFile(folder, "out", "");
        final Path errors = Files.createTempFile(folder, "err", "");
        final ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(output.toFile())
            .redirectInput(Files.writeString(Files.createTempFile(folder, "in", ""), input).toFile())
            .redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("GMT_.*|.*JAVA_.*OPTIONS"));
        final Process process = builder.start();
        try {
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), "still running");
            return process.exitValue();
        } finally {
            process.destroyForcibly();
            out = Files.readString(output);
            err = Files.readString(errors);
        }
    }
}
