package org.gmt4j.cli.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.program.GmtProcess.Ended;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody's jar, made by plain javac, through the launcher: as processes and in one, however it ends. */
@Timeout(400)
class ProgramLaunchTest {
    private static final String SOURCE = """
        package user;
        import java.util.Arrays;
        import org.gmt4j.GmtCluster;
        import org.gmt4j.GmtResult;
        import org.gmt4j.GlobalLongArray;
        public class Sums {
            public static void main(String[] args) throws Throwable {
                String mode = args.length == 0 ? "" : args[0];
                System.out.println("args " + Arrays.toString(args));
                int code = mode.startsWith("exit") && args.length > 1 ? Integer.parseInt(args[1]) : 7;
                if (mode.equals("exit before")) System.exit(code);
                if (mode.equals("throw before")) throw new IllegalStateException("before, as asked");
                if (mode.equals("throw bare")) throw new Throwable("bare, as asked");
                if (mode.equals("throw circle")) {
                    Throwable a = new Throwable("circle, as asked");
                    throw a.initCause(new Throwable("closing it", a));
                }
                if (mode.equals("alone")) return;
                if (mode.equals("absent") && "1".equals(System.getenv("GMT_NODE_ID"))) return;
                try (GmtCluster cluster = GmtCluster.connect()) {
                    long sum = cluster.call(ctx -> {
                        GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                        ctx.parFor(1000, 10, (low, high, c) -> {
                            for (long i = low; i < high; i++) {
                                long before = a.get(c, 999 - i);            // waits: the class must be instrumented
                                a.addNb(c, i, i + 0 * before);
                            }
                        });
                        long total = 0;
                        for (int i = 0; i < 1000; i++) {
                            long v = a.get(ctx, i);
                            total += v;
                        }
                        return total;
                    });
                    System.out.println("sum " + sum + " nodes " + cluster.nodeCount());
                    GmtResult.value("sum", sum);
                    GmtResult.value("word", "a \\"quoted\\" word");
                    GmtResult.value("energy", -1.116714325178);
                    GmtResult.value("share", 0.75f);
                    GmtResult.rate("sums", "sums/s", 1.5, 2.5);
                    GmtResult.seconds(0.25);
                    GmtResult.verified(sum == 499_500 && !mode.equals("wrong"));
                    if (mode.equals("read")) System.out.println("read " + new String(System.in.readAllBytes()).strip());
                    if (mode.equals("exit")) System.exit(code);
                    if (mode.equals("throw")) throw new IllegalStateException("within, as asked");
                    if (mode.equals("throw in task")) cluster.run(ctx -> ctx.executeOnAll(c -> fail(c.nodeId())));
                    if (mode.equals("fill")) cluster.run(ctx -> ctx.executeOnAll(c -> fill(c.nodeId())));
                    if (mode.equals("result elsewhere")) cluster.run(ctx -> ctx.executeOnAll(c -> \
        GmtResult.value("node", c.nodeId())));
                    if (mode.equals("twice")) GmtCluster.connect();
                }
                System.out.println("after");
                if (mode.equals("exit after")) System.exit(0);
            }
            static void fail(int node) {
                if (node == 1) throw new IllegalArgumentException("in a task, as asked");
            }
            static void fill(int node) {
                java.util.List<long[]> all = new java.util.ArrayList<>();
                while (node == 1) all.add(new long[1 << 20]);
            }
        }
        """;
    private static final String CANNOT_WAIT = """
        package user;
        import org.gmt4j.GmtCluster;
        import org.gmt4j.GlobalLongArray;
        import org.gmt4j.TaskContext;
        public class Locked {
            static synchronized long read(GlobalLongArray a, TaskContext c) throws org.gmt4j.fibers.SuspendExecution {
                return a.get(c, 0);
            }
            public static void main(String[] args) {
                try (GmtCluster cluster = GmtCluster.connect()) {
                    cluster.run(ctx -> read(GlobalLongArray.allocate(ctx, 1), ctx));
                }
            }
        }
        """;
    @TempDir
    private static Path shared;
    private static Path classes;
    private static Path jar;
    @TempDir
    private Path folder;
    private GmtProcess launcher;

    @BeforeAll
    static void compile() throws IOException {
        classes = UserProgram.compile(shared.resolve("plain"), Map.of("user.Sums", SOURCE));
        jar = UserProgram.jar(shared.resolve("a folder/su ms.jar"), classes, "user.Sums", "");
    }

    @BeforeEach
    void prepare() {
        launcher = new GmtProcess(folder);
    }

    @AfterEach
    void endWhatIsLeft() {
        launcher.close();
    }

    private Ended gmt(final String... arguments) throws Exception {
        return launcher.run(List.of(arguments), "");
    }

    private static void assertCount(final int count, final String text, final Ended ended) {
        assertEquals(count, ended.toString().split(java.util.regex.Pattern.quote(text), -1).length - 1,
            () -> text + " in " + ended);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 1", "-n 2", "-n 3", "-n 3 --in-process", "-n 2 --in-process --transport ipc"})
    void shouldRunUninstrumentedJar(final String shape) throws Exception {
        final List<String> arguments = new ArrayList<>(List.of("run", "--jar", jar.toString(), "--format", "json",
            "-o", "result.json"));
        arguments.addAll(List.of(shape.split(" ")));
        arguments.addAll(List.of("--", "a b", "c\"d'e", "", "--nodes=9", "-x", "@file", "$HOME"));
        final Ended ended = gmt(arguments.toArray(String[]::new));
        assertEquals(ExitCode.OK, ended.code(), ended::toString);
        final int nodes = Integer.parseInt(shape.split(" ")[1]);
        assertEquals("args [a b, c\"d'e, , --nodes=9, -x, @file, $HOME]\nsum 499500 nodes " + nodes + "\nafter\n",
            ended.out());
        assertFalse(ended.err().contains("WARN") || ended.err().contains("ERROR") || ended.err().contains("\tat "),
            ended::toString);
        final String result = Files.readString(folder.resolve("result.json"));
        assertTrue(result.contains("\"app\": \"Sums\""), result);
        assertTrue(result.contains("\"nodes\": " + nodes), result);
        assertTrue(result.contains("\"verified\": true"), result);
        assertTrue(result.replaceAll("\\s+", " ")
            .contains("\"values\": { \"sum\": 499500, \"word\": \"a \\\"quoted\\\" word\","
                + " \"energy\": -1.116714325178, \"share\": 0.75 }"), result);
        assertTrue(result.contains("\"unit\": \"sums/s\""), result);
        assertTrue(result.replaceAll("\\s+", " ").contains("\"samples\": [ 1.5, 2.5 ]"), result);
        assertTrue(result.replaceAll("\\s+", " ").contains("\"trials\": [ { \"seconds\": 0.25 } ]"), result);
        assertTrue(result.contains("\"node\": " + (nodes - 1)), result);
    }

    @Test
    void shouldRunInstrumentedJarAndFolderOfClasses() throws Exception {
        final Path instrumented = UserProgram.compile(folder.resolve("instrumented"), Map.of("user.Sums", SOURCE));
        UserProgram.instrument(instrumented);
        final Ended ended = gmt("run", "--jar", UserProgram.jar(folder.resolve("i.jar"), instrumented, "", "")
            .toString(), "Sums");
        assertEquals(ExitCode.OK, ended.code(), ended::toString);
        assertTrue(ended.out().contains("sum 499500 nodes 2"), ended::toString);
        assertTrue(ended.err().contains(" verified"), ended::toString);
        final Ended again = gmt("run", "-n", "1", "--classes", classes.toString());
        assertEquals(ExitCode.OK, again.code(), again::toString);
        assertTrue(again.out().contains("sum 499500 nodes 1"), again::toString);
    }

    @Test
    void shouldLeaveStandardOutputToJson() throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "--format", "json", "--", "exit after");
        assertEquals(ExitCode.OK, ended.code(), ended::toString);
        assertTrue(ended.out().startsWith("{") && ended.out().endsWith("}\n"), ended::toString);
        assertTrue(ended.err().contains("\nafter\n"), ended::toString);
        assertFalse(ended.out().contains("after"), ended::toString);
    }

    @Test
    void shouldEndWithThreeWhenTheProgramSaysThatItIsWrong() throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "--", "wrong");
        assertEquals(ExitCode.VERIFICATION_FAILED, ended.code(), ended::toString);
        assertTrue(ended.err().contains("GMT-140 verification of Sums failed"), ended::toString);
        assertFalse(ended.err().contains("sums/s"), ended::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit before", "exit"})
    void shouldEndAsTheProgramExits(final String mode) throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "-n", "3", "--", mode);
        assertEquals(7, ended.code(), ended::toString);
        assertFalse(ended.err().contains("GMT-"), ended::toString);
        final Ended inOne = gmt("run", "--jar", jar.toString(), "--in-process", "--", mode);
        assertEquals(7, inOne.code(), inOne::toString);
        assertFalse(inOne.err().contains("GMT-"), inOne::toString);
    }

    /** Codes that processes have which signals have killed. */
    @ParameterizedTest
    @CsvSource({"-n 2, exit before, -1", "-n 2, exit, 142", "--in-process, exit, 137"})
    void shouldEndWithCodesThatLookLikeSignals(final String shape, final String mode, final int code)
        throws Exception {
        final List<String> arguments = new ArrayList<>(List.of("run", "--jar", jar.toString()));
        arguments.addAll(List.of(shape.split(" ")));
        arguments.addAll(List.of("--", mode, "" + code));
        final Ended ended = gmt(arguments.toArray(String[]::new));
        assertEquals(code & 255, ended.code(), ended::toString);
        assertFalse(ended.err().contains("GMT-"), ended::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw before", "throw"})
    void shouldShowWhereTheProgramFailedOnce(final String mode) throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "-n", "3", "--", mode);
        assertEquals(ExitCode.RUN_FAILED, ended.code(), ended::toString);
        assertCount(1, "GMT-790 the program user.Sums failed: java.lang.IllegalStateException: ", ended);
        assertCount(1, "\tat user.Sums.main(Sums.java:", ended);
        assertCount(1, "GMT-", ended);
        assertFalse(ended.err().contains("reflect"), ended::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw bare", "throw circle"})
    void shouldShowWhateverTheProgramThrows(final String mode) throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "-n", "1", "--", mode);
        assertEquals(ExitCode.RUN_FAILED, ended.code(), ended::toString);
        assertCount(1, "GMT-790 the program user.Sums failed: java.lang.Throwable: " + mode.substring(6)
            + ", as asked\n\tat user.Sums.main(Sums.java:", ended);
        assertFalse(ended.err().contains("reflect"), ended::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 2", "-n 2 --in-process"})
    void shouldNameTheNodeWhereATaskFailed(final String shape) throws Exception {
        final List<String> arguments = new ArrayList<>(List.of("run", "--jar", jar.toString()));
        arguments.addAll(List.of(shape.split(" ")));
        arguments.addAll(List.of("--", "throw in task"));
        final Ended ended = gmt(arguments.toArray(String[]::new));
        assertEquals(ExitCode.RUN_FAILED, ended.code(), ended::toString);
        assertTrue(ended.err().contains("in a task, as asked"), ended::toString);
        assertTrue(ended.err().contains("node 1"), ended::toString);
        assertFalse(ended.out().contains("after"), ended::toString);
    }

    @Test
    void shouldSayThatANodeHasRunOutOfHeap() throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "-n", "2", "--", "fill");
        assertEquals(ExitCode.RUN_FAILED, ended.code(), ended::toString);
        assertTrue(ended.err().contains("node 1 failed: its process ran out of Java heap (OutOfMemoryError); give each "
            + "node more with GMT_HEAP"), ended::toString);
    }

    @Test
    void shouldSayThatNobodyHasConnected() throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "-n", "3", "--", "alone");
        assertEquals(ExitCode.RUN_FAILED, ended.code(), ended::toString);
        assertCount(1, "GMT-786 user.Sums has ended without GmtCluster.connect(), so there was no job: "
            + "it has run 3 times", ended);
        assertCount(1, "GMT-", ended);
    }

    @Test
    void shouldNameTheNodeThatHasNotConnected() throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "--", "absent");
        assertEquals(ExitCode.RUN_FAILED, ended.code(), ended::toString);
        assertCount(1, "GMT-791 the program has ended on node 1 before GmtCluster.connect()", ended);
    }

    @Test
    void shouldRefuseASecondConnection() throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "--in-process", "--", "twice");
        assertEquals(ExitCode.RUN_FAILED, ended.code(), ended::toString);
        assertCount(1, "GMT-787 GmtCluster.connect() is called a second time", ended);
    }

    @Test
    void shouldRefuseResultsThatNobodyWouldRead() throws Exception {
        final Ended ended = gmt("run", "--jar", jar.toString(), "-n", "2", "--", "result elsewhere");
        assertEquals(ExitCode.RUN_FAILED, ended.code(), ended::toString);
        assertTrue(ended.err().contains("GMT-792 a result is reported on another node than 0"), ended::toString);
    }

    @Test
    void shouldHandStandardInputToNodeZero() throws Exception {
        final Ended ended = launcher.run(List.of("run", "--jar", jar.toString(), "--", "read"), "some words\n");
        assertEquals(ExitCode.OK, ended.code(), ended::toString);
        assertTrue(ended.out().contains("read some words\n"), ended::toString);
    }

    @Test
    void shouldNameMethodsThatCannotWait() throws Exception {
        final Path bad = UserProgram.compile(folder.resolve("bad"), Map.of("user.Locked", CANNOT_WAIT));
        final Ended ended = gmt("run", "--classes", bad.toString(), "-n", "1");
        assertEquals(ExitCode.RUN_FAILED, ended.code(), ended::toString);
        assertTrue(ended.err().contains("GMT-788 user.Locked.read(Locked.java:7) cannot wait: "
            + "it waits and is synchronized"), ended::toString);
    }
}
