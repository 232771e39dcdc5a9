package org.gmt4j.graph.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that need two looks at the edges, of which the second one finds others: a log that is appended to. */
class ChangedFileTest {
    @TempDir
    private Path folder;

    /** Edges of three vertices that are others from the second look on. */
    private static final class TwoFaces implements EdgeSource {
        private final List<ListedEdges> faces;
        private int looks;

        private TwoFaces(final ListedEdges first, final ListedEdges second) {
            faces = List.of(first, second);
        }

        @Override
        public String name() {
            return "calls.el";
        }

        @Override
        public OptionalLong vertexCount() {
            return OptionalLong.of(3);
        }

        @Override
        public OptionalLong edgeCount() {
            return OptionalLong.empty();
        }

        @Override
        public boolean directed() {
            return true;
        }

        @Override
        public boolean weighted() {
            return false;
        }

        @Override
        public EdgeCursor open(final int part, final int parts) {
            return faces.get(looks++ == 0 ? 0 : 1).open(part, parts);
        }
    }

    private static ListedEdges edges(final long... pairs) {
        final ListedEdges edges = new ListedEdges("calls.el", 1L << 20, true, false);
        for (int i = 0; i < pairs.length; i += 2) {
            edges.add(pairs[i], pairs[i + 1], 1);
        }
        return edges;
    }

    private void refuse(final ListedEdges first, final ListedEdges second, final String file) throws IOException {
        final Path target = folder.resolve(file);
        final GraphException refusal = assertThrows(GraphException.class,
            () -> GraphFiles.write(new TwoFaces(first, second), target, EdgeProgress.NONE));
        assertEquals(GraphException.VERTEX_OUT_OF_RANGE, refusal.number(), refusal::getMessage);
        assertTrue(refusal.getMessage().contains("calls.el has other edges"), refusal::getMessage);
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"calls.gmtg", "calls.mtx"})
    void shouldRefuseMoreOrFewerEdges(final String file) throws IOException {
        refuse(edges(0, 1, 1, 2), edges(0, 1, 1, 2, 2, 0), file);
        refuse(edges(0, 1, 1, 2), edges(0, 1, 1, 2, 1, 2), file);
        refuse(edges(0, 1, 1, 2), edges(0, 1), file);
    }

    /** As many, but of other vertices: places of a vertex are not those of the next one. */
    @Test
    void shouldRefuseEdgesOfOtherVertices() throws IOException {
        refuse(edges(0, 1, 1, 2, 1, 2), edges(0, 1, 0, 1, 1, 2), "calls.gmtg");
        refuse(edges(0, 1, 5, 2), edges(0, 1), "calls.gmtg");
    }
}
