package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.Job;
import org.gmt4j.ParForException;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Mutual exclusion, fairness, refusals, deadlines, and holders that fail. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MutexTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(100);

    /** Each task reads a counter, waits, and writes it back: without exclusion, updates get lost. */
    private static long count(final TaskContext ctx, final int perNode, final int tasks) throws SuspendExecution {
        final Mutexes mutexes = Mutexes.create(ctx, perNode);
        final int all = perNode * ctx.nodeCount();
        final GlobalLongArray counters = GlobalLongArray.allocate(ctx, all);
        ctx.parFor(tasks, 1, SpawnPolicy.SPREAD, (i, c) -> {
            final int which = (int) (i % all);
            mutexes.lock(c, which % c.nodeCount(), which / c.nodeCount());
            final long value = counters.get(c, which);
            c.yield();
            counters.putNb(c, which, value + 1);        // not awaited: unlocking does
            mutexes.unlock(c, which % c.nodeCount(), which / c.nodeCount());
        });
        final long[] values = new long[all];
        counters.get(ctx, 0, values, 0, all);
        long sum = 0;
        for (final long value : values) {
            sum += value;
        }
        counters.free(ctx);
        mutexes.destroy(ctx);
        return sum;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldExclude(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MutexTest.class)) {
            assertEquals(300, cluster.<Long>call(ctx -> count(ctx, 1, 300)));
            assertEquals(500, cluster.<Long>call(ctx -> count(ctx, 3, 500)));
        }
    }

    @Test
    void shouldExcludeOnElevenNodes() {
        try (GmtCluster cluster = TestClusters.start(11, Plan.COMBINED, MutexTest.class)) {
            assertEquals(300, cluster.<Long>call(ctx -> count(ctx, 1, 300)));
        }
    }

    /** Hundreds of lockers of one mutex with one block in all: those who wait hold none. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldServeMoreLockersThanBlocks(final Plan plan) {
        final AggregationConfig[] configs = {TestClusters.aggregation(4096, 512, 16384, 64, 1, 1, 1),
            TestClusters.aggregation(256, 512, 512, 64, 1, 1, 1), TestClusters.aggregation(4096, 1, 16384, 1, 2, 2, 2)};
        for (final AggregationConfig config : configs) {
            try (GmtCluster cluster = TestClusters.builder(3, plan, MutexTest.class).set(config).start()) {
                assertEquals(200, cluster.<Long>call(ctx -> count(ctx, 1, 200)));
                assertEquals(300L, cluster.<Long>call(MutexTest::crowd));
            }
        }
    }

    private static MutexHost host(final TaskContext ctx, final long set) {
        return (MutexHost) EngineTask.of(ctx).runtime().remoteServices().find(set);
    }

    /** While one task holds the mutex, 300 others wait, and the same lanes still move data. */
    private static long crowd(final TaskContext ctx) throws SuspendExecution {
        final Mutexes mutexes = Mutexes.create(ctx, 1);
        final int host = ctx.nodeCount() - 1;
        final GlobalLongArray counters = GlobalLongArray.allocate(ctx, 2L * ctx.nodeCount());
        mutexes.lock(ctx, host, 0);
        ctx.parForNb(300, 1, SpawnPolicy.SPREAD, (i, c) -> {
            mutexes.lock(c, host, 0);
            counters.add(c, 0, 1);
            mutexes.unlock(c, host, 0);
        });
        final long id = mutexes.id();
        while (ctx.<Integer>call(host, c -> host(c, id).waitingCount()) < 300) {
            for (int i = 0; i < counters.size(); i++) {
                if (i > 0) {
                    counters.add(ctx, i, 1);
                }
            }
        }
        final long before = counters.get(ctx, 0);
        mutexes.unlock(ctx, host, 0);
        ctx.awaitTasks();
        return counters.get(ctx, 0) + before * 1_000_000;
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldSurviveRefusedClaims(final Plan plan) {
        for (int every = 2; every <= 3; every++) {
            final int n = every;
            try (LoopbackNetwork network = new LoopbackNetwork(3);
                    GmtCluster cluster = TestClusters.builder(3, plan, MutexTest.class)
                        .transports((nodeId, nodeCount) ->
                        FaultyTransport.over(network.open(nodeId, nodeCount)).delaying(n).refusingEvery(n)).start()) {
                assertEquals(100, cluster.<Long>call(ctx -> count(ctx, 2, 100)));
            }
        }
    }

    /** First come, first served: lockers queue one after the other, and get it in that order. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldServeInTheOrderOfRequests(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MutexTest.class)) {
            final String order = cluster.call(ctx -> {
                final Mutexes mutexes = Mutexes.create(ctx, 1);
                final long id = mutexes.id();
                final GlobalLongArray places = GlobalLongArray.allocate(ctx, 13);
                mutexes.lock(ctx, 0, 0);
                for (int i = 0; i < 12; i++) {
                    final int mine = i;
                    ctx.executeNb(i % ctx.nodeCount(), c -> {
                        mutexes.lock(c, 0, 0);
                        final long place = places.get(c, 12);
                        places.put(c, 12, place + 1);
                        places.put(c, mine, place);
                        mutexes.unlock(c, 0, 0);
                    });
                    while (host(ctx, id).waitingCount() <= mine) {
                        ctx.yield();
                    }
                }
                mutexes.unlock(ctx, 0, 0);
                ctx.awaitTasks();
                final long[] found = new long[12];
                places.get(ctx, 0, found, 0, 12);
                return java.util.Arrays.toString(found);
            });
            assertEquals("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]", order);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseWhatIsWrong(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MutexTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final StringBuilder text = new StringBuilder();
                final Mutexes mutexes = Mutexes.create(ctx, 2);
                final int host = ctx.nodeCount() - 1;
                text.append(Refusal.of(() -> Mutexes.create(ctx, 0), "at least 1"));
                text.append(Refusal.of(() -> mutexes.lock(ctx, host, 2), "mutex 2 of 2"));
                text.append(Refusal.of(() -> mutexes.lock(ctx, -1, 0), "node -1"));
                text.append(Refusal.of(() -> mutexes.lock(ctx, host, 0, -1), "-1 ns"));
                text.append(Refusal.of(() -> mutexes.unlock(ctx, host, 1), "GMT-282"));
                mutexes.lock(ctx, host, 1);
                text.append(Refusal.of(() -> mutexes.lock(ctx, host, 1), "GMT-280"));
                text.append(Refusal.of(() -> mutexes.tryLock(ctx, host, 1), "GMT-280"));
                text.append(Refusal.of(() -> mutexes.destroy(ctx), "GMT-284"));
                text.append(ctx.<String>call(ctx.nodeCount() / 2, c -> mutexes.isHeld(c, host, 1) + " "
                    + Refusal.of(() -> mutexes.unlock(c, host, 1), "GMT-282") + mutexes.tryLock(c, host, 1))
                    .replace("false false", ""));
                text.append(mutexes.lock(ctx, host, 0, LONG) ? "" : "free mutex not granted; ");
                mutexes.unlock(ctx, host, 0);
                mutexes.unlock(ctx, host, 1);
                text.append(Refusal.of(() -> mutexes.unlock(ctx, host, 1), "GMT-282"));
                text.append(ctx.<String>callLocal(host, c -> {
                    try {
                        mutexes.tryLock(c, host, 0);
                    } catch (final SuspendExecution | IllegalStateException e) {
                        return String.valueOf(e.getMessage()).contains("GMT-214") ? "" : "local body: " + e;
                    }
                    return "locked in a local body; ";
                }));
                mutexes.destroy(ctx);
                text.append(Refusal.of(() -> mutexes.destroy(ctx), "GMT-283"));
                text.append(Refusal.of(() -> mutexes.lock(ctx, host, 0), "GMT-283"));
                text.append(Refusal.of(() -> mutexes.lock(ctx, host, 0, LONG), "GMT-283"));
                text.append(Refusal.of(() -> mutexes.tryLock(ctx, host, 0), "GMT-283"));
                return text.toString();
            }));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldWithdrawAtTheDeadline(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MutexTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final Mutexes mutexes = Mutexes.create(ctx, 1);
                final long id = mutexes.id();
                final StringBuilder text = new StringBuilder();
                for (int host = 0; host < ctx.nodeCount(); host++) {
                    final int at = host;
                    mutexes.lock(ctx, at, 0);
                    final List<Boolean> got = ctx.callOnAll(c -> mutexes.lock(c, at, 0, 1_000L * c.nodeId()));
                    text.append(got.contains(true) ? "granted while held; " : "");
                    final int left = ctx.call(at, c -> host(c, id)
                        .waitingCount());
                    text.append(left == 0 ? "" : left + " still wait; ");
                    mutexes.unlock(ctx, at, 0);
                    // Nobody who has given up got it after all.
                    text.append(mutexes.tryLock(ctx, at, 0) ? "" : "taken by somebody who gave up; ");
                    mutexes.unlock(ctx, at, 0);
                }
                return text.toString();
            }));
        }
    }

    /** Deadlines as short as a round trip cross with grants: the mutex is never lost and never held twice. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNotLoseTheMutexWhenGrantsAndDeadlinesCross(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MutexTest.class)) {
            grantedOf400(cluster, false, 0);
            assertEquals(0, grantedOf400(cluster, true, 0), "granted what is held");
            assertEquals(400, grantedOf400(cluster, false, 60_000_000_000L), "all have time");
        }
    }

    /** Returns how many tasks were granted the mutex, which wait for so long and a random time more. */
    private static long grantedOf400(final GmtCluster cluster, final boolean isHeld, final long leastNs) {
        final long[] counts = cluster.call(ctx -> {
            final Mutexes mutexes = Mutexes.create(ctx, 1);
            final GlobalLongArray cells = GlobalLongArray.allocate(ctx, 3);
            final int host = ctx.nodeCount() - 1;
            if (isHeld) {
                mutexes.lock(ctx, host, 0);
            }
            ctx.parFor(400, 4, SpawnPolicy.SPREAD, (i, c) -> {
                if (mutexes.lock(c, host, 0, leastNs + c.nextRandom(60_000))) {
                    final long value = cells.get(c, 0);
                    c.yield();
                    cells.put(c, 0, value + 1);
                    cells.addNb(c, 1, 1);
                    mutexes.unlock(c, host, 0);
                } else {
                    cells.addNb(c, 2, 1);
                }
            });
            if (isHeld) {
                mutexes.unlock(ctx, host, 0);
            }
            mutexes.lock(ctx, host, 0);
            mutexes.unlock(ctx, host, 0);
            mutexes.destroy(ctx);
            return cells.toArray(ctx);
        });
        assertEquals(counts[0], counts[1], "held twice");
        assertEquals(400, counts[1] + counts[2]);
        return counts[1];
    }

    /** The host may grant what the task of a job that is over does not wait for any more. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldGiveBackWhatATryInACancelledJobGot(final int nodes, final Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MutexTest.class)) {
            final Mutexes mutexes = cluster.call(ctx -> Mutexes.create(ctx, 1));
            for (int i = 0; i < nodes; i++) {
                final int host = i;
                final Job<?> job = cluster.submit(ctx -> {
                    ctx.progressed(1);
                    while (!ctx.isCancelled()) {
                        Thread.onSpinWait();
                    }
                    mutexes.tryLock(ctx, host, 0);
                    return null;
                });
                while (job.progress().done() == 0) {
                    Thread.onSpinWait();
                }
                job.cancel();
                job.ended().toCompletableFuture().get();
                final boolean isFree = cluster.call(ctx -> {
                    final boolean got = mutexes.tryLock(ctx, host, 0);
                    if (got) {
                        mutexes.unlock(ctx, host, 0);
                    }
                    return got;
                });
                assertTrue(isFree, "mutex of node " + host);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldGiveBackWhatAFailedHolderHeld(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MutexTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final StringBuilder text = new StringBuilder();
                final Mutexes mutexes = Mutexes.create(ctx, 3);
                final int last = ctx.nodeCount() - 1;
                text.append(Refusal.of(() -> ctx.execute(last, c -> {
                    mutexes.lock(c, 0, 0);
                    mutexes.lock(c, last, 1);
                    throw new ArithmeticException("on purpose");
                }), "on purpose"));
                text.append(mutexes.tryLock(ctx, 0, 0) && mutexes.tryLock(ctx, last, 1) ? "" : "not given back; ");
                // A body that returns with a mutex has a bug: given back, and reported.
                text.append(Refusal.of(() -> ctx.execute(last, c -> mutexes.lock(c, 0, 2)), "GMT-281"));
                text.append(mutexes.tryLock(ctx, 0, 2) ? "" : "not given back after a return; ");
                mutexes.unlock(ctx, 0, 0);
                mutexes.unlock(ctx, 0, 2);
                mutexes.unlock(ctx, last, 1);
                mutexes.destroy(ctx);
                return text.toString();
            }));
            final ParForException e = assertThrows(ParForException.class, () -> cluster.run(ctx -> {
                final Mutexes mutexes = Mutexes.create(ctx, 1);
                mutexes.lock(ctx, 0, 0);
            }));
            assertTrue(e.getMessage().contains("GMT-281"), e.getMessage());
        }
    }

    /** Each member waits for the mutex while the holder fails: one after the other gets it. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldPassOnWhenHoldersFail(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MutexTest.class)) {
            assertEquals(5L * nodes, cluster.<Long>call(ctx -> {
                final Mutexes mutexes = Mutexes.create(ctx, 1);
                final GlobalLongArray turns = GlobalLongArray.allocate(ctx, 1);
                final List<String> wrong = new ArrayList<>();
                for (int round = 0; round < 5; round++) {
                    wrong.add(Refusal.of(() -> ctx.executeOnAll(c -> {
                        mutexes.lock(c, c.nodeCount() - 1, 0);
                        turns.addNb(c, 0, 1);
                        throw new ArithmeticException("on purpose");
                    }), "on purpose"));
                }
                return String.join("", wrong).isEmpty() ? turns.get(ctx, 0) : -1;
            }));
        }
    }
}
