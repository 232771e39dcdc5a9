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

/** Bodies of visits that throw: reported in the same way wherever the key is at home. */
@Timeout(240)
class VisitFailureTest {
    private static final int KEYS = 12;
    private static final int MAPS = 4;
    private static final String NONE = "no failure";

    static Stream<Arguments> shapes() {
        return TestClusters.fewShapes();
    }

    /** A map of each type with visits. */
    record Maps(GlobalHashMap longs, GlobalDoubleHashMap doubles, GlobalStringHashMap texts,
                GlobalStringDoubleHashMap textDoubles) implements Transferable {
        static Maps allocate(final TaskContext ctx) throws SuspendExecution {
            return new Maps(GlobalHashMap.allocate(ctx, 10), GlobalDoubleHashMap.allocate(ctx, 10),
                GlobalStringHashMap.allocate(ctx, 10), GlobalStringDoubleHashMap.allocate(ctx, 10));
        }

        int owner(final int map, final long key) {
            return switch (map) {
                case 0 -> longs.owner(key);
                case 1 -> doubles.owner(key);
                case 2 -> texts.owner("k" + key);
                default -> textDoubles.owner("k" + key);
            };
        }

        void visit(final TaskContext ctx, final int map, final long key, final EntryBody body)
            throws SuspendExecution {
            switch (map) {
                case 0 -> longs.visit(ctx, key, body);
                case 1 -> doubles.visit(ctx, key, body);
                case 2 -> texts.visit(ctx, "k" + key, body);
                default -> textDoubles.visit(ctx, "k" + key, body);
            }
        }

        void visitNb(final TaskContext ctx, final int map, final long key, final EntryBody body) {
            switch (map) {
                case 0 -> longs.visitNb(ctx, key, body);
                case 1 -> doubles.visitNb(ctx, key, body);
                case 2 -> texts.visitNb(ctx, "k" + key, body);
                default -> textDoubles.visitNb(ctx, "k" + key, body);
            }
        }

        long compute(final TaskContext ctx, final int map, final long key, final EntryFunction body)
            throws SuspendExecution {
            return switch (map) {
                case 0 -> longs.compute(ctx, key, body);
                case 1 -> doubles.compute(ctx, key, body);
                case 2 -> texts.compute(ctx, "k" + key, body);
                default -> textDoubles.compute(ctx, "k" + key, body);
            };
        }
    }

    private static String same(final String what, final Object expected, final Object found) {
        return expected.equals(found) ? "" : what + ": expected " + expected + ", found " + found;
    }

    private static String failure(final TaskContext ctx, final TaskBody body) throws SuspendExecution {
        try {
            body.run(ctx);
        } catch (final ParForException e) {
            return e.getMessage() + ", cause " + e.getCause().getClass().getSimpleName() + " "
                + e.getCause().getMessage();
        } catch (final RuntimeException e) {
            return e.toString();
        }
        return NONE;
    }

    private static EntryBody thrower(final long key) {
        return (entry, c) -> {
            entry.set(key);
            throw new IllegalStateException("body " + key);
        };
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldReportABodyThatThrowsWhereverItsKeyIs(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitFailureTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final Maps maps = Maps.allocate(ctx);
                for (int map = 0; map < MAPS; map++) {
                    for (long key = 1; key <= KEYS; key++) {
                        throwIn(ctx, failures, maps, map, key);
                    }
                }
                return failures;
            })));
        }
    }

    private static void throwIn(final TaskContext ctx, final List<String> failures, final Maps maps,
                                final int map, final long key) throws SuspendExecution {
        final String what = "map " + map + ", key " + key;
        final String head = "GMT-239 java.lang.IllegalStateException on node " + maps.owner(map, key) + ": body " + key;
        final String tail = ", cause IllegalStateException body " + key;
        failures.add(same(what + ", visit", head + tail, failure(ctx, c -> maps.visit(c, map, key, thrower(key)))));
        failures.add(same(what + ", compute", head + tail, failure(ctx, c -> maps.compute(c, map, key,
            (entry, there) -> {
                throw new IllegalStateException("body " + key);
            }))));
        failures.add(same(what + ", start", NONE, failure(ctx, c -> maps.visitNb(c, map, key, thrower(key)))));
        failures.add(same(what + ", wait", head + tail, failure(ctx, TaskContext::awaitTasks)));
        failures.add(same(what + ", next wait", NONE, failure(ctx, TaskContext::awaitTasks)));
        for (int twice = 0; twice < 2; twice++) {
            failures.add(same(what + ", start", NONE, failure(ctx, c -> maps.visitNb(c, map, key, thrower(key)))));
        }
        failures.add(same(what + ", two", head + " (and 1 more failures)" + tail,
            failure(ctx, TaskContext::awaitTasks)));
        failures.add(same(what + ", chunk", head + tail, failure(ctx, c -> c.parFor(1, 1, SpawnPolicy.LOCAL,
            (i, t) -> maps.visitNb(t, map, key, thrower(key))))));
        final String within = failure(ctx, c -> {
            maps.visit(c, map, key, (entry, there) -> maps.visitNb(there, map, key, thrower(key)));
            c.awaitTasks();
        });
        failures.add(same(what + ", within", head + tail, within));
        failures.add(same(what + ", kept", 5L, maps.compute(ctx, map, key, (entry, there) -> {
            final boolean wasThere = entry.isPresent();
            entry.remove();
            return wasThere ? 5 : 0;
        })));
    }
}
