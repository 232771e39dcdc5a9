package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import javax.tools.ToolProvider;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskFunction;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A body whose class was not instrumented is named at its first wait, with method and line; nothing is left behind. */
@Timeout(240)
class InstrumentationCheckTest {
    private static final String[] SOURCE = {
        "package stranger;",
        "import org.gmt4j.*;",
        "public final class Plain implements TaskFunction<Long> {",
        "    public Long call(TaskContext ctx) throws org.gmt4j.fibers.SuspendExecution {",
        "        return deeper(ctx);",
        "    }",
        "    private static Long deeper(TaskContext ctx) throws org.gmt4j.fibers.SuspendExecution {",
        "        WAIT",
        "        return 1L;",
        "    }",
        "}"};
    private static final String[] WAITS = {
        "ctx.execute(1, new Empty());", "ctx.yield();", "ctx.barrier();",
        "ctx.parFor(10, 1, SpawnPolicy.REMOTE, new Empty.Loop());", "ctx.executeNb(1, new Empty()); ctx.awaitTasks();",
        "org.gmt4j.GlobalLongArray.allocate(ctx, 10);",
        "TaskHandle h = ctx.newHandle(); ctx.execute(h, 1, new Empty()); ctx.await(h);"};
    private static final String NAMES_ANOTHER = "ctx.yield(); return 1L; } private static Long other(Empty missing) {";
    private static final String EMPTY = "package stranger; public final class Empty implements org.gmt4j.TaskBody {"
        + " public void run(org.gmt4j.TaskContext ctx) { }"
        + " public static final class Loop implements org.gmt4j.RangeBody {"
        + " public void run(long lo, long hi, org.gmt4j.TaskContext ctx) { } } }";

    @Test
    void shouldNameClassMethodAndLine(@TempDir final Path folder) throws Exception {
        for (int i = 0; i < WAITS.length; i++) {
            final Path place = Files.createDirectories(folder.resolve("wait-" + i));
            try (URLClassLoader loader = compile(place, WAITS[i])) {
                final Class<?> plain = loader.loadClass("stranger.Plain");
                @SuppressWarnings("unchecked")
                final TaskFunction<Long> body = (TaskFunction<Long>) plain.getDeclaredConstructor().newInstance();
                final Class<?>[] programs = {plain, loader.loadClass("stranger.Empty"),
                    loader.loadClass("stranger.Empty$Loop"), InstrumentationCheckTest.class};
                try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, programs)) {
                    final String wait = WAITS[i];
                    final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.call(body), wait);
                    assertTrue(e.getMessage().contains("GMT-215") && e.getMessage().contains("stranger.Plain.deeper:8"),
                        wait + ": " + e.getMessage());
                    final AtomicLong seen = new AtomicLong();
                    for (int round = 0; round < 3; round++) {
                        seen.set(cluster.<Long>call(ctx -> ctx.call(1, c -> 5L)));
                    }
                    assertEquals(5, seen.get(), "the node goes on");
                }
            }
        }
    }

    /** Libraries have methods that name classes of other libraries, which are there only where they are called. */
    @Test
    void shouldNameTheMethodOfAClassThatNamesAMissingOne(@TempDir final Path folder) throws Exception {
        try (URLClassLoader loader = compile(folder, NAMES_ANOTHER)) {
            Files.delete(folder.resolve("stranger/Empty.class"));
            final Class<?> plain = loader.loadClass("stranger.Plain");
            assertThrows(NoClassDefFoundError.class, plain::getDeclaredMethods);
            @SuppressWarnings("unchecked")
            final TaskFunction<Long> body = (TaskFunction<Long>) plain.getDeclaredConstructor().newInstance();
            try (GmtCluster cluster = TestClusters.start(1, TestClusters.Plan.COMBINED, plain,
                    InstrumentationCheckTest.class)) {
                final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.call(body));
                assertTrue(e.getMessage().contains("GMT-215") && e.getMessage().contains("stranger.Plain.deeper:8"),
                    e.getMessage());
                assertEquals(5, cluster.<Long>call(ctx -> ctx.call(0, c -> 5L)));
            }
        }
    }

    private static URLClassLoader compile(final Path folder, final String wait) throws Exception {
        final Path source = folder.resolve("Plain.java");
        final Path empty = folder.resolve("Empty.java");
        Files.writeString(source, String.join("\n", SOURCE).replace("WAIT", wait));
        Files.writeString(empty, EMPTY);
        final String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        final int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g", "-proc:none",
            "-cp", classPath, "-d", folder.toString(), source.toString(), empty.toString());
        assertEquals(0, code, "javac");
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, InstrumentationCheckTest.class.getClassLoader());
    }
}
