package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The try forms: all or nothing, and refusals leave no trace. */
@Timeout(90)
class TryTest {
    private static volatile boolean isOpen;
    private static final AtomicInteger RAN = new AtomicInteger();

    @BeforeEach
    void close() {
        isOpen = false;
        RAN.set(0);
    }

    private static void runWhenOpen(final TaskContext c) throws SuspendExecution {
        while (!isOpen) {
            EngineTask.of(c).issued();
            LoopTest.refusal(() -> c.await(200_000), "GMT-212");
            EngineTask.of(c).completed(1);
        }
        RAN.incrementAndGet();
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldRunWhatIsAccepted(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, TryTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final int n = ctx.nodeCount();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(8L * n).cyclic(2));
                for (int i = 0; i < 8 * n; i++) {
                    final int index = i;
                    failures.add(ctx.tryExecuteAt(a, i, c -> a.setLocal(index, a.getLocal(index) + 1)) ? ""
                        : "refused by an idle node");
                }
                ctx.awaitTasks();
                for (int node = 0; node < n; node++) {
                    failures.add(ctx.tryExecuteLocal(node, c -> RAN.incrementAndGet()) ? ""
                        : "a local body was refused");
                }
                failures.add(ctx.tryParFor(8L * n, 1, SpawnPolicy.ownerOf(a), (i, c) -> a.addNb(c, i, 10)) ? ""
                    : "refused");
                failures.add(ctx.tryParFor(8L * n, 3, SpawnPolicy.REMOTE, (lo, hi, c) -> {
                    for (long i = lo; i < hi; i++) {
                        a.addNb(c, i, 100);
                    }
                }) ? "" : "refused");
                failures.add(ctx.tryParFor(0, 1, SpawnPolicy.PARTITION, (i, c) -> RAN.incrementAndGet()) ? ""
                    : "an empty loop was refused");
                failures.add(LoopTest.refusal(() -> ctx.tryParFor(-1, 1, SpawnPolicy.LOCAL, (i, c) -> { }), "-1"));
                failures.add(LoopTest.refusal(() -> ctx.tryExecute(n, c -> { }), "node " + n));
                ctx.awaitTasks();
                final long[] values = new long[8 * n];
                a.get(ctx, 0, values, 0, values.length);
                for (final long value : values) {
                    failures.add(value == 111 ? "" : "value " + value);
                }
                failures.add(RAN.get() == n ? "" : RAN + " local bodies");
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldSpawnNothingOfALoopThatIsRefused(final int nodes, final TestClusters.Plan plan) {
        final TaskConfig few = new TaskConfig(64, 24, 64, 256, 10, 20);
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, TryTest.class).set(few).start()) {
            assertEquals("", TestClusters.join(cluster.call(TryTest::refusals)));
        }
    }

    private static List<String> refusals(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final int n = ctx.nodeCount();
        final int last = n - 1;
        int expected = 0;
        if (last > 0) {
            for (int i = 0; i < 10; i++) {
                ctx.executeNb(last, TryTest::runWhenOpen);
            }
            expected = 10;
            final long seeds = EngineTask.of(ctx).spawnCount();
            failures.add(ctx.tryParFor(n, 1, SpawnPolicy.PARTITION,
                (i, c) -> RAN.addAndGet(1000)) ? "a loop was accepted" : "");
            failures.add(ctx.tryParFor(n, 1, SpawnPolicy.PARTITION_RANDOM,
                (lo, hi, c) -> RAN.addAndGet(1000)) ? "a loop was accepted" : "");
            failures.add(ctx.tryExecute(last, c -> RAN.addAndGet(1000)) ? "a task was accepted" : "");
            failures.add(ctx.tryExecuteLocal(last, c -> RAN.addAndGet(1000)) ? "a local body was accepted" : "");
            failures.add(EngineTask.of(ctx).spawnCount() == seeds ? "" : "refusals have drawn seeds");
            failures.add(ctx.tryParFor(n, 1, SpawnPolicy.LOCAL, (i, c) -> RAN.incrementAndGet()) ? ""
                : "a loop elsewhere was refused");
            expected += n;
        }
        // Many blocks are one task to a node: not more than may be outstanding there.
        final GlobalLongArray cyclic = GlobalLongArray.allocate(ctx, ArraySpec.of(100L * n).cyclic(1));
        isOpen = true;
        ctx.awaitTasks();
        failures.add(RAN.get() == expected ? "" : RAN + " bodies ran, expected " + expected);
        final boolean fits = ctx.tryParFor(100L * n, 1, SpawnPolicy.ownerOf(cyclic), (i, c) -> RAN.incrementAndGet());
        failures.add(fits ? "" : "a loop over 100 blocks of each node was refused");
        ctx.awaitTasks();
        final boolean after = ctx.tryExecute(last, c -> RAN.incrementAndGet());
        failures.add(after ? "" : "refused by an idle node");
        ctx.awaitTasks();
        return failures;
    }
}
