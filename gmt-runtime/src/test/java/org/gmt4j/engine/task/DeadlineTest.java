package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.OperationHandle;
import org.gmt4j.ReduceOperator;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskHandle;
import org.gmt4j.TestClusters;
import org.gmt4j.Visitor;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every wait with a deadline: it says what is late, loses nothing, and can be repeated. */
@Timeout(90)
class DeadlineTest {
    private static final long SHORT_NS = 1_000_000;
    /** Shared by the nodes, which are in this JVM. */
    private static volatile boolean isOpen;
    private static final AtomicInteger EXPIRED = new AtomicInteger();

    @BeforeEach
    void close() {
        isOpen = false;
        EXPIRED.set(0);
    }

    /** In a visit: stalls the helper. */
    private static void stall() {
        while (!isOpen) {
            Thread.onSpinWait();
        }
    }

    /** Looks now and then; yielding all the time would keep tasks that have not begun from beginning. */
    private static void waitUntilOpen(final TaskContext c) throws SuspendExecution {
        while (!isOpen) {
            EngineTask.of(c).issued();
            LoopTest.refusal(() -> c.await(200_000), "GMT-212");
            EngineTask.of(c).completed(1);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldGiveUpDataAndSeeItLater(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, DeadlineTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(DeadlineTest::data)));
        }
    }

    private static List<String> data(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final int last = ctx.nodeCount() - 1;
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ctx.nodeCount());
        final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> stall());
        failures.add(LoopTest.refusal(() -> ctx.await(-1), "-1 ns"));
        ctx.await();            // an acknowledgement may be later than the end of the task that it is for
        ctx.await(0);
        final OperationHandle handle = ctx.newOperation();
        final long[] before = {-1, -1};
        if (last > 0) {
            visitor.send(ctx, last, 0);
            failures.add(LoopTest.refusal(() -> ctx.await(SHORT_NS), "GMT-212 1 operation has not completed"));
            a.fetchAddNb(handle, last, 7, before, 0);
            a.fetchAddNb(ctx, last, 1, before, 1);
            failures.add(LoopTest.refusal(() -> ctx.await(handle, SHORT_NS), "1 operation has not"));
            failures.add(LoopTest.refusal(() -> ctx.await(handle, 0), "node " + last));
            failures.add(LoopTest.refusal(() -> ctx.await(SHORT_NS), "2 operations have not completed"));
            failures.add(before[0] == -1 && before[1] == -1 ? "" : "values of a stalled node");
        } else {
            a.fetchAddNb(handle, last, 7, before, 0);
            a.fetchAddNb(ctx, last, 1, before, 1);
        }
        isOpen = true;
        ctx.await(handle, Long.MAX_VALUE);
        ctx.await(handle);
        ctx.await();
        failures.add(before[0] + before[1] == 7 || before[0] + before[1] == 1 ? ""
            : "late values " + before[0] + ", " + before[1]);
        final long sum = a.get(ctx, last);
        failures.add(sum == 8 ? "" : "sum " + sum);
        return failures;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldGiveUpTasksAndSeeThemLater(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, DeadlineTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(DeadlineTest::tasks)));
        }
    }

    private static List<String> tasks(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final int n = ctx.nodeCount();
        final GlobalLongArray count = GlobalLongArray.allocate(ctx, 4);
        ctx.awaitTasks(0);
        for (int node = 0; node < n; node++) {
            ctx.executeNb(node, c -> {
                waitUntilOpen(c);
                count.addNb(c, 0, 1);
            });
        }
        ctx.parForNb(2L * n, 1, SpawnPolicy.PARTITION, (i, c) -> {
            waitUntilOpen(c);
            count.addNb(c, 1, 1);
        });
        final TaskHandle handle = ctx.newHandle();
        ctx.execute(handle, n - 1, c -> {
            c.spawnMore(0, d -> {
                waitUntilOpen(d);
                count.addNb(d, 2, 1);
            });
        });
        failures.add(LoopTest.refusal(() -> ctx.awaitTasks(SHORT_NS), "GMT-212 " + 2 * n + " tasks ("));
        failures.add(LoopTest.refusal(() -> ctx.awaitTasks(0), n == 1 ? "2 at this node" : "2 at node " + (n - 1)));
        failures.add(LoopTest.refusal(() -> ctx.await(handle, SHORT_NS), "1 task ("));
        ctx.execute(handle, 0, c -> count.addNb(c, 2, 1));      // still of use
        // A task with late children ends with them, and with their failure.
        final TaskHandle late = ctx.newHandle();
        ctx.execute(late, n - 1, c -> {
            c.executeNb(0, d -> {
                waitUntilOpen(d);
                throw new IllegalStateException("late failure");
            });
            final String refused = LoopTest.refusal(() -> c.awaitTasks(SHORT_NS), "GMT-212");
            if (!refused.isEmpty()) {
                throw new IllegalStateException(refused);
            }
            isOpen = true;
        });
        failures.add(LoopTest.refusal(() -> ctx.await(late, Long.MAX_VALUE), "late failure"));
        ctx.await(handle, Long.MAX_VALUE);
        failures.add(LoopTest.refusal(() -> ctx.await(handle, 0), "once"));
        ctx.awaitTasks();
        final long[] counts = new long[4];
        count.get(ctx, 0, counts, 0, 4);
        failures.add(counts[0] == n && counts[1] == 2L * n && counts[2] == 2 ? ""
            : "counts " + java.util.Arrays.toString(counts));
        // A tree that nobody awaits ends before its maker does.
        ctx.execute(n - 1, c -> {
            final TaskHandle forgotten = c.newHandle();
            c.execute(forgotten, 0, d -> d.spawnMore(d.nodeCount() - 1, e -> count.addNb(e, 3, 1)));
        });
        final long ended = count.get(ctx, 3);
        failures.add(ended == 1 ? "" : "a forgotten tree has not ended");
        return failures;
    }

    /**
     * Waits that expire all the time: nobody is woken twice, or for what he no longer waits for, and nothing is lost.
     */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldSurviveAStormOfDeadlines(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, DeadlineTest.class)) {
            assertEquals("120 1200 1200 1200", cluster.call(ctx -> {
                final GlobalLongArray count = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(4).allocated(Allocation.PARTITION_RANDOM));
                final GlobalLongArray data = GlobalLongArray.allocate(ctx, 64);
                ctx.parFor(120, 1, (i, c) -> {
                    for (int round = 0; round < 10; round++) {
                        storm(c, count, data);
                    }
                    count.addNb(c, 0, 1);
                });
                final long[] counts = new long[4];
                count.get(ctx, 0, counts, 0, 4);
                return counts[0] + " " + counts[1] + " " + counts[2] + " " + counts[3];
            }));
            assertTrue(nodes == 1 || EXPIRED.get() > 0, "no wait has expired");
        }
    }

    private static void storm(final TaskContext c, final GlobalLongArray count, final GlobalLongArray data)
        throws SuspendExecution {
        c.executeNb((int) c.nextRandom(c.nodeCount()), d -> count.addNb(d, 1, 1));
        final TaskHandle tree = c.newHandle();
        c.execute(tree, (int) c.nextRandom(c.nodeCount()), d -> d.spawnMore(0, e -> count.addNb(e, 2, 1)));
        final OperationHandle handle = c.newOperation();
        final long[] before = {-1, -1};
        data.fetchAddNb(handle, c.nextRandom(64), 1, before, 0);
        data.fetchAddNb(c, c.nextRandom(64), 1, before, 1);
        count.addNb(c, 3, 1);
        for (int done = 0; done != 15; ) {
            final int what = 1 << c.nextRandom(4);
            try {
                if (what == 1) {
                    c.awaitTasks(c.nextRandom(30_000));
                } else if (what == 2 && (done & 2) == 0) {
                    c.await(tree, c.nextRandom(30_000));
                } else if (what == 4) {
                    c.await(handle, c.nextRandom(30_000));
                } else if (what == 8) {
                    c.await(c.nextRandom(30_000));
                }
                done |= what;
            } catch (final GmtTimeoutException e) {
                EXPIRED.incrementAndGet();
            }
        }
        if (before[0] < 0 || before[1] < 0) {
            throw new IllegalStateException("a wait has returned too early");
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldGoOnWithTheSameRound(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, DeadlineTest.class)) {
            for (int late = 0; late < nodes; late++) {
                EXPIRED.set(0);
                final int lateNode = late;
                assertEquals("", TestClusters.join(cluster.call(ctx -> ctx.callOnAll(c -> rounds(c, lateNode)))));
            }
        }
    }

    private static String rounds(final TaskContext c, final int lateNode) throws SuspendExecution {
        final int n = c.nodeCount();
        final StringBuilder failures = new StringBuilder();
        failures.append(LoopTest.refusal(() -> c.barrier(-5), "-5 ns"));
        final boolean isLate = c.nodeId() == lateNode;
        if (isLate) {
            while (EXPIRED.get() < n - 1) {
                c.yield();
            }
        } else {
            failures.append(LoopTest.refusal(() -> c.barrier(SHORT_NS), "GMT-212 the barrier has not ended"));
            failures.append(LoopTest.refusal(() -> c.barrier(0), "node "));
            failures.append(LoopTest.refusal(() -> c.collectives().allReduce(1, ReduceOperator.SUM), "GMT-248"));
            EXPIRED.incrementAndGet();
        }
        c.barrier();
        if (isLate) {
            while (EXPIRED.get() < 2 * n - 2) {
                c.yield();
            }
        } else {
            failures.append(LoopTest.refusal(() -> c.collectives().within(SHORT_NS).allReduce(1, ReduceOperator.SUM),
                "allReduce"));
            EXPIRED.incrementAndGet();
        }
        // What counts is the first call's value.
        final long sum = c.collectives().within(Long.MAX_VALUE).allReduce(isLate ? 1 : 100, ReduceOperator.SUM);
        failures.append(sum == n ? "" : "sum " + sum);
        final List<Integer> all = c.collectives().within(Long.MAX_VALUE).allGather(c.nodeId());
        failures.append(all.size() == n && all.get(n - 1) == n - 1 ? "" : "gathered " + all);
        return failures.toString();
    }

    /** A node whose wait has expired has arrived: the others do not need it any more, nor do later teams. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldNotHoldUpOthersByLeavingARoundBehind(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, DeadlineTest.class)) {
            for (int leaving = 0; leaving < nodes; leaving++) {
                final int node = leaving;
                isOpen = false;
                cluster.run(ctx -> ctx.executeOnAll(c -> {
                    if (c.nodeId() == node) {
                        try {
                            c.barrier(0);
                        } catch (final GmtTimeoutException e) {
                            EXPIRED.incrementAndGet();
                        }
                        isOpen = true;
                    } else {
                        waitUntilOpen(c);
                        c.barrier();
                    }
                }));
                assertEquals((long) nodes, cluster.<Long>call(ctx ->
                    ctx.callOnAll(c -> c.collectives().allReduce(1, ReduceOperator.SUM)).get(0)));
            }
            assertEquals(nodes == 1 ? 0 : nodes, EXPIRED.get());
        }
    }
}
