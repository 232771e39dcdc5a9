package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Test;

class GraphStatisticsTest {
    @Test
    void shouldDescribeASmallUndirectedGraph() {
        final EdgeSource source = ListedEdges.undirected("small", 7, 0, 1, 1, 0, 1, 2, 2, 2, 3, 4);
        final GraphStatistics figures = GraphStatistics.of(source, 2);
        assertEquals(List.of(new GraphStatistics.Hub(1, 3), new GraphStatistics.Hub(2, 3)), figures.hubs());
        assertEquals(new GraphStatistics.Degrees(0, 1, 3), figures.degrees());
        assertEquals(List.of(), GraphStatistics.of(source, 0).hubs());
        assertEquals(1, figures.selfLoops());
        assertEquals(1, figures.duplicates(), "0-1 and 1-0 are one undirected edge");
        assertEquals(new GraphStatistics.Components(4, 3, 2), figures.components());
    }

    @Test
    void shouldCountOppositeDirectedEdgesAsDifferent() {
        final ListedEdges source = new ListedEdges("directed", 2, true, false);
        source.add(0, 1, 1);
        source.add(1, 0, 1);
        assertEquals(0, GraphStatistics.of(source, 5).duplicates());
    }

    @Test
    void shouldAgreeWithBfsOnTheLargestComponent() {
        final EdgeSource source = new UniformSource(12, 1, 1);
        final LocalCsr graph = LocalCsr.symmetrised(source);
        assertEquals(SerialBfs.search(graph, graph.hub()).reached(),
            GraphStatistics.of(source, 1).components().largest());
    }

    @Test
    void shouldDescribeAnEmptyGraph() {
        final GraphStatistics figures = GraphStatistics.of(ListedEdges.undirected("empty", 0), 3);
        assertEquals(0, figures.components().count());
        assertEquals(List.of(), figures.hubs());
    }
}
