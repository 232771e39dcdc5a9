package org.gmt4j.graph.triangles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialTriangles;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pieces of any length, shorter than a row among them, give the counts of one thread. */
@Timeout(120)
class TrianglePiecesTest {
    @Test
    void shouldNotDependOnPieces() {
        final SerialTriangles serial = new SerialTriangles(LocalCsr.symmetrised(new KroneckerSource(9, 8, 3)));
        final long total = serial.total();
        final long[] expected = serial.counts();
        assertEquals(3 * total, Arrays.stream(expected).sum());
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).dedicated(2, 1).register(TrianglePiecesTest.class)
                .start()) {
            for (final int[] piece : new int[][] {{1, 1}, {7, 3}, {1000, 50}, {64, 100_000}}) {
                cluster.run(ctx -> {
                    final var graph = CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(9, 8, 3));
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
}
