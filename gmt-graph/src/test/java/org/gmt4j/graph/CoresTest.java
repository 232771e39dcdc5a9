package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cores against sets of Java, from which vertices are taken until all that are left have k neighbours. */
@Timeout(240)
class CoresTest {
    /** As the definition has it: the k-core for k = 1, 2, ... until nothing is left. */
    private static SortedMap<Long, Long> numbers(final SortedMap<Long, TreeSet<Long>> rows) {
        final SortedMap<Long, Long> numbers = new TreeMap<>();
        for (long k = 1; !rows.isEmpty(); k++) {
            boolean isStable = false;
            while (!isStable) {
                isStable = true;
                for (final long vertex : List.copyOf(rows.keySet())) {
                    if (rows.get(vertex).size() < k) {
                        rows.remove(vertex).forEach(other -> rows.get(other).remove(vertex));
                        numbers.put(vertex, k - 1);
                        isStable = false;
                    }
                }
            }
        }
        return numbers;
    }

    private static SortedMap<Long, Long> numbers(final Cores found) {
        final SortedMap<Long, Long> numbers = new TreeMap<>();
        found.numbers().forEach(numbers::put);
        return numbers;
    }

    private static void check(final String name, final SortedMap<Long, Long> expected, final Graph graph) {
        try (Cores found = graph.cores().run()) {
            assertEquals(expected, numbers(found), name);
            final long most = expected.values().stream().mapToLong(number -> number).max().orElse(0);
            assertEquals(most, found.degeneracy(), name);
            final long[] core = expected.entrySet().stream().filter(e -> e.getValue() >= most)
                .mapToLong(e -> e.getKey()).toArray();
            assertArrayEquals(core, found.vertices(most), name);
            assertEquals(core.length, found.size(most), name);
            assertEquals(expected.entrySet().stream().map(e -> new VertexLong(e.getKey(), e.getValue()))
                .sorted(MapGraph.BEST_FIRST).limit(3).toList(), found.top(3), name);
            if (!expected.isEmpty()) {
                assertEquals(expected.get(expected.firstKey()), found.value(expected.firstKey()), name);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldPeelAsSetsDo(final int nodes) {
        RandomGraphs.forAll(nodes, (name, edges, graph) -> check(name, numbers(RandomGraphs.neighbours(edges)), graph));
    }

    /** Other names, other nodes, several threads: the same. */
    @Test
    void shouldNotDependOnNamesNodesAndThreads() {
        final List<Edge> edges = new ArrayList<>(OddShape.TWO_CLIQUES.edges());
        edges.addAll(RandomGraphs.random(new SplittableRandom(6)));
        final SortedMap<Long, Long> expected = numbers(RandomGraphs.neighbours(edges));
        for (final int nodes : new int[] {1, 2, 3}) {
            try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(2, 1).register(CoresTest.class)
                    .start();
                 Graph graph = Graph.load(cluster,
                     Edges.of(RandomGraphs.renamed(edges, 0x9E3779B97F4A7C15L)).undirected());
                 Cores found = graph.cores().run()) {
                final SortedMap<Long, Long> numbers = new TreeMap<>();
                found.numbers().forEach((vertex, value) -> numbers.put(vertex * 0xF1DE83E19937733DL, value));
                assertEquals(expected, numbers, nodes + " nodes");
            }
        }
    }

    @Test
    void shouldEndARunWhoseThreadIsInterruptedAndGiveMemoryBack() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            final Graph graph = Graph.load(cluster, Edges.kronecker(14, 16, 1));
            final long before = RandomGraphs.arrayBytes(cluster);
            Thread.currentThread().interrupt();
            assertEquals("GMT-242", assertThrows(GmtException.class, () -> graph.cores().run()).code());
            assertTrue(Thread.interrupted());
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            final Cores open = graph.cores().deadline(Duration.ofMinutes(3)).run();
            assertEquals(GraphException.UNKNOWN_VERTEX,
                assertThrows(GraphException.class, () -> open.value(-1)).number());
            graph.close();
            assertEquals(GraphException.CLOSED, assertThrows(GraphException.class, () -> open.size(1)).number());
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }
}
