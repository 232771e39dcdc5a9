package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations of bodies of visits on containers of their own node, which are put off until the visit is over. */
@Timeout(240)
class VisitPutOffTest {
    /** Far more visits than a stack has frames for, were each within the one before it. */
    private static final long CHAIN = 30_000;

    static Stream<Arguments> shapes() {
        return TestClusters.fewShapes();
    }

    private static String same(final String what, final Object expected, final Object found) {
        return expected.equals(found) ? "" : what + ": expected " + expected + ", found " + found;
    }

    // --- chains ---

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldFollowLongChainsOfVisits(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitPutOffTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final GlobalHashMap longs = GlobalHashMap.allocate(ctx, CHAIN);
                final GlobalStringHashMap texts = GlobalStringHashMap.allocate(ctx, CHAIN);
                hop(longs, 1, ctx);
                ctx.awaitTasks();
                hopTexts(texts, 1, ctx);
                ctx.awaitTasks();
                ctx.awaitVisits();
                return List.of(same("longs", CHAIN, longs.size(ctx)), same("texts", CHAIN, texts.size(ctx)));
            })));
        }
    }

    private static void hop(final GlobalHashMap map, final long key, final TaskContext ctx) {
        map.visitNb(ctx, key, (entry, c) -> {
            entry.set(1);
            if (key < CHAIN) {
                hop(map, key + 1, c);
            }
        });
    }

    private static void hopTexts(final GlobalStringHashMap map, final long key, final TaskContext ctx) {
        map.visitNb(ctx, "k" + key, (entry, c) -> {
            entry.set(1);
            if (key < CHAIN) {
                hopTexts(map, key + 1, c);
            }
        });
    }

    // --- operations that fail ---

    /** Maps of one kind each, and a map without room for one more of the keys at its node. */
    record Maps(GlobalHashMap full, GlobalHashMap sums, GlobalStringHashMap words) implements Transferable {
        static Maps allocate(final TaskContext ctx) throws SuspendExecution {
            return new Maps(GlobalHashMap.allocate(ctx, ContainerSpec.of(0).within(20_000)),
                GlobalHashMap.allocate(ctx, 10), GlobalStringHashMap.allocate(ctx, 10));
        }

        /** Fills the map at this node, and returns the key that did not fit. */
        long fill(final TaskContext ctx) throws SuspendExecution {
            for (long key = 0; ; key++) {
                try {
                    if (full.isLocal(key)) {
                        full.put(ctx, key, key);
                    }
                } catch (final GmtException e) {
                    return key;
                }
            }
        }

        /** Has a body issue an operation that fails, and others behind it. */
        void issue(final TaskContext c, final long refused) {
            full.putNb(c, refused, 1);
            for (long key = 0; key < 10; key++) {
                sums.addNb(c, key, 1);
                words.addNb(c, "w" + key, 1);
            }
            full.visitNb(c, refused, (entry, there) -> sums.addNb(there, 10, 1));
        }
    }

    private static String failure(final TaskContext ctx, final TaskBody body) throws SuspendExecution {
        try {
            body.run(ctx);
            ctx.awaitTasks();
        } catch (final ParForException e) {
            return e.getCause().getMessage();
        }
        return "none";
    }

    /** Whether keys are at home or not: the others are executed. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldExecuteTheOthersWhereOneFails(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitPutOffTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final Maps maps = Maps.allocate(ctx);
                for (int node = 0; node < ctx.nodeCount(); node++) {
                    final long refused = ctx.call(node, maps::fill);
                    visit(ctx, failures, maps, refused, node);
                }
                return failures;
            })));
        }
    }

    private static void visit(final TaskContext ctx, final List<String> failures, final Maps maps, final long refused,
                              final int node) throws SuspendExecution {
        final String one = failure(ctx, c -> maps.full.visit(c, refused, (entry, there) -> maps.issue(there, refused)));
        failures.add(same("visit", "GMT-821", one.substring(0, 7)));
        final String two = failure(ctx, c -> maps.full.visitNb(c, refused, (entry, there) -> maps.issue(there,
            refused)));
        failures.add(same("visitNb", "GMT-821", two.substring(0, 7)));
        failures.add(same("throws itself", "of the body", failure(ctx, c -> maps.full.visit(c, refused,
            (entry, there) -> {
                maps.issue(there, refused);
                throw new IllegalStateException("of the body");
            }))));
        ctx.awaitVisits();
        final long visits = 3 * (node + 1L);
        for (long key = 0; key <= 10; key++) {
            failures.add(same("key " + key + " at " + node, visits, maps.sums.get(ctx, key, 0)));
        }
        for (long key = 0; key < 10; key++) {
            failures.add(same("w" + key + " at " + node, visits, maps.words.get(ctx, "w" + key, 0)));
        }
    }

    /** As any other operation: not only when it is executed. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldRefuseKeysThatAreTooLongWithinTheBody(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitPutOffTest.class)) {
            assertEquals(11L, (long) cluster.call(ctx -> {
                final GlobalStringHashMap words = GlobalStringHashMap.allocate(ctx, 10);
                words.visit(ctx, "w", (entry, there) -> {
                    final String tooLong = "x".repeat(3000);
                    entry.set(refused(() -> words.addNb(there, tooLong, 1))
                        + 10 * refused(() -> words.getNb(there, tooLong, 0, new long[1], 0)));
                });
                return words.get(ctx, "w", 0);
            }));
        }
    }

    private static long refused(final Runnable operation) {
        try {
            operation.run();
            return 0;
        } catch (final GmtException e) {
            return e.getMessage().startsWith("GMT-825 ") ? 1 : 2;
        }
    }
}
