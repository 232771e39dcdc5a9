package org.gmt4j.aggregation.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** For every number of nodes: all are reached, by the shortest way, and no edge waits for itself. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TopologyPropertyTest {
    private static final int MOST_NODES = 130;

    @ParameterizedTest
    @EnumSource(RoutingRule.class)
    void shouldHoldForAllNodeCountsWithDefaultShapes(final RoutingRule rule) {
        for (final TopologyKind kind : TopologyKind.values()) {
            for (int nodes = 1; nodes <= MOST_NODES; nodes++) {
                check(VirtualTopology.of(kind, nodes, kind.defaultShape(nodes), rule));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2x3x4", "4x3x2", "2x2x2", "3x3x3", "3x3x2", "2x3x3", "3x2x3", "5x2x2", "2x5x2",
        "2x2x5", "4x4x2", "4x4x4", "5x4x3", "3x4x5", "1x4x4", "4x1x4", "4x4x1", "6x5x2", "2x2x2x2", "3x2x2x2",
        "2x2x2x3", "3x3x2x2", "2x3x2x3", "2x2x2x2x2", "2x2x2x2x2x2", "9x1",
        "1x9", "2x9", "9x2", "20x7", "7x20", "3x2x1x2x3"})
    void shouldHoldForAllNodeCountsOfAShape(final String text) {
        final Shape shape = Shape.parse(text);
        for (final RoutingRule rule : RoutingRule.values()) {
            for (int nodes = 1; nodes <= Math.min(MOST_NODES, shape.capacity()); nodes++) {
                check(new HammingGraph(TopologyKind.CFCG, shape, rule, nodes));
            }
        }
    }

    private static void check(final VirtualTopology topology) {
        final int nodes = topology.nodeCount();
        final Dependencies dependencies = new Dependencies(nodes);
        final long[] histogram = new long[topology.shape().dimensions() + 1];
        for (int from = 0; from < nodes; from++) {
            for (int target = 0; target < nodes; target++) {
                final int[] route = topology.route(from, target);
                assertEquals(target, route[route.length - 1], () -> "unreachable in " + topology);
                histogram[route.length - 1]++;
                for (int hop = 1; hop < route.length; hop++) {
                    assertEquals(1, topology.shape().distance(route[hop - 1], route[hop]));
                    assertTrue(route[hop] >= 0 && route[hop] < nodes, "exists");
                    // What was corrected stays so: a shortest way.
                    assertEquals(route.length - 1 - hop, topology.hopCount(route[hop], target));
                }
                if (topology.rule() == RoutingRule.LDF) {
                    checkUpwardHops(topology, route);
                }
                dependencies.add(route);
            }
        }
        assertFalse(dependencies.haveCycle(), () -> "edges wait in a circle in " + topology);
        assertArrayEquals(histogram, topology.hopHistogram(), topology::toString);
        checkNeighbours(topology);
    }

    /** Lemma 2: a hop that raises a digit is taken only when all lower ones are correct. */
    private static void checkUpwardHops(final VirtualTopology topology, final int[] route) {
        final int target = route[route.length - 1];
        for (int hop = 1; hop < route.length; hop++) {
            if (route[hop] > route[hop - 1]) {
                for (int i = 0; topology.shape().coordinate(route[hop], i) == topology.shape()
                    .coordinate(route[hop - 1], i); i++) {
                    assertEquals(topology.shape().coordinate(target, i), topology.shape().coordinate(route[hop], i));
                }
            }
        }
    }

    private static void checkNeighbours(final VirtualTopology topology) {
        final int nodes = topology.nodeCount();
        long edges = 0;
        for (int node = 0; node < nodes; node++) {
            final int[] expected = new int[nodes];
            int count = 0;
            for (int other = 0; other < nodes; other++) {
                if (topology.hopCount(node, other) == 1) {
                    expected[count++] = other;
                }
            }
            assertArrayEquals(Arrays.copyOf(expected, count), topology.neighbours(node), topology::toString);
            assertTrue(count <= topology.maxNeighbourCount());
            edges += count;
        }
        assertEquals(edges, topology.edgeCount());
    }

    @Test
    void shouldGoTheSameWayTowardsNodeZeroByBothRules() {
        for (final TopologyKind kind : TopologyKind.values()) {
            for (int nodes = 1; nodes <= MOST_NODES; nodes++) {
                final Shape shape = kind.defaultShape(nodes);
                for (int from = 0; from < nodes; from++) {
                    assertArrayEquals(VirtualTopology.of(kind, nodes, shape, RoutingRule.LDF).route(from, 0),
                        VirtualTopology.of(kind, nodes, shape, RoutingRule.NFDF).route(from, 0));
                }
            }
        }
    }

    @Test
    void shouldObeyLemmaTwoOnRandomRoutesOfLargeMeshes() {
        final Random random = new Random(7);
        for (int round = 0; round < 400; round++) {
            final int[] extents = random.ints(2 + random.nextInt(4), 1, 12).toArray();
            final Shape shape = Shape.of(extents);
            final int nodes = 1 + random.nextInt(shape.capacity());
            final VirtualTopology topology = new HammingGraph(TopologyKind.CFCG, shape, RoutingRule.LDF, nodes);
            for (int i = 0; i < 250; i++) {
                final int[] route = topology.route(random.nextInt(nodes), random.nextInt(nodes));
                checkUpwardHops(topology, route);
            }
        }
    }

    @Test
    void shouldCountHopsOfManyNodes() {
        final VirtualTopology topology = VirtualTopology.of(TopologyKind.CFCG, 12_288);
        final long[] histogram = topology.hopHistogram();
        assertEquals(12_288L * 12_288L, Arrays.stream(histogram).sum());
        assertEquals(12_288, histogram[0]);
        assertEquals(topology.edgeCount(), histogram[1]);
        assertEquals(3, topology.maxHops());
        final VirtualTopology large = VirtualTopology.of(TopologyKind.MFCG, 1_000_003);
        assertEquals(1_000_003L * 1_000_003L, Arrays.stream(large.hopHistogram()).sum());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 13, 64, 130, Routes.TABLE_LIMIT, Routes.TABLE_LIMIT + 1})
    void shouldSeeTheSameFromOneNode(final int nodes) {
        for (final TopologyKind kind : TopologyKind.values()) {
            final VirtualTopology topology = VirtualTopology.of(kind, nodes);
            for (final int node : new int[] {0, nodes / 2, nodes - 1}) {
                final Routes routes = Routes.of(topology, node);
                for (int target = 0; target < nodes; target++) {
                    assertEquals(topology.nextHop(node, target), routes.nextHop(target));
                    assertEquals(topology.areNeighbours(node, target), routes.edgeTo(target) >= 0);
                }
                for (int edge = 0; edge < routes.edgeCount(); edge++) {
                    assertEquals(edge, routes.edgeTo(routes.neighbour(edge)));
                }
            }
        }
    }

    @Test
    void shouldFindACircleWhereThereIsOne() {
        final Dependencies dependencies = new Dependencies(4);
        for (final int[] route : List.of(new int[] {0, 1, 3}, new int[] {1, 3, 2}, new int[] {3, 2, 0},
            new int[] {2, 0, 1})) {
            assertFalse(dependencies.haveCycle());
            dependencies.add(route);
        }
        assertTrue(dependencies.haveCycle());
    }

    /** Which edges wait for which: those that some route uses one after the other. */
    private static final class Dependencies {
        private final int nodes;
        /** By edge, that is source and target: where blocks on it go next. */
        private final boolean[][] waits;

        Dependencies(final int nodes) {
            this.nodes = nodes;
            waits = new boolean[nodes * nodes][];
        }

        void add(final int[] route) {
            for (int hop = 2; hop < route.length; hop++) {
                final int edge = route[hop - 2] * nodes + route[hop - 1];
                if (waits[edge] == null) {
                    waits[edge] = new boolean[nodes];
                }
                waits[edge][route[hop]] = true;
            }
        }

        /** Takes edges away that nobody waits for, until none is left or all that are left are waited for. */
        boolean haveCycle() {
            final int[] incoming = new int[nodes * nodes];
            forEach((edge, next) -> incoming[next]++);
            final int[] free = new int[nodes * nodes];
            int count = 0;
            for (int edge = 0; edge < free.length; edge++) {
                if (incoming[edge] == 0) {
                    free[count++] = edge;
                }
            }
            for (int done = 0; done < count; done++) {
                final int edge = free[done];
                for (int node = 0; waits[edge] != null && node < nodes; node++) {
                    final int next = edge % nodes * nodes + node;
                    if (waits[edge][node] && --incoming[next] == 0) {
                        free[count++] = next;
                    }
                }
            }
            return count < free.length;
        }

        private void forEach(final IntBinaryConsumer consumer) {
            for (int edge = 0; edge < waits.length; edge++) {
                for (int node = 0; waits[edge] != null && node < nodes; node++) {
                    if (waits[edge][node]) {
                        consumer.accept(edge, edge % nodes * nodes + node);
                    }
                }
            }
        }
    }

    private interface IntBinaryConsumer {
        void accept(int edge, int next);
    }
}
