package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskHandle;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Single tasks on chosen nodes, their results, and trees of tasks. */
@Timeout(240)
class TaskTest {
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldRunWhereTold(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, TaskTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(TaskTest::places)));
        }
    }

    private static List<String> places(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final int n = ctx.nodeCount();
        final GlobalLongArray ran = GlobalLongArray.allocate(ctx, 8L * n);
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(100).cyclic(3));
        for (int node = 0; node < n; node++) {
            final int target = node;
            ctx.execute(node, c -> ran.addNb(c, c.nodeId(), c.nodeId() == target && c.isPreemptable() ? 1 : 1000));
            final int where = ctx.call(node, c -> c.nodeId() * 10 + c.nodeCount());
            failures.add(where == node * 10 + n ? "" : "call at " + node + " gave " + where);
            ctx.executeNb(node, c -> ran.addNb(c, n + c.nodeId(), 1));
            ctx.executeLocal(node, c -> ran.addNb(c, 2L * n + c.nodeId(), 1));
            final int local = ctx.callLocal(node, c -> c.nodeId() + 7);
            failures.add(local == node + 7 ? "" : "callLocal at " + node + " gave " + local);
            ctx.executeLocalNb(node, c -> ran.addNb(c, 3L * n + c.nodeId(), 1));
            final boolean accepted = ctx.tryExecute(node, c -> ran.addNb(c, 4L * n + c.nodeId(), 1));
            failures.add(accepted ? "" : "tryExecute refused by an idle node");
        }
        ctx.awaitTasks();
        ctx.executeOnAll(c -> ran.addNb(c, 5L * n + c.nodeId(), 1));
        ctx.executeOnAll(c -> c.executeOnAll(d -> ran.addNb(d, 6L * n + d.nodeId(), 1)));
        for (int i = 0; i < 100; i++) {
            final int index = i;
            ctx.executeAt(a, i, c -> a.setLocal(index, index));
            final long back = ctx.callAt(a, i, c -> a.getLocal(index) * 2);
            failures.add(back == 2L * i ? "" : "callAt gave " + back);
        }
        // What a local body issues is not waited for by its sender; the get behind it is executed behind it or
        // elsewhere.
        await(ctx, ran, 2L * n, 4L * n);
        final long[] counts = new long[8 * n];
        ran.get(ctx, 0, counts, 0, counts.length);
        for (int i = 0; i < 7 * n; i++) {
            final long expected = i / n == 6 ? n : 1;
            failures.add(counts[i] == expected ? ""
                : "form " + i / n + " at node " + i % n + " ran " + counts[i] + " times");
        }
        final List<String> names = ctx.callOnAll(c -> "node " + c.nodeId());
        for (int node = 0; node < n; node++) {
            failures.add(names.get(node).equals("node " + node) ? "" : "callOnAll gave " + names);
        }
        final List<Object> nothing = ctx.callOnAll(c -> null);
        failures.add(nothing.size() == n && nothing.get(0) == null ? "" : "callOnAll of null gave " + nothing);
        return failures;
    }

    private static void await(final TaskContext ctx, final GlobalLongArray ran, final long low, final long high)
        throws SuspendExecution {
        for (long i = low; i < high; i++) {
            for (;;) {
                final long v = ran.get(ctx, i);
                if (v != 0) {
                    break;
                }
                ctx.yield();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldAwaitWholeTrees(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, TaskTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(TaskTest::trees)));
        }
    }

    private static List<String> trees(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final GlobalLongArray count = GlobalLongArray.allocate(ctx, 4);
        // A chain over all nodes, each link the only task that runs.
        final TaskHandle chain = ctx.newHandle();
        ctx.execute(chain, 1 % ctx.nodeCount(), c -> link(c, count, 1000));
        ctx.await(chain);
        final long links = count.get(ctx, 0);
        failures.add(links == 1001 ? "" : "chain of " + links);
        // A chain that stays on one node.
        final TaskHandle deep = ctx.newHandle();
        ctx.execute(deep, 0, c -> stay(c, count, 5000));
        ctx.await(deep);
        final long steps = count.get(ctx, 1);
        failures.add(steps == 5001 ? "" : "chain in place of " + steps);
        // Random trees from several roots; a loop is one of them.
        for (int round = 0; round < 5; round++) {
            final TaskHandle tree = ctx.newHandle();
            final long seed = round;
            ctx.execute(tree, 0, c -> grow(c, count, seed, 9));
            ctx.parFor(tree, 8, 3, SpawnPolicy.PARTITION, (i, c) -> grow(c, count, seed * 8 + i, 5));
            ctx.await(tree);
            failures.add(tree.pendingCount() == 0 ? "" : "pending " + tree.pendingCount());
            long expected = size(seed, 9);
            for (int i = 0; i < 8; i++) {
                expected += size(seed * 8 + i, 5);
            }
            final long grown = count.swap(ctx, 2, 0);
            failures.add(grown == expected ? "" : "tree of " + grown + ", expected " + expected);
        }
        // Descendants spawn loops of the same tree.
        final TaskHandle loops = ctx.newHandle();
        ctx.execute(loops, ctx.nodeCount() - 1, c -> {
            c.spawnMore(20, 3, SpawnPolicy.PARTITION,
                (lo, hi, d) -> d.spawnMore(hi - lo, 1, SpawnPolicy.REMOTE, (i, e) -> count.addNb(e, 2, 1)));
            c.spawnMore(7, 2, SpawnPolicy.SPREAD, (i, d) -> d.spawnMore(0, e -> count.addNb(e, 2, 100)));
        });
        ctx.await(loops);
        final long looped = count.swap(ctx, 2, 0);
        failures.add(looped == 720 ? "" : "loops of a tree " + looped);
        final TaskHandle empty = ctx.newHandle();
        ctx.await(empty);
        failures.add(LoopTest.refusal(() -> ctx.await(empty), "once"));
        failures.add(LoopTest.refusal(() -> ctx.execute(empty, 0, c -> { }), "awaited"));
        // Failures of the tree come out at the wait, with their count.
        final TaskHandle bad = ctx.newHandle();
        ctx.execute(bad, ctx.nodeCount() - 1, c -> {
            c.spawnMore(0, d -> {
                throw new IllegalStateException("leaf");
            });
            c.spawnMore(c.nodeCount() - 1, d -> count.addNb(d, 3, 1));
        });
        failures.add(LoopTest.refusal(() -> ctx.await(bad), "leaf"));
        final long other = count.get(ctx, 3);
        failures.add(other == 1 ? "" : "the other leaf ran " + other + " times");
        return failures;
    }

    private static void link(final TaskContext c, final GlobalLongArray count, final int left) {
        count.addNb(c, 0, 1);
        if (left > 0) {
            c.spawnMore((c.nodeId() + 1) % c.nodeCount(), d -> link(d, count, left - 1));
        }
    }

    private static void stay(final TaskContext c, final GlobalLongArray count, final int left) {
        count.addNb(c, 1, 1);
        if (left > 0) {
            c.spawnMore(c.nodeId(), d -> stay(d, count, left - 1));
        }
    }

    private static int children(final long seed, final int depth) {
        return depth == 0 ? 0 : (int) (TaskSeed.mix(seed * 31 + depth) >>> 62);
    }

    private static long size(final long seed, final int depth) {
        long size = 1;
        for (int k = 0; k < children(seed, depth); k++) {
            size += size(seed * 4 + k, depth - 1);
        }
        return size;
    }

    private static void grow(final TaskContext c, final GlobalLongArray count, final long seed, final int depth) {
        count.addNb(c, 2, 1);
        for (int k = 0; k < children(seed, depth); k++) {
            final int child = k;
            c.spawnMore((int) Long.remainderUnsigned(TaskSeed.mix(seed + k), c.nodeCount()),
                d -> grow(d, count, seed * 4 + child, depth - 1));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldReportSaturation(final int nodes, final TestClusters.Plan plan) {
        final TaskConfig few = new TaskConfig(64, 24, 64, 256, 10, 20);
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, TaskTest.class).set(few).start()) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final int target = ctx.nodeCount() - 1;
                final GlobalLongArray count = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(1).allocated(Allocation.LOCAL));
                int refused = 0;
                for (int round = 0; round < 50; round++) {
                    int accepted = 0;
                    while (ctx.tryExecute(target, c -> count.addNb(c, 0, 1)) && accepted < 1000) {
                        accepted++;
                    }
                    refused++;
                    if (accepted >= 1000 && target != 0 || accepted < 10 && round == 0) {
                        failures.add("accepted " + accepted);
                    }
                    ctx.awaitTasks();
                    final long ran = count.swap(ctx, 0, 0);
                    failures.add(ran == accepted ? "" : "accepted " + accepted + ", ran " + ran);
                }
                failures.add(refused == 50 ? "" : "never refused");
                if (target != 0) {
                    // Beyond the limit spawning fails, and what was spawned before still counts.
                    try {
                        for (int i = 0; i < 1000; i++) {
                            ctx.executeNb(target, c -> count.addNb(c, 0, 1));
                        }
                    } catch (final RuntimeException e) {
                        failures.add(e.getMessage().contains("GMT-216") ? "" : e.toString());
                    }
                    ctx.awaitTasks();
                    final long ran = count.swap(ctx, 0, 0);
                    failures.add(ran >= 20 && ran <= 1000 ? "" : "ran " + ran);
                }
                return failures;
            })));
        }
    }
}
