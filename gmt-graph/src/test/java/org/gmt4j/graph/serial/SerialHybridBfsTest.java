package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SerialHybridBfsTest {

    private static void check(final LocalCsr graph, final SerialHybridBfs search, final int root) {
        final BfsTree expected = SerialBfs.search(graph, root);
        final int[] distances = new int[graph.vertexCount()];
        assertEquals(expected.levels(), search.search(root, distances), graph.name());
        assertArrayEquals(expected.level(), distances, graph.name());
        for (int v = 0; v < graph.vertexCount(); v++) {
            final int parent = search.parents()[v];
            final int level = expected.level()[v];
            if (level <= 0) {
                assertEquals(level < 0 ? BfsTree.UNREACHED : root, parent, graph.name() + " vertex " + v);
            } else {
                assertEquals(level - 1, expected.level()[parent], graph.name() + " vertex " + v);
                assertTrue(graph.hasEdge(parent, v), graph.name() + " vertex " + v);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "t", "b", "tb", "bt", "tbb", "bbt"})
    void shouldFindShortestPathsInWhateverDirectionsItGoes(final String directions) {
        for (int i = 0; i < 20; i++) {
            final LocalCsr graph = LocalCsr.symmetrised(i % 2 == 0 ? new KroneckerSource(4 + i % 7, 1 + i % 9, i)
                : new UniformSource(3 + i % 7, 1 + i % 5, i));
            final SerialHybridBfs search = new SerialHybridBfs(graph, DirectionRule.forced(directions));
            check(graph, search, graph.hub());
            check(graph, search, graph.vertexCount() - 1);
            check(graph, search, graph.hub());
        }
    }

    @Test
    void shouldRefuseARootThatDoesNotExist() {
        final LocalCsr graph = LocalCsr.symmetrised(ListedEdges.undirected("pair", 2, 1, 0));
        final SerialHybridBfs search = new SerialHybridBfs(graph, DirectionRule.usual());
        assertThrows(IndexOutOfBoundsException.class, () -> search.search(2));
        assertThrows(IndexOutOfBoundsException.class, () -> search.search(-1));
    }
}
