package org.gmt4j.graph.cores;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialCores;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * More vertices than a block of mail holds, against one thread; with all, some and no vertices taken away by one node
 * alone.
 */
@Timeout(120)
class CoreNumbersTest {
    private static final long[] MOST_COLLECTED = {0, 20_000, DenseRest.MOST_EDGES};

    private static void check(final GmtCluster cluster, final int scale) {
        final int[] expected = SerialCores.find(LocalCsr.symmetrised(new KroneckerSource(scale, 16, 2)));
        cluster.run(ctx -> {
            final var graph = CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(scale, 16, 2));
            for (final long most : MOST_COLLECTED) {
                final CoreNumbers found = CoreNumbers.find(ctx, graph, most);
                assertArrayEquals(expected, found.numbers().toArray(ctx), ctx.nodeCount() + " nodes, " + most);
                found.free(ctx);
            }
            graph.free(ctx);
        });
    }

    @Test
    void shouldPeelAsOneThreadDoes() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).dedicated(2, 1).register(CoreNumbersTest.class)
                .start()) {
            check(cluster, 13);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 7})
    void shouldNotDependOnNodes(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            check(cluster, 10);
        }
    }

    /** The densest parts only, and none that are too large. */
    @Test
    void shouldCollectWhatOneNodeTakesAwaySooner() {
        assertTrue(DenseRest.isWorth(12_616, 4_038_290, 63));
        assertFalse(DenseRest.isWorth(174_396, 7_755_580, 0), "too many rows");
        assertFalse(DenseRest.isWorth(60_000, 180_000, 1), "a road has few levels");
        assertFalse(DenseRest.isWorth(0, 0, 0));
    }
}
