package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Test;

class LocalCsrTest {
    private final EdgeSource source = ListedEdges.undirected("small", 5, 0, 1, 1, 0, 1, 2, 2, 2, 3, 1, 1, 2);

    @Test
    void shouldSymmetriseDropLoopsAndMergeMultipleEdges() {
        final LocalCsr graph = LocalCsr.symmetrised(source);
        assertArrayEquals(new int[] {0, 1, 4, 5, 6, 6}, graph.offsets());
        assertArrayEquals(new int[] {1, 0, 2, 3, 1, 1}, graph.targets());
        assertEquals(6, graph.listedEdgeCount());
        assertEquals(1, graph.hub());
        assertTrue(graph.hasEdge(3, 1));
        assertFalse(graph.hasEdge(3, 0));
    }

    @Test
    void shouldKeepTheListAsItIs() {
        final LocalCsr graph = LocalCsr.asListed(source);
        assertArrayEquals(new int[] {0, 1, 4, 5, 6, 6}, graph.offsets());
        assertArrayEquals(new int[] {1, 0, 2, 2, 2, 1}, graph.targets());
    }

    @Test
    void shouldHoldAnEmptyGraph() {
        assertEquals(0, LocalCsr.symmetrised(ListedEdges.undirected("empty", 0)).vertexCount());
        assertEquals(0, LocalCsr.symmetrised(ListedEdges.undirected("isolated", 3)).storedEdgeCount());
    }

    @Test
    void shouldRefuseMoreVerticesThanAnArrayHolds() {
        final GraphException refused =
            assertThrows(GraphException.class, () -> LocalCsr.symmetrised(new UniformSource(32, 1, 1)));
        assertEquals(GraphException.TOO_LARGE, refused.number());
    }
}
