package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.Test;

class SerialBfsTest {
    @Test
    void shouldFindLevelsOfAPathWithAnIsolatedVertex() {
        final LocalCsr path = LocalCsr.symmetrised(ListedEdges.undirected("path", 6, 0, 1, 1, 2, 2, 3, 3, 4, 1, 1));
        final BfsTree tree = SerialBfs.search(path, 1);
        assertArrayEquals(new int[] {1, 0, 1, 2, 3, -1}, tree.level());
        assertArrayEquals(new int[] {1, 1, 1, 2, 3, -1}, tree.parent());
        assertEquals(List.of(1, 2, 1, 1), tree.levelSizes());
        assertEquals(5, tree.reached());
        assertEquals(5, tree.listedEdges());
    }

    @Test
    void shouldSatisfyTheVerifierFromManyRoots() {
        final LocalCsr graph = LocalCsr.symmetrised(new KroneckerSource(11, 8, 1));
        final SerialBfs search = new SerialBfs(graph);
        for (int root = 0; root < graph.vertexCount(); root += 97) {
            final BfsTree tree = search.run(root);
            assertEquals(Optional.empty(), SerialBfsVerifier.verify(graph, root, tree.parent()));
            assertEquals(Optional.empty(), SerialBfsVerifier.verify(graph, root, tree.parent(), tree.level()));
        }
    }

    @Test
    void shouldRefuseARootOutsideTheGraph() {
        final LocalCsr graph = LocalCsr.symmetrised(ListedEdges.undirected("two", 2, 0, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> SerialBfs.search(graph, 2));
    }
}
