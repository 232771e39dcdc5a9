package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.real.RealGraphs;
import org.gmt4j.graph.serial.ComponentsVerifier;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.serial.PathsVerifier;
import org.gmt4j.graph.source.GridSource;
import org.gmt4j.graph.source.PosterSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Vertices to begin at, edges that were gone along, and graphs that are made. */
@Timeout(240)
class SampleTest {
    @Test
    void shouldChooseVerticesWithEdges() {
        try (GmtCluster cluster = TestClusters.local(3);
             Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(-5, 9), new Edge(9, 1L << 50),
                 new Edge(7, 7))));
             Graph empty = Graph.load(cluster, Edges.of(List.<Edge>of()))) {
            assertArrayEquals(new long[] {-5, 9}, Arrays.stream(graph.sample(2, 1)).sorted().toArray());
            assertArrayEquals(graph.sample(5, 3), graph.sample(5, 3));
            assertEquals(2, LongStream.of(graph.sample(5, 3)).distinct().count());
            final long[] five = graph.sample(5, 3);
            assertArrayEquals(new long[] {five[0], five[1], five[0], five[1], five[0]}, five, "again in turn");
            assertEquals(0, empty.sample(4, 1).length);
            assertEquals(0, graph.sample(0, 1).length);
            assertEquals("a sample of -1 vertices: 0 or more",
                assertThrows(IllegalArgumentException.class, () -> graph.sample(-1, 1)).getMessage());
            try (ShortestPaths paths = graph.shortestPaths(9).run()) {
                assertEquals(1, paths.listedEdges());
            }
            try (ShortestPaths paths = graph.shortestPaths(7).run()) {
                assertEquals(1, paths.listedEdges(), "a loop counts");
            }
        }
    }

    /** Among many that have none, which are hardly ever drawn, and more than a node is asked for at a time. */
    @Test
    void shouldFindAllVerticesWithEdges() {
        try (GmtCluster cluster = TestClusters.local(3)) {
            final List<Edge> rays = LongStream.range(0, 20_000).mapToObj(i -> new Edge(i % 10 * 2000, i)).toList();
            try (Graph graph = Graph.load(cluster, Edges.of(rays))) {
                assertEquals(10, LongStream.of(graph.sample(10, 1)).distinct().count());
                assertEquals(10, LongStream.of(graph.sample(12, 2)).distinct().count());
            }
            try (Graph graph = Graph.load(cluster, Edges.of(List.of(new Edge(1, 2))).undirected());
                 Graph path = Graph.load(cluster, Edges.grid(1, 20_000, 1))) {
                assertArrayEquals(new long[] {1, 2}, LongStream.of(graph.sample(2, 1)).sorted().toArray());
                assertEquals(20_000, LongStream.of(path.sample(20_000, 1)).distinct().count());
            }
        }
    }

    @Test
    void shouldMakeGraphs() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            try (Graph grid = Graph.load(cluster, Edges.grid(20, 30, 5));
                 ShortestPaths paths = grid.shortestPaths(0).run()) {
                assertEquals(600, grid.vertices());
                assertEquals(19 * 30 + 29 * 20, grid.edges());
                assertTrue(grid.isWeighted() && !grid.isDirected());
                assertArrayEquals(new long[] {1, 30}, grid.neighbours(0));
                final PathsVerifier judge = new PathsVerifier(NumberedEdges.of(new GridSource(20, 30, 5), false));
                judge.begin();
                paths.distances().forEach(judge::distance);
                paths.parents().forEach(judge::parent);
                assertEquals(Optional.empty(), judge.verdict(0, paths.reached(), paths.listedEdges(),
                    paths.top(1).get(0).value()));
                assertEquals(grid.edges(), paths.listedEdges());
            }
            judge(cluster, Edges.poster(300, 3, 8), NumberedEdges.of(new PosterSource(300, 3, 8), false));
            judge(cluster, Edges.ofMachine("jdk-classes"), NumberedEdges.of(RealGraphs.open("jdk-classes"), true));
        }
    }

    private static void judge(final GmtCluster cluster, final Edges edges, final NumberedEdges expected) {
        try (Graph graph = Graph.load(cluster, edges); Components components = graph.components().run()) {
            assertEquals(expected.isDirected(), graph.isDirected());
            final ComponentsVerifier judge = new ComponentsVerifier(expected);
            judge.begin();
            components.labels().forEach(judge::accept);
            assertEquals(Optional.empty(), judge.verdict(components.count(),
                components.top(1).get(0).value()));
        }
    }
}
