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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.program.GmtProcess.Ended;
import org.gmt4j.engine.bootstrap.FreePort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of docs/programs.md and docs/applications.md, taken from the pages, compiled and run as the pages say.
 */
@Timeout(400)
class ProgramPagesTest {
    private static final Path PAGES = Path.of("").toAbsolutePath().getParent().resolve("docs");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** As many hits take long enough to be seen; no two runs of this test at a time ask for the same number. */
    private static final String HITS = String.valueOf(2_000_000_000L + ProcessHandle.current().pid());

    @TempDir
    private Path folder;
    private GmtProcess launcher;

    @BeforeEach
    void prepare() {
        launcher = new GmtProcess(folder);
    }

    @AfterEach
    void endWhatIsLeft() {
        launcher.close();
    }

    private static String programOf(final String page) throws IOException {
        final Matcher java = JAVA.matcher(Files.readString(PAGES.resolve(page)));
        assertTrue(java.find(), () -> "no program in " + page);
        return java.group(1);
    }

    private Ended gmt(final String line) throws Exception {
        return launcher.run(List.of(line.split(" ")), "");
    }

    private Path hits() throws IOException {
        return UserProgram.jar(folder.resolve("hits.jar"),
            UserProgram.compile(folder.resolve("hits"), Map.of("demo.Hits", programOf("programs.md"))),
            "demo.Hits", "");
    }

    @Test
    void shouldRunTheProgramThroughTheLauncher() throws Exception {
        hits();
        final Ended ended = gmt("run --jar hits.jar -n 2 -- 100000");
        assertEquals(ExitCode.OK, ended.code(), ended::toString);
        assertEquals("100000 hits on 2 nodes\n", ended.out());
        assertTrue(ended.err().contains("Madds/s") && ended.err().contains(" verified"), ended::toString);
        assertTrue(!ended.err().contains("iterations 2.00"), () -> "node 1 has run its part of the loop: " + ended);
        final Ended inOne = gmt("run --jar hits.jar --in-process -n 8 --format json -- {1000*nodes}");
        assertEquals(ExitCode.OK, inOne.code(), inOne::toString);
        assertTrue(inOne.err().contains("8000 hits on 8 nodes"), inOne::toString);
        final Ended profiled = gmt("run --jar hits.jar --profile seen -- 100000");
        assertEquals(ExitCode.OK, profiled.code(), profiled::toString);
        assertTrue(Files.exists(folder.resolve("seen/node-1.jfr")) && profiled.err().contains("where the time went"),
            profiled::toString);
        assertTrue(!profiled.err().contains("GMT-"), profiled::toString);
        final Ended estimate = gmt("estimate --jar hits.jar -n 8");
        assertTrue(estimate.code() == ExitCode.OK && estimate.out().contains("what the program itself allocates"),
            estimate::toString);
    }

    @Test
    void shouldRunTheProgramStartedByHandAndShowItInTop() throws Exception {
        UserProgram.instrument(UserProgram.compile(folder.resolve("byhand"),
            Map.of("demo.Hits", programOf("programs.md"))));
        final String seed = "127.0.0.1:" + FreePort.next();
        final List<GmtProcess.Running> nodes = new ArrayList<>();
        for (int id = 0; id < 2; id++) {
            nodes.add(launcher.start(Map.of("GMT_NODE_ID", "" + id, "GMT_NODES", "2", "GMT_SEED", seed,
                "GMT_JOB_KEY", "secret"),
                List.of("-Xmx256m", "-Dco.paralleluniverse.fibers.disableAgentWarning=true", "-cp",
                    UserProgram.CLASS_PATH + ":" + folder.resolve("byhand/classes"), "demo.Hits", HITS), ""));
        }
        awaitTop(nodes);
        for (final GmtProcess.Running node : nodes) {
            node.process().destroyForcibly();
        }
    }

    private void awaitTop(final List<GmtProcess.Running> nodes) throws Exception {
        final List<String> top = List.of("-Xmx64m", "-cp", UserProgram.CLASS_PATH,
            "org.gmt4j.cli.GmtMain", "top", "--once", "--format", "json");
        final long startNs = System.nanoTime();
        while (true) {
            final Ended seen = launcher.start(Map.of(), top, "").await();
            final List<String> own = ownJobs(seen.out());
            if (own.stream().anyMatch(job -> job.contains("\"nodeCount\":2") && job.contains("\"node\":1,"))) {
                assertEquals(1, own.size(), seen::toString);
                return;
            }
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(120), seen::toString);
            for (final GmtProcess.Running node : nodes) {
                assertTrue(node.process().isAlive(), () -> "ended, and top said " + seen);
            }
        }
    }

    /** What is said of jobs of this test: whoever else runs jobs on this host is seen too. */
    private static List<String> ownJobs(final String json) {
        return Stream.of(json.split("\"job\":", -1)).skip(1)
            .filter(job -> job.contains("\"commandLine\":\"demo.Hits " + HITS + "\"")).toList();
    }

    @Test
    void shouldRunTheApplicationByItsName() throws Exception {
        final Path classes = UserProgram.compile(folder.resolve("squares"),
            Map.of("demo.Squares", programOf("applications.md")));
        UserProgram.jar(folder.resolve("squares.jar"), classes, "", "demo.Squares\n");
        final Ended ended = gmt("run --jar squares.jar squares -g 6 -n 2 --format json");
        assertEquals(ExitCode.OK, ended.code(), ended::toString);
        assertTrue(ended.out().contains("\"app\": \"squares\"") && ended.out().contains("\"last\": 3969"),
            ended::toString);
        assertTrue(ended.out().contains("\"verified\": true"), ended::toString);
        final Ended help = gmt("run --jar squares.jar squares --help");
        assertTrue(help.out().contains("Adds squares, one task for each."), help::toString);
        final Ended refused = gmt("run squares -g 31 --jar squares.jar");
        assertEquals(ExitCode.USAGE, refused.code(), refused::toString);
        assertTrue(refused.err().contains("GMT-100 -g 31: expected 0 to 30."), refused::toString);
        final Ended estimate = gmt("estimate --jar squares.jar squares -g 28");
        assertTrue(estimate.code() == ExitCode.OK && estimate.out().contains("squares"), estimate::toString);
    }
}
