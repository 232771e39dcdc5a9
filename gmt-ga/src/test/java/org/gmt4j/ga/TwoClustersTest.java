package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A matrix of one cluster in a body of another one, whose arrays have the same numbers. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TwoClustersTest {

    @Test
    void shouldRefuseAMatrixOfAnotherCluster() {
        for (final int nodes : new int[] {2, 3}) {
            try (GmtCluster other = TestClusters.local(nodes)) {
                final GlobalLongArray first = other.call(ctx -> GlobalLongArray.of(ctx, 10, 20, 30, 40, 50, 60));
                final GlobalMatrix matrix;
                try (GmtCluster one = TestClusters.local(nodes)) {
                    matrix = one.call(ctx -> {
                        final GlobalMatrix made = GlobalMatrix.create(ctx, MatrixSpec.longs(2, 3));
                        made.fill(ctx, 7);
                        return made;
                    });
                    refuse(other, matrix);
                    assertEquals(7L * 7 * 6, one.<Double>call(ctx -> MatrixMath.dot(ctx, matrix, matrix)));
                }
                refuse(other, matrix);
                assertEquals(210, other.<Long>call(ctx -> first.sum(ctx)));
            }
        }
    }

    private static void refuse(final GmtCluster other, final GlobalMatrix matrix) {
        final GmtException refusal = assertThrows(GmtException.class, () -> other.run(ctx -> matrix.fill(ctx, 3)));
        assertTrue(refusal.getMessage().startsWith("GMT-394 node-local object #0 of a GlobalMatrix, which the body "
            + "captures, belongs to another cluster"), refusal::getMessage);
        assertThrows(GmtException.class, () -> other.call(ctx -> matrix.get(ctx, matrix.box()).longs()));
    }
}
