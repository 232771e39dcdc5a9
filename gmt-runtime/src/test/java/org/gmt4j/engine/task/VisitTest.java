package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskHandle;
import org.gmt4j.TestClusters;
import org.gmt4j.Visitor;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies that are not preemptable: what they may do, and how to know that what they have issued is done. */
@Timeout(90)
class VisitTest {
    private static volatile boolean isOpen;
    private static final AtomicInteger REFUSED = new AtomicInteger();

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldNotBePreemptableOnAnyNode(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ctx.nodeCount());
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) ->
                    a.setLocal(index, c.isPreemptable() || c.workerId() >= 0 ? 2 : 1));
                for (int node = 0; node < ctx.nodeCount(); node++) {
                    final boolean local = ctx.callLocal(node, c -> c.isPreemptable() || c.workerId() >= 0);
                    failures.add(local ? "a local body at node " + node + " says it is preemptable" : "");
                    final String nested = ctx.call(node, c -> c.isPreemptable() + " "
                        + c.<Boolean>callLocal(c.nodeId(), d -> d.isPreemptable()) + " " + c.isPreemptable());
                    failures.add(nested.equals("true false true") ? "" : nested);
                    visitor.send(ctx, node, 0);
                }
                failures.add(ctx.isPreemptable() ? "" : "the task is not preemptable any more");
                ctx.await();
                final long[] seen = new long[ctx.nodeCount()];
                a.get(ctx, 0, seen, 0, seen.length);
                for (final long s : seen) {
                    failures.add(s == 1 ? "" : "a visit says it is preemptable: " + s);
                }
                return failures;
            })));
        }
    }

    /**
     * Each program begins with the same seed: what it draws does not depend on where a local body runs, nor do its own
     * numbers.
     */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldDrawTheSameInLocalBodiesEverywhere(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitTest.class)) {
            final List<String> draws = new ArrayList<>();
            for (int target = 0; target < nodes; target++) {
                final int node = target;
                draws.add(cluster.call(ctx -> {
                    final long first = ctx.nextRandom();
                    final long drawn = ctx.callLocal(node, c -> c.nextRandom() + c.nextRandom());
                    return first + " " + drawn + " " + ctx.nextRandom();
                }));
            }
            assertEquals(1, draws.stream().distinct().count(), draws.toString());
            assertEquals(draws.get(0).replaceAll(" .* ", " "),
                cluster.<String>call(ctx -> ctx.nextRandom() + " " + ctx.nextRandom()));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldAwaitWhatVisitsHaveSent(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 50);
                final GlobalLongArray count = GlobalLongArray.allocate(ctx, 2);
                // The argument: which visitor, and how many steps are left.
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> {
                    count.addNb(c, index & 1, 1);
                    final int steps = (int) argument;
                    if (steps > 0) {
                        ((Visitor) EngineTask.of(c).runtime().visitors().visitor(argument >>> 32))
                            .send(c, (index * 31 + steps) % 50, argument - 1);
                    }
                });
                for (int round = 1; round <= 10; round++) {
                    for (int i = 0; i < 50; i++) {
                        visitor.send(ctx, i, visitor.boundId() << 32 | 20);
                    }
                    ctx.await();
                    ctx.awaitVisits();
                    final long[] counts = new long[2];
                    count.get(ctx, 0, counts, 0, 2);
                    failures.add(counts[0] + counts[1] == round * 50L * 21 ? ""
                        : "round " + round + ": " + (counts[0] + counts[1]) + " visits");
                    ctx.executeLocal(ctx.nodeCount() - 1, c -> count.addNb(c, 0, -5));
                    ctx.awaitVisits(Long.MAX_VALUE);
                    final long now = count.get(ctx, 0);
                    failures.add(now == counts[0] - 5 ? "" : "after a local body " + now);
                    count.put(ctx, 0, counts[0]);
                }
                failures.add(LoopTest.refusal(() -> ctx.awaitVisits(-1), "-1 ns"));
                return failures;
            })));
        }
    }

    /** At home as elsewhere. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseVisitsByAClosedVisitor(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ctx.nodeCount());
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> a.addNb(c, index, 1));
                visitor.close(ctx);
                for (int i = 0; i < ctx.nodeCount(); i++) {
                    final int index = i;
                    failures.add(LoopTest.refusal(() -> {
                        visitor.send(ctx, index, 1);
                        ctx.await();
                    }, index == ctx.nodeId() ? "GMT-235 visitor " : "visitor"));
                }
                final long ran = a.sum(ctx);
                failures.add(ran == 0 ? "" : ran + " visits have run");
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseNodesThatDoNotExist(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ctx.nodeCount());
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> { });
                for (final int node : new int[] {-1, ctx.nodeCount(), Integer.MAX_VALUE}) {
                    failures.add(LoopTest.refusal(() -> visitor.sendTo(ctx, node, 0, 1),
                        "node " + node + " of " + ctx.nodeCount() + " nodes"));
                }
                ctx.await();
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldGiveUpVisitsThatGoOn(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitTest.class)) {
            isOpen = false;
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ctx.nodeCount());
                // For ever from node to node, until told to stop.
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> {
                    if (!isOpen) {
                        ((Visitor) EngineTask.of(c).runtime().visitors().visitor(argument))
                            .send(c, (index + 1) % c.nodeCount(), argument);
                    }
                });
                if (ctx.nodeCount() > 1) {
                    visitor.send(ctx, 1, visitor.boundId());
                    ctx.await();
                    failures.add(LoopTest.refusal(() -> ctx.awaitVisits(1_000_000), "GMT-212 what visits"));
                }
                isOpen = true;
                ctx.awaitVisits();
                return failures;
            })));
        }
    }

    private static void stall() {
        while (!isOpen) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseVisitsInsteadOfWaiting(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, VisitTest.class)
            .set(TestClusters.aggregation(256, 16, 1024, 4, 3, 8, 4)).start()) {
            isOpen = false;
            REFUSED.set(0);
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final int last = ctx.nodeCount() - 1;
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ctx.nodeCount());
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> {
                    if (argument == 0) {
                        stall();
                    }
                    a.setLocal(index, a.getLocal(index) + 1);
                });
                int accepted = 0;
                if (last > 0) {
                    visitor.send(ctx, last, 0);
                    accepted++;
                }
                while (accepted < 10_000 && visitor.trySend(ctx, last, 1)) {
                    accepted++;
                }
                failures.add(last == 0 || accepted < 200 ? "" : "accepted " + accepted + " visits to a stalled node");
                if (last > 0) {
                    failures.add(visitor.trySend(ctx, last, 1) ? "accepted behind a refusal" : "");
                    failures.add(ctx.tryExecute(last, c -> REFUSED.incrementAndGet()) ? "a task was accepted" : "");
                    failures.add(ctx.tryParFor(ctx.nodeCount(), 1, SpawnPolicy.PARTITION,
                        (i, c) -> REFUSED.incrementAndGet()) ? "a loop was accepted" : "");
                }
                isOpen = true;
                ctx.await();
                ctx.awaitTasks();
                final long visited = a.get(ctx, last);
                failures.add(visited == accepted ? "" : "accepted " + accepted + ", visited " + visited);
                failures.add(visitor.trySend(ctx, last, 1) ? "" : "refused by an idle node");
                ctx.await();
                failures.add(REFUSED.get() == 0 ? "" : REFUSED.get() + " refused bodies ran");
                return failures;
            })));
        }
    }

    /** Nobody awaits them: they are known while their tasks run, and with the next task again. */
    @ParameterizedTest
    @EnumSource
    void shouldForgetTheJoinsOfWhatLocalBodiesSpawn(final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(2, plan, VisitTest.class)) {
            assertEquals("600 tasks, 0 joins", cluster.call(ctx -> {
                final GlobalLongArray ran = GlobalLongArray.allocate(ctx, 1);
                for (int i = 0; i < 200; i++) {
                    ctx.executeLocal(1, there -> {
                        final TaskHandle handle = there.newHandle();
                        there.execute(handle, 0, far -> ran.addNb(far, 0, 1));
                        there.execute(handle, 0, far -> ran.addNb(far, 0, 1));
                        there.executeNb(0, far -> ran.addNb(far, 0, 1));
                    });
                }
                ctx.awaitVisits();
                final long count = ran.get(ctx, 0);
                return count + " tasks, " + ctx.call(1, c -> EngineTask.of(c).parts.tasks().joins.size()) + " joins";
            }));
        }
    }

    /** Visits of elements that do not exist reach no body: neither this one nor that of another visitor. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseVisitsOfNoElement(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitTest.class)) {
            final long visits = cluster.call(ctx -> {
                final GlobalLongArray elements = GlobalLongArray.allocate(ctx, 10);
                final GlobalLongArray counts = GlobalLongArray.allocate(ctx, 1);
                final Visitor visitor = Visitor.open(ctx, elements, (i, argument, c) -> counts.addNb(c, 0, 1));
                final Visitor other = Visitor.open(ctx, elements, (i, argument, c) -> counts.addNb(c, 0, 1));
                for (final long index : new long[] {-1, 10, CommandWord.MAX_OFFSET + 1, Long.MIN_VALUE}) {
                    assertThrows(IndexOutOfBoundsException.class,
                        () -> visitor.sendTo(ctx, ctx.nodeCount() - 1, index, 1));
                    assertThrows(IndexOutOfBoundsException.class, () -> visitor.send(ctx, index, 1));
                }
                ctx.awaitVisits();
                visitor.close(ctx);
                other.close(ctx);
                return counts.get(ctx, 0);
            });
            assertEquals(0, visits);
        }
    }
}
