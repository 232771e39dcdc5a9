package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.ForEach;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every spawn policy runs each iteration once, and where it should. */
@Timeout(240)
class LoopTest {
    private static final int CELL = 1000;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldRunEachIterationOnceInItsPlace(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(LoopTest::policies)));
        }
    }

    private static List<String> policies(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final int n = ctx.nodeCount();
        final int[] sizes = {0, 1, Math.max(1, n - 1), n, n + 1, 203};
        final long[] chunks = {1, 2, 7, 100_000, Long.MAX_VALUE};
        for (final int size : sizes) {
            for (final long chunk : chunks) {
                for (final String policy : new String[] {"local", "remote", "zero", "here", "random", "spread"}) {
                    final int home = (size + policy.length()) % n;
                    final String failure = ctx.call(home, c -> loop(c, policy, size, chunk));
                    failures.add(failure);
                }
            }
        }
        return failures;
    }

    private static SpawnPolicy policy(final String name) {
        switch (name) {
            case "local":
                return SpawnPolicy.LOCAL;
            case "remote":
                return SpawnPolicy.REMOTE;
            case "zero":
                return SpawnPolicy.PARTITION;
            case "here":
                return SpawnPolicy.PARTITION_HERE;
            case "random":
                return SpawnPolicy.PARTITION_RANDOM;
            default:
                return SpawnPolicy.SPREAD;
        }
    }

    /** Each iteration adds 1 + CELL x its node; ranges by turns with single indices. */
    private static String loop(final TaskContext ctx, final String policy, final int size, final long chunk)
        throws SuspendExecution {
        final GlobalIntArray ran = GlobalIntArray.allocate(ctx, ArraySpec.of(size));
        if (size % 2 == 0) {
            ctx.parFor(size, chunk, policy(policy), (lo, hi, c) -> {
                if (hi - lo > chunk || lo >= hi) {
                    throw new IllegalStateException("chunk of " + lo + " to " + hi);
                }
                for (long i = lo; i < hi; i++) {
                    ran.addNb(c, i, 1 + CELL * c.nodeId());
                }
            });
        } else {
            ctx.parFor(size, chunk, policy(policy), (i, c) -> ran.addNb(c, i, 1 + CELL * c.nodeId()));
        }
        final int[] all = new int[size];
        ran.get(ctx, 0, all, 0, size);
        ran.free(ctx);
        return judge(ctx, policy, size, chunk, all);
    }

    private static String judge(final TaskContext ctx, final String policy, final int size, final long chunk,
                                final int[] all) {
        final String what = policy + " of " + size + " by " + chunk + " from node " + ctx.nodeId() + ": ";
        final boolean[] used = new boolean[ctx.nodeCount()];
        for (int i = 0; i < size; i++) {
            if (all[i] % CELL != 1) {
                return what + "iteration " + i + " ran " + all[i] % CELL + " times";
            }
            used[all[i] / CELL] = true;
        }
        int count = 0;
        for (final boolean one : used) {
            count += one ? 1 : 0;
        }
        final long chunkCount = size == 0 ? 0 : (size - 1) / chunk + 1;
        if (policy.equals("local") && size > 0 && (count != 1 || !used[ctx.nodeId()])) {
            return what + "not local";
        }
        if (policy.equals("remote") && ctx.nodeCount() > 1) {
            if (used[ctx.nodeId()]) {
                return what + "ran at the caller";
            }
            if (count != Math.min(chunkCount, ctx.nodeCount() - 1)) {
                return what + "reached only " + count + " nodes";
            }
        }
        if (policy.equals("zero") && size > 0 && !used[0] || policy.equals("here") && size > 0 && !used[ctx.nodeId()]) {
            return what + "first part elsewhere";
        }
        if (policy.equals("spread") && count != Math.min(chunkCount, ctx.nodeCount())) {
            return what + "spread over " + count + " nodes";
        }
        return "";
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldFollowOwners(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopTest.class)) {
            final List<String> failures = cluster.call(ctx -> {
                final List<String> found = new ArrayList<>();
                for (final Allocation allocation : Allocation.values()) {
                    for (final int block : new int[] {0, 1, 5}) {
                        if (block > 0 && allocation == Allocation.REPLICATE) {
                            continue;
                        }
                        final ArraySpec plain = ArraySpec.of(157).allocated(allocation);
                        final GlobalLongArray a = GlobalLongArray.allocate(ctx,
                            block > 0 ? plain.cyclic(block) : plain);
                        final GlobalLongArray counts = GlobalLongArray.allocate(ctx, 157);
                        final GlobalLongArray wrong = GlobalLongArray.allocate(ctx, 1);
                        final boolean isReplicated = allocation == Allocation.REPLICATE;
                        ForEach.element(ctx, a, 3, (i, c) -> {
                            counts.addNb(c, i, 1);
                            if (!a.isLocal(i) || !isReplicated && a.owner(i) != c.nodeId()) {
                                wrong.addNb(c, 0, 1);
                            }
                        });
                        ForEach.range(ctx, a, 1000, (lo, hi, c) -> {
                            for (long i = lo; i < hi; i++) {
                                counts.addNb(c, i, 1);
                                if (!a.isLocal(i)) {
                                    wrong.addNb(c, 0, 1);
                                }
                            }
                        });
                        ctx.parFor(100, 9, SpawnPolicy.ownerOf(a), (i, c) -> counts.addNb(c, i, 1));
                        final long[] all = new long[157];
                        counts.get(ctx, 0, all, 0, 157);
                        for (int i = 0; i < 157; i++) {
                            if (all[i] != (i < 100 ? 3 : 2)) {
                                found.add(a + ": element " + i + " ran " + all[i] + " times");
                            }
                        }
                        final long w = wrong.get(ctx, 0);
                        if (w != 0) {
                            found.add(a + ": " + w + " iterations elsewhere");
                        }
                        a.free(ctx);
                        counts.free(ctx);
                    }
                }
                return found;
            });
            assertEquals("", TestClusters.join(failures));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldNestAndRunManyLoopsAtOnce(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopTest.class)) {
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray count = GlobalLongArray.allocate(ctx, 3);
                ctx.parFor(6, 1, (i, c) -> c.parFor(5, 2, SpawnPolicy.PARTITION_HERE, (j, d) ->
                    d.parFor(4, 1, SpawnPolicy.REMOTE, (k, e) -> count.addNb(e, 0, 1))));
                ctx.parForNb(1000, 10, SpawnPolicy.PARTITION, (i, c) -> {
                    count.addNb(c, 1, 1);
                });
                ctx.parForNb(500, 3, SpawnPolicy.SPREAD, (lo, hi, c) -> count.addNb(c, 1, hi - lo));
                ctx.executeNb(ctx.nodeCount() - 1,
                    c -> c.parForNb(100, 7, SpawnPolicy.PARTITION, (i, d) -> count.addNb(d, 1, 1)));
                ctx.awaitTasks();
                // A loop that its body leaves running is over when the outer one is.
                ctx.parFor(10, 1, (i, c) -> c.parForNb(10, 1, SpawnPolicy.REMOTE, (j, d) -> count.addNb(d, 2, 1)));
                final long[] all = new long[3];
                count.get(ctx, 0, all, 0, 3);
                return all[0] * 1_000_000_000L + all[1] * 10_000 + all[2];
            });
            assertEquals(120L * 1_000_000_000L + 1600 * 10_000 + 100, sum);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseImpossibleLoops(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                failures.add(refusal(() -> ctx.parFor(10, -1, (i, c) -> { }), "chunk is -1"));
                failures.add(refusal(() -> ctx.parFor(10, -5, (i, c) -> { }), "chunk is -5"));
                failures.add(refusal(() -> ctx.parFor(-1, 1, (i, c) -> { }), "-1 iterations"));
                failures.add(refusal(() -> ctx.parForNb(-1, 1, SpawnPolicy.REMOTE, (i, c) -> { }), "-1 iterations"));
                failures.add(refusal(() -> ctx.parFor(11, 1, SpawnPolicy.ownerOf(a), (i, c) -> { }), "11 iterations"));
                failures.add(refusal(() -> ctx.execute(ctx.nodeCount(), c -> { }), "node " + ctx.nodeCount()));
                failures.add(refusal(() -> ctx.execute(-1, c -> { }), "node -1"));
                failures.add(refusal(() -> ctx.tryExecute(-1, c -> { }), "node -1"));
                failures.add(refusal(() -> ctx.tryExecute(ctx.nodeCount(), c -> { }), "node " + ctx.nodeCount()));
                failures.add(refusal(() -> ctx.call(9999, c -> 1), "node 9999"));
                failures.add(refusal(() -> ctx.executeLocal(-7, c -> { }), "node -7"));
                failures.add(refusal(() -> ctx.nextRandom(0), "0"));
                failures.add(refusal(() -> ctx.spawnMore(0, c -> { }), "handle"));
                failures.add(refusal(() -> ctx.collectives().broadcast(ctx.nodeCount(), 1), "root"));
                failures.add(refusal(() -> ctx.execute(0, null), ""));
                ctx.awaitTasks();
                return failures;
            })));
        }
    }

    /** Runs something that must fail. */
    @FunctionalInterface
    interface Attempt {
        void run() throws SuspendExecution;
    }

    static String refusal(final Attempt attempt, final String part) throws SuspendExecution {
        try {
            attempt.run();
        } catch (final RuntimeException e) {
            return String.valueOf(e.getMessage()).contains(part) ? "" : e + " does not say " + part;
        }
        return "not refused: " + part;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRunMoreWaitingTasksThanFibers(final int nodes, final TestClusters.Plan plan) {
        final TaskConfig few = new TaskConfig(3, 24, 64, 256, 16_384, 1_000_000);
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, LoopTest.class).set(few).start()) {
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray count = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(1).allocated(Allocation.REMOTE));
                ctx.parFor(200, 1, (i, c) -> count.add(c, 0, 1));
                // 60 tasks wait for others at a time: they do not count against the three.
                ctx.parFor(60, 1, (i, c) -> c.execute((c.nodeId() + 1) % c.nodeCount(),
                    d -> d.execute(0, e -> count.add(e, 0, 1))));
                return count.get(ctx, 0);
            });
            assertEquals(260, sum);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRunHundredThousandSingleTasks(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopTest.class)) {
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray count = GlobalLongArray.allocate(ctx, 1);
                for (int i = 0; i < 100_000; i++) {
                    ctx.executeNb(i % ctx.nodeCount(), c -> count.addNb(c, 0, 1));
                }
                ctx.awaitTasks();
                return count.get(ctx, 0);
            });
            assertEquals(100_000, sum);
        }
    }
}
