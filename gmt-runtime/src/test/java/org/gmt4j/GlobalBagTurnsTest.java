package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes of bags within the loops over them, which would take the memory away that the loops read. */
@Timeout(240)
class GlobalBagTurnsTest {
    private static final int ITEMS = 3000;
    private static final List<String> CHANGES = List.of("drained", "records drained", "rebalanced", "cleared", "freed");
    private static final List<String> LOOPS = List.of("forEach", "forEachRecord", "drain", "drainRecords");
    private static final String NONE = "not refused";
    private static volatile boolean isOpen;

    static Stream<Arguments> shapes() {
        return TestClusters.fewShapes();
    }

    private static long arrayBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum();
    }

    private static String same(final String what, final Object expected, final Object found) {
        return expected.equals(found) ? "" : what + ": expected " + expected + ", found " + found;
    }

    /** The outer loop has records on one node only, so the loops of all other nodes have ended. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldRefuseAChangeWhileALoopRunsOnAnyNode(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, GlobalBagTurnsTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (int loop = 0; loop < LOOPS.size(); loop++) {
                    for (int change = 0; change < CHANGES.size(); change++) {
                        for (int distance = 0; distance < ctx.nodeCount(); distance++) {
                            changeInLoop(ctx, failures, loop, change, distance);
                        }
                    }
                }
                return failures;
            })));
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static void changeInLoop(final TaskContext ctx, final List<String> failures, final int loop,
                                     final int change, final int distance) throws SuspendExecution {
        final String what = CHANGES.get(change) + " in " + LOOPS.get(loop) + " from " + distance;
        final GlobalBag bag = GlobalBag.allocate(ctx, 1, ContainerSpec.of(0).named("busy"));
        final GlobalLongArray seen = GlobalLongArray.allocate(ctx, 2);
        final int last = ctx.nodeCount() - 1;
        ctx.parFor(ITEMS, 0, (i, c) -> bag.addNb(c, last, i));
        loop(ctx, bag, loop, (item, c) -> {
            seen.addNb(c, 0, 1);
            if (item % 1000 == 0) {
                final String refusal = c.call((c.nodeId() + distance) % c.nodeCount(), t -> refusal(t, bag, change));
                seen.addNb(c, 1, refusal.matches("GMT-400 bag 'busy' cannot be " + CHANGES.get(change).replace(
                    "records ", "") + " while a loop over it, or another change, runs on node [0-9]+"
                    + ": do so behind the loop; bodies of a loop may append") ? 1 : 1000);
                bag.add(c, item);
            }
        });
        failures.add(same(what + ", seen", (long) ITEMS, seen.get(ctx, 0)));
        failures.add(same(what + ", refused", 3L, seen.get(ctx, 1)));
        failures.add(same(what + ", left", loop < 2 ? ITEMS + 3L : 3L, bag.size(ctx)));
        failures.add(same(what + ", change behind it", NONE, refusal(ctx, bag, change)));
        if (change < CHANGES.size() - 1) {
            bag.free(ctx);
        }
        seen.free(ctx);
    }

    private static void loop(final TaskContext ctx, final GlobalBag bag, final int loop, final IndexBody body)
        throws SuspendExecution {
        switch (loop) {
            case 0 -> bag.forEach(ctx, body);
            case 1 -> bag.forEachRecord(ctx, (record, c) -> body.run(record[0], c));
            case 2 -> bag.drain(ctx, body);
            default -> bag.drainRecords(ctx, (record, c) -> body.run(record[0], c));
        }
    }

    private static String refusal(final TaskContext ctx, final GlobalBag bag, final int change)
        throws SuspendExecution {
        try {
            switch (change) {
                case 0 -> bag.drain(ctx, (item, c) -> { });
                case 1 -> bag.drainRecords(ctx, (record, c) -> { });
                case 2 -> bag.rebalance(ctx);
                case 3 -> bag.clear(ctx);
                default -> bag.free(ctx);
            }
        } catch (final RuntimeException e) {
            return e.getMessage();
        }
        return NONE;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldAllowLoopsWithinLoopsAndChangesBehindOnesThatFail(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, GlobalBagTurnsTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (int loop = 0; loop < LOOPS.size(); loop++) {
                    nest(ctx, failures, loop);
                    fail(ctx, failures, loop);
                }
                return failures;
            })));
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static void nest(final TaskContext ctx, final List<String> failures, final int loop)
        throws SuspendExecution {
        final GlobalBag bag = GlobalBag.allocate(ctx, 1);
        final GlobalLongArray seen = GlobalLongArray.allocate(ctx, 2);
        ctx.parFor(30, 1, (i, c) -> bag.add(c, i));
        loop(ctx, bag, loop, (item, c) -> {
            seen.addNb(c, 0, 1);
            bag.forEach(c, (other, t) -> seen.addNb(t, 1, 1));
        });
        failures.add(same("outer", 30L, seen.get(ctx, 0)));
        failures.add(same("inner", loop < 2 ? 900L : 0L, seen.get(ctx, 1)));
        bag.free(ctx);
        seen.free(ctx);
    }

    private static void fail(final TaskContext ctx, final List<String> failures, final int loop)
        throws SuspendExecution {
        final GlobalBag bag = GlobalBag.allocate(ctx, 1);
        for (int change = 0; change < CHANGES.size(); change++) {
            ctx.parFor(300, 1, (i, c) -> bag.add(c, i));
            String failure = "";
            try {
                loop(ctx, bag, loop, (item, c) -> {
                    if (item % 100 == 7) {
                        throw new IllegalStateException("no such item");
                    }
                });
            } catch (final ParForException e) {
                failure = e.getCause().getMessage();
            }
            failures.add(same(LOOPS.get(loop), "no such item", failure));
            failures.add(same(CHANGES.get(change) + " behind " + LOOPS.get(loop), NONE, refusal(ctx, bag, change)));
        }
    }

    /** Their loops copy entries first, and look again. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldNoticeChangesInLoopsOverTables(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, GlobalBagTurnsTest.class)) {
            cluster.run(ctx -> {
                for (int change = 0; change < 3; change++) {
                    final int kind = change;
                    final GlobalHashMap map = GlobalHashMap.allocate(ctx, 0);
                    final GlobalHashSet set = GlobalHashSet.allocate(ctx, 0);
                    final GlobalCounters counters = GlobalCounters.allocate(ctx, 0);
                    final GlobalStringHashMap texts = GlobalStringHashMap.allocate(ctx, 0);
                    final GlobalTextHashMap values = GlobalTextHashMap.allocate(ctx, 0);
                    ctx.parFor(100_000, 0, (i, c) -> {
                        map.addNb(c, i, 1);
                        set.addNb(c, i);
                        counters.addNb(c, i, 1);
                        texts.addNb(c, "t" + i, 1);
                        values.putNb(c, i, "v" + i);
                    });
                    noticed(ctx, kind == 1, c -> map.forEach(c, (key, value, t) -> {
                        if (key % 5000 == 0) {
                            change(t, map, kind);
                        }
                        map.addNb(t, kind == 2 ? -1 - key : key, 1);
                    }));
                    noticed(ctx, kind == 1, c -> set.forEach(c, (key, t) -> {
                        if (key % 5000 == 0) {
                            change(t, set, kind);
                        }
                        set.addNb(t, kind == 2 ? -1 - key : key);
                    }));
                    noticed(ctx, kind == 1, c -> counters.forEach(c, (key, value, t) -> {
                        if (key % 5000 == 0) {
                            change(t, counters, kind);
                        }
                        counters.addNb(t, kind == 2 ? -1 - key : key, 1);
                    }));
                    noticed(ctx, kind == 1, c -> texts.forEach(c, (key, value, t) -> {
                        if (key.endsWith("000")) {
                            change(t, texts, kind);
                        }
                        texts.addNb(t, kind == 2 ? "more " + key : key, 1);
                    }));
                    noticed(ctx, kind == 1, c -> values.forEach(c, (key, value, t) -> {
                        if (key % 5000 == 0) {
                            change(t, values, kind);
                        }
                    }));
                    for (final GlobalContainer container : List.of(map, set, counters, texts, values)) {
                        change(ctx, container, 1);
                    }
                }
            });
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static void change(final TaskContext ctx, final GlobalContainer container, final int kind)
        throws SuspendExecution {
        if (kind == 0) {
            container.clear(ctx);
        } else if (kind == 1 && container.isAlive()) {
            container.free(ctx);
        }
    }

    /** @param isSure whether the loop or an access of its body must notice the change */
    private static void noticed(final TaskContext ctx, final boolean isSure, final TaskBody body)
        throws SuspendExecution {
        try {
            body.run(ctx);
        } catch (final GmtException e) {
            final String text = e.toString();
            assertEquals("", text.contains("GMT-822") || text.contains("GMT-824") || text.contains("GMT-210")
                || text.contains("GMT-235") ? "" : text);
            return;
        }
        assertFalse(isSure, "nobody has noticed that the memory is gone");
    }

    /** A node that takes no more tasks: the others have begun the change, and end it. */
    @Test
    void shouldEndAChangeThatOneNodeCouldNotBegin() {
        isOpen = false;
        try (GmtCluster cluster = TestClusters.builder(3, Plan.COMBINED, GlobalBagTurnsTest.class)
            .set("gmt.task.limit", "1").set("gmt.task.credits", "1").start()) {
            assertEquals("GMT-216, then 0 records", cluster.call(ctx -> {
                final GlobalBag bag = GlobalBag.allocate(ctx, 1);
                bag.add(ctx, 7);
                ctx.executeNb(2, there -> {
                    while (!isOpen) {
                        there.yield();
                    }
                });
                String told = NONE;
                try {
                    bag.clear(ctx);
                } catch (final IllegalStateException e) {
                    told = e.getMessage().substring(0, 7);
                }
                isOpen = true;
                ctx.awaitTasks();
                bag.clear(ctx);
                return told + ", then " + bag.size(ctx) + " records";
            }));
        }
    }
}
