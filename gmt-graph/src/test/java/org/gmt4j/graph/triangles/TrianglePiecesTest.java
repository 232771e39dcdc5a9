package org.gmt4j.graph.triangles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialTriangles;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pieces of any length, shorter than a row among them, give the counts of one thread. */
@Timeout(120)
class TrianglePiecesTest {
    private static final int VERTICES = 512;

    private static EdgeSource kronecker() {
        return new KroneckerSource(9, 8, 3);
    }

    /** Rows so short that they are counted as they are: few triangles. */
    private static EdgeSource scattered() {
        return new UniformSource(9, 2, 3);
    }

    /** Each vertex with the next three around a ring, and one with many more: rows as they are, many triangles. */
    private static EdgeSource ring() {
        final ListedEdges edges = new ListedEdges("ring", VERTICES, false, false);
        for (int vertex = 0; vertex < VERTICES; vertex++) {
            for (int step = 1; step <= 3; step++) {
                edges.add(vertex, (vertex + step) % VERTICES, 1);
            }
        }
        for (int vertex = 100; vertex < 130; vertex++) {
            edges.add(200, vertex, 1);
            edges.add(200, 3 * vertex, 1);
        }
        return edges;
    }

    @Test
    void shouldNotDependOnPieces() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).dedicated(2, 1).register(TrianglePiecesTest.class)
                .start()) {
            for (int shape = 0; shape < 3; shape++) {
                check(cluster, shape);
            }
        }
    }

    private static EdgeSource source(final int shape) {
        return switch (shape) {
            case 0 -> kronecker();
            case 1 -> scattered();
            default -> ring();
        };
    }

    private static void check(final GmtCluster cluster, final int shape) {
        final SerialTriangles serial = new SerialTriangles(LocalCsr.symmetrised(source(shape)));
        final long total = serial.total();
        final long[] expected = serial.counts();
        assertEquals(3 * total, Arrays.stream(expected).sum());
        for (final int[] piece : List.of(new int[] {1, 1}, new int[] {7, 3}, new int[] {1000, 50},
                new int[] {64, 100_000})) {
            cluster.run(ctx -> {
                final var graph = CsrBuilder.symmetrised(ctx, () -> source(shape));
                assertEquals(shape > 0, TriangleCount.areShort(ctx, graph));
                final TriangleCount found = TriangleCount.find(ctx, graph, piece[0], piece[1]);
                assertEquals(total, found.total());
                assertArrayEquals(expected, found.counts().toArray(ctx));
                assertEquals(total, TriangleCount.count(ctx, graph, null, piece[0], piece[1]));
                found.free(ctx);
                graph.free(ctx);
            });
        }
    }
}
