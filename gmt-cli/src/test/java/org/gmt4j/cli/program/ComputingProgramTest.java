package org.gmt4j.cli.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gmt4j.AgentJar;
import org.gmt4j.cli.program.GmtProcess.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody's program computes in a task until another node's put has changed the memory that it reads: the put is
 * executed by the node that computes. With each way that a program is instrumented; and without any it is told of.
 */
@Timeout(240)
class ComputingProgramTest {
    private static final String PROGRAM = """
        import org.gmt4j.GmtCluster;
        import org.gmt4j.GlobalLongArray;

        public class Computes {
            public static void main(String[] args) throws Exception {
                try (GmtCluster cluster = args.length == 0 ? GmtCluster.connect() : GmtCluster.local(2)) {
                    System.out.println(cluster.<Long>call(ctx -> {
                        GlobalLongArray a = GlobalLongArray.allocate(ctx, 4);
                        ctx.executeNb(1, c -> {
                            a.putNb(c, 0, 1);        // goes when this task gives way
                            Kernel.until(() -> a.getLocal(2) == 1);
                        });
                        while (a.get(ctx, 0) == 0) {
                            ctx.yield();
                        }
                        a.put(ctx, 2, 1);
                        ctx.awaitTasks();
                        return a.get(ctx, 2) + 41;
                    }));
                }
            }
        }
        """;

    /** Knows nothing of us. */
    private static final String KERNEL = """
        import java.util.function.BooleanSupplier;

        class Kernel {
            static volatile long sink;

            static void until(BooleanSupplier isOver) {
                long endNs = System.nanoTime() + Long.getLong("limit", 60_000) * 1_000_000;
                long x = 1;
                while (!isOver.getAsBoolean()) {
                    x = x * 31 + 7;
                    if (System.nanoTime() - endNs > 0) {
                        throw new IllegalStateException("nobody was served");
                    }
                }
                sink = x;
            }
        }
        """;

    @TempDir
    private Path folder;

    private Path compile() throws Exception {
        return UserProgram.compile(folder, Map.of("Computes", PROGRAM, "Kernel", KERNEL));
    }

    private Ended java(final String... words) throws Exception {
        try (GmtProcess process = new GmtProcess(folder)) {
            return process.startPlain(Map.of(), List.of(words), "").await();
        }
    }

    @Test
    void shouldServeWithTheAgent() throws Exception {
        final String path = UserProgram.CLASS_PATH + ":" + compile();
        final Ended ended = java("-Xmx512m", "-javaagent:" + AgentJar.in(folder), "-cp", path, "Computes", "local");
        assertEquals("42", ended.out().strip(), ended::toString);
    }

    @Test
    void shouldServeWithTheBuildStep() throws Exception {
        final Path classes = compile();
        UserProgram.instrument(classes);
        final Ended ended = java("-Xmx512m", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp",
            UserProgram.CLASS_PATH + ":" + classes, "Computes", "local");
        assertEquals("42", ended.out().strip(), ended::toString);
    }

    @Test
    void shouldServeInProcessesOfTheLauncher() throws Exception {
        final Path jar = UserProgram.jar(folder.resolve("computes.jar"), compile(), "Computes", "");
        try (GmtProcess gmt = new GmtProcess(folder)) {
            final Ended ended = gmt.run(List.of("run", "--jar", jar.toString(), "--plan", "combined"), "");
            assertTrue(ended.out().lines().anyMatch("42"::equals), ended::toString);
        }
    }

    /** In the JDK's own classes and in those of libraries there are no points: the way there is named. */
    @Test
    void shouldNameThePlaceWhereNothingIsInstrumented() throws Exception {
        final Path classes = compile();
        UserProgram.instrumentOnly(classes, "Computes.class");
        final Ended ended = java("-Xmx512m", "-Dlimit=1500", "--add-opens",
            "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", UserProgram.CLASS_PATH + ":" + classes, "Computes",
            "local");
        final String all = ended.out() + ended.err();
        assertTrue(all.contains("nobody was served"), ended::toString);
        assertTrue(all.contains("GMT-762 ") && all.contains("Kernel.until(Kernel.java:"), ended::toString);
    }
}
