package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.engine.cluster.NodeCluster;

/** Small graphs for tests: drawn anew, with names from all longs, or of an odd shape; and their neighbours as sets. */
final class RandomGraphs {
    private static final int COUNT = 4;

    private RandomGraphs() {
    }

    /** Checks a graph that has been loaded from a list of edges. */
    @FunctionalInterface
    interface Check {
        void check(String name, List<Edge> edges, Graph graph);
    }

    /** Loads all odd shapes and some random graphs, undirected and as listed; all memory has to come back each time. */
    static void forAll(final int nodes, final Check check) {
        final SplittableRandom random = new SplittableRandom(nodes);
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final OddShape shape : OddShape.values()) {
                both(cluster, shape.toString(), shape.edges(), check);
            }
            for (int i = 0; i < COUNT; i++) {
                both(cluster, "random " + i, random(random), check);
            }
        }
    }

    private static void both(final GmtCluster cluster, final String name, final List<Edge> edges, final Check check) {
        try (Graph graph = Graph.load(cluster, Edges.of(edges).undirected())) {
            check.check(name + " undirected", edges, graph);
        }
        try (Graph graph = Graph.load(cluster, Edges.of(edges).asListed())) {
            check.check(name + " as listed", edges, graph);
        }
        assertEquals(0, arrayBytes(cluster), name + ": bytes not given back");
    }

    /** Returns the bytes of global arrays that the nodes hold. */
    static long arrayBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum();
    }

    /** Sparse and dense ones, with loops and parallel edges. */
    static List<Edge> random(final SplittableRandom random) {
        final int vertices = 1 + random.nextInt(150);
        final long[] names = random.longs(vertices).map(v -> v >> random.nextInt(64)).toArray();
        final List<Edge> edges = new ArrayList<>();
        for (int i = random.nextInt(vertices * (1 + random.nextInt(12))); i >= 0; i--) {
            edges.add(new Edge(names[random.nextInt(vertices)], names[random.nextInt(1 + i % vertices)]));
        }
        return edges;
    }

    static List<Edge> renamed(final List<Edge> edges, final long factor) {
        return edges.stream().map(edge -> new Edge(edge.from() * factor, edge.to() * factor)).toList();
    }

    /** The neighbours of each vertex in either direction, without itself. */
    static SortedMap<Long, TreeSet<Long>> neighbours(final List<Edge> edges) {
        final SortedMap<Long, TreeSet<Long>> rows = new TreeMap<>();
        for (final Edge edge : edges) {
            rows.computeIfAbsent(edge.from(), v -> new TreeSet<>());
            rows.computeIfAbsent(edge.to(), v -> new TreeSet<>());
            if (edge.from() != edge.to()) {
                rows.get(edge.from()).add(edge.to());
                rows.get(edge.to()).add(edge.from());
            }
        }
        return rows;
    }
}
