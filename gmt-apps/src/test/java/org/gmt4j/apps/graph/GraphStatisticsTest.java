package org.gmt4j.apps.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.Test;

class GraphStatisticsTest {
    @Test
    void shouldDescribeASmallUndirectedGraph() {
        final EdgeSource source = ListedEdges.undirected("small", 7, 0, 1, 1, 0, 1, 2, 2, 2, 3, 4);
        final GraphStatistics figures = GraphStatistics.of(source, 2);
        assertEquals(List.of(1, 2), figures.hubs());
        assertEquals(List.of(3, 3), figures.hubDegrees());
        assertEquals(0, figures.minDegree());
        assertEquals(1, figures.medianDegree());
        assertEquals(3, figures.maxDegree());
        assertEquals(1, figures.selfLoops());
        assertEquals(1, figures.duplicates(), "0-1 and 1-0 are one undirected edge");
        assertEquals(4, figures.components());
        assertEquals(3, figures.largestComponent());
        assertEquals(2, figures.isolated());
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
        assertEquals(SerialBfs.search(graph, graph.hub()).reached(), GraphStatistics.of(source, 1).largestComponent());
    }

    @Test
    void shouldDescribeAnEmptyGraph() {
        final GraphStatistics figures = GraphStatistics.of(ListedEdges.undirected("empty", 0), 3);
        assertEquals(0, figures.components());
        assertEquals(List.of(), figures.hubs());
    }
}
