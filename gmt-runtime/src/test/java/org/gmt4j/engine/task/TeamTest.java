package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.CollectiveAbortedException;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.ReduceOperator;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskHandle;
import org.gmt4j.TestClusters;
import org.gmt4j.armci.ProcessGroup;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who meets whom in a collective, and what becomes of those who wait when a member of the team fails. */
@Timeout(90)
class TeamTest {
    private static final AtomicInteger ABORTED = new AtomicInteger();

    @BeforeEach
    void reset() {
        ABORTED.set(0);
    }

    private static void fail(final TaskContext c) {
        throw new ArithmeticException("on purpose at node " + c.nodeId());
    }

    /** A body that meets the others some times, then fails on one node. */
    private static void meet(final TaskContext c, final int bad, final int rounds) throws SuspendExecution {
        for (int round = 0; round < rounds; round++) {
            c.barrier();
        }
        if (c.nodeId() == bad) {
            fail(c);
        }
        try {
            c.barrier();
        } catch (final CollectiveAbortedException e) {
            if (e.failedNodeId() == bad && e.reason().contains("on purpose") && e.getMessage().startsWith("GMT-247 ")) {
                ABORTED.incrementAndGet();
            }
            throw e;
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldTellThoseWhoWaitThatAMemberHasFailed(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, TeamTest.class)) {
            for (int node = 0; node < nodes; node++) {
                final int bad = node;
                final int rounds = node % 3;
                ABORTED.set(0);
                final ParForException e = assertThrows(ParForException.class, () ->
                    cluster.run(ctx -> ctx.executeOnAll(c -> meet(c, bad, rounds))));
                // The failure itself comes out, not one that follows from it.
                assertTrue(e.getMessage().contains("on purpose at node " + bad), e.getMessage());
                assertTrue(ABORTED.get() <= nodes - 1);
                assertTrue(rounds > 0 || ABORTED.get() == nodes - 1, ABORTED.get() + " of " + nodes + " told");
                // The next team begins anew.
                assertEquals((long) nodes, cluster.<Long>call(ctx ->
                    ctx.callOnAll(c -> c.collectives().allReduce(1, ReduceOperator.SUM)).get(bad)));
            }
            assertEquals(0L, cluster.<Long>call(TeamTest::teamsLeft));
        }
    }

    /** Teams are forgotten everywhere, soon after their end. */
    private static long teamsLeft(final TaskContext ctx) throws SuspendExecution {
        for (;;) {
            long left = 0;
            final List<Integer> counts = ctx.callOnAll(c -> EngineTask.of(c).parts.rounds().teamCount());
            for (final int count : counts) {
                left += count;
            }
            if (left == 0) {
                return 0;
            }
            ctx.yield();
        }
    }

    /** The spawner's node meets nobody, and has its tasks' nodes forget the team all the same. */
    @ParameterizedTest
    @EnumSource
    void shouldForgetTeamsOfGroupsThatLeaveOutTheSpawner(final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(3, plan, TeamTest.class)) {
            assertEquals(0L, cluster.<Long>call(ctx -> {
                final ProcessGroup group = ProcessGroup.create(ctx, 1, 2);
                for (int i = 0; i < 10; i++) {
                    ctx.executeOnAll(c -> {
                        if (group.contains(c.nodeId())) {
                            group.barrier(c);
                        }
                    });
                    // results in pieces
                    ctx.callOnAll(c -> {
                        if (group.contains(c.nodeId())) {
                            group.barrier(c);
                        }
                        return new long[10_000];
                    });
                }
                return teamsLeft(ctx);
            }));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldAbortEveryFormOfTeam(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, TeamTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final int n = ctx.nodeCount();
                final int bad = n - 1;
                failures.add(LoopTest.refusal(() -> ctx.callOnAll(c -> {
                    meet(c, bad, 1);
                    return 1;
                }), "on purpose"));
                failures.add(LoopTest.refusal(() -> ctx.parFor(n, 1, (i, c) -> meet(c, bad, 0)), "on purpose"));
                failures.add(LoopTest.refusal(() -> ctx.parFor(n, 1, SpawnPolicy.PARTITION_HERE,
                    (lo, hi, c) -> meet(c, bad, 2)), "on purpose"));
                for (int node = 0; node < n; node++) {
                    ctx.executeNb(node, c -> meet(c, bad, 1));
                }
                failures.add(LoopTest.refusal(() -> ctx.awaitTasks(), "on purpose"));
                final TaskHandle handle = ctx.newHandle();
                for (int node = 0; node < n; node++) {
                    ctx.execute(handle, node, c -> meet(c, bad, 1));
                }
                failures.add(LoopTest.refusal(() -> ctx.await(handle), "on purpose"));
                // A local loop speaks for the member that runs it; so does a task on the own node.
                failures.add(LoopTest.refusal(() -> ctx.executeOnAll(c -> c.parFor(1, 1, SpawnPolicy.LOCAL,
                    (i, d) -> meet(d, bad, 1))), "on purpose"));
                failures.add(LoopTest.refusal(() -> ctx.executeOnAll(c -> c.execute(c.nodeId(), d -> meet(d, bad, 1))),
                    "on purpose"));
                // The member fails while others wait in what speaks for them.
                failures.add(LoopTest.refusal(() -> ctx.executeOnAll(c -> {
                    if (c.nodeId() == bad) {
                        fail(c);
                    }
                    c.execute(c.nodeId(), d -> d.barrier());
                }), "on purpose"));
                if (n > 1) {
                    failures.add(LoopTest.refusal(() -> ctx.execute(1, c -> c.barrier()), "GMT-248"));
                }
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldNotAbortForWhatABodyHandles(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, TeamTest.class)) {
            final List<String> failures = cluster.call(ctx -> ctx.callOnAll(c -> {
                final StringBuilder text = new StringBuilder();
                for (int round = 0; round < 5; round++) {
                    if (c.nodeId() == round % c.nodeCount()) {
                        text.append(LoopTest.refusal(() -> fail(c), "on purpose"));
                        text.append(LoopTest.refusal(() -> c.parFor(4, 1, SpawnPolicy.LOCAL, (i, d) -> fail(d)),
                            "3 more"));
                        text.append(LoopTest.refusal(() -> c.parFor(7, 1, (i, d) -> fail(d)), "on purpose"));
                        text.append(LoopTest.refusal(() -> c.executeOnAll(d -> fail(d)), "on purpose"));
                        text.append(LoopTest.refusal(() -> c.executeOnAll(d -> meet(d, 0, 1)), "on purpose"));
                        c.executeNb((c.nodeId() + 1) % c.nodeCount(), d -> fail(d));
                        text.append(LoopTest.refusal(() -> c.awaitTasks(), "on purpose"));
                    }
                    final long sum = c.collectives().allReduce(1, ReduceOperator.SUM);
                    text.append(sum == c.nodeCount() ? "" : "sum " + sum);
                }
                return text.toString();
            }));
            assertEquals("", TestClusters.join(failures));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldLetMembersGoOnWithoutCollectives(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, TeamTest.class)) {
            final ParForException e = assertThrows(ParForException.class,
                () -> cluster.run(ctx -> ctx.executeOnAll(c -> {
                if (c.nodeId() == 0) {
                    fail(c);
                }
                final String first = LoopTest.refusal(() -> c.barrier(), "GMT-247");
                final String second = LoopTest.refusal(() -> c.collectives().gather(c.nodeId(), 1), "GMT-247");
                final long ten = c.call(0, d -> 10L);
                final List<Long> sums = c.callOnAll(d -> d.collectives().allReduce(1, ReduceOperator.SUM));
                if (first.isEmpty() && second.isEmpty() && ten == 10 && sums.get(0) == c.nodeCount()) {
                    ABORTED.incrementAndGet();
                }
            })));
            assertEquals(1, e.failureCount());
            assertEquals(nodes - 1, ABORTED.get());
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldKeepTeamsApart(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, TeamTest.class)) {
            final List<String> failures = cluster.call(ctx -> {
                final List<String> found = new ArrayList<>();
                for (int team = 0; team < 4; team++) {
                    final int factor = team + 1;
                    ctx.executeNb(team % ctx.nodeCount(), owner -> {
                        final List<Long> sums = owner.callOnAll(c -> {
                            long sum = 0;
                            for (int round = 0; round < 20; round++) {
                                final long got = c.collectives().allReduce(factor, ReduceOperator.SUM);
                                sum += got == (long) factor * c.nodeCount() ? 1 : 1000;
                            }
                            return sum;
                        });
                        for (final long sum : sums) {
                            if (sum != 20) {
                                throw new IllegalStateException("sums " + sums);
                            }
                        }
                    });
                }
                ctx.awaitTasks();
                // The same nodes twice in one team: rounds are given out in the order of the calls.
                for (int node = 0; node < ctx.nodeCount(); node++) {
                    ctx.executeNb(node, c -> c.barrier());
                }
                for (int node = 0; node < ctx.nodeCount(); node++) {
                    ctx.executeNb(node, c -> c.barrier());
                }
                ctx.awaitTasks();
                return found;
            });
            assertEquals("", TestClusters.join(failures));
            assertEquals(0L, cluster.<Long>call(TeamTest::teamsLeft));
        }
    }
}
