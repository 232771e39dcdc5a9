package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Independent sets against one thread that takes vertices in the same order, and against the definition. */
@Timeout(240)
class IndependentSetTest {
    private static long mixed(final long word) {
        long mixed = (word ^ word >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }

    /** Takes each vertex, in the drawn order, that has no neighbour in the set yet. */
    private static TreeSet<Long> greedy(final SortedMap<Long, TreeSet<Long>> rows, final long seed) {
        final List<Long> names = new ArrayList<>(rows.keySet());
        final TreeSet<Long> set = new TreeSet<>();
        IntStream.range(0, names.size()).boxed()
            .sorted(Comparator.comparingLong(number -> mixed(number + seed * 0x9E3779B97F4A7C15L)))
            .map(names::get).filter(name -> Collections.disjoint(rows.get(name), set)).forEach(set::add);
        return set;
    }

    private static void check(final String name, final SortedMap<Long, TreeSet<Long>> rows, final Graph graph) {
        for (final long seed : new long[] {0, -3}) {
            try (IndependentSet found = graph.independentSet().seed(seed).run()) {
                final SortedMap<Long, Long> rounds = new TreeMap<>();
                found.members().forEach(rounds::put);
                assertEquals(greedy(rows, seed), rounds.keySet(), name);
                rows.forEach((vertex, row) -> assertEquals(Collections.disjoint(row, rounds.keySet()),
                    rounds.containsKey(vertex), () -> name + ": " + vertex));
                assertEquals(rounds.size(), found.size(), name);
                assertArrayEquals(rounds.keySet().stream().mapToLong(v -> v).toArray(), found.vertices(), name);
                assertTrue(rounds.values().stream().allMatch(round -> round >= 1 && round <= found.rounds()), name);
                rows.keySet().stream().limit(3).forEach(vertex ->
                    assertEquals(rounds.containsKey(vertex), found.contains(vertex), name));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldFindWhatOneThreadFinds(final int nodes) {
        RandomGraphs.forAll(nodes, (name, edges, graph) -> check(name, RandomGraphs.neighbours(edges), graph));
    }

    /** Other names of the same order, several threads: the same, round for round. */
    @Test
    void shouldNotDependOnNamesNodesAndThreads() {
        final List<Edge> edges = new ArrayList<>(OddShape.GRID.edges());
        edges.addAll(OddShape.BIPARTITE.edges());
        SortedMap<Long, Long> first = null;
        for (final int nodes : new int[] {1, 2, 3}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1)
                    .register(IndependentSetTest.class).start();
                 Graph graph = Graph.load(cluster, Edges.of(RandomGraphs.renamed(edges, nodes)));
                 IndependentSet found = graph.independentSet().run();
                 IndependentSet other = graph.independentSet().seed(1).run()) {
                final SortedMap<Long, Long> rounds = new TreeMap<>();
                found.members().forEach((vertex, round) -> rounds.put(vertex / nodes, round));
                first = first == null ? rounds : first;
                assertEquals(first, rounds, nodes + " nodes");
                assertFalse(Arrays.equals(found.vertices(), other.vertices()));
            }
        }
    }

    @Test
    void shouldEndARunWhoseThreadIsInterruptedAndGiveMemoryBack() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            final Graph graph = Graph.load(cluster, Edges.kronecker(14, 8, 1));
            final long before = RandomGraphs.arrayBytes(cluster);
            Thread.currentThread().interrupt();
            assertThrows(RuntimeException.class, () -> graph.independentSet().run());
            assertTrue(Thread.interrupted());
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            final IndependentSet open = graph.independentSet().deadline(Duration.ofMinutes(3)).run();
            assertEquals(GraphException.UNKNOWN_VERTEX,
                assertThrows(GraphException.class, () -> open.contains(-1)).number());
            graph.close();
            assertEquals(GraphException.CLOSED, assertThrows(GraphException.class, () -> open.contains(1)).number());
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }
}
