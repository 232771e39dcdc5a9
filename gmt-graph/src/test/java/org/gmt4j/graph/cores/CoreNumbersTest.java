package org.gmt4j.graph.cores;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.gmt4j.GmtCluster;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More vertices than a block of mail holds, against one thread. */
@Timeout(120)
class CoreNumbersTest {
    @Test
    void shouldPeelAsOneThreadDoes() {
        final int[] expected = SerialCores.find(LocalCsr.symmetrised(new KroneckerSource(13, 16, 2)));
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).dedicated(2, 1).register(CoreNumbersTest.class)
                .start()) {
            cluster.run(ctx -> {
                final var graph = CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(13, 16, 2));
                final CoreNumbers found = CoreNumbers.find(ctx, graph);
                assertArrayEquals(expected, found.numbers().toArray(ctx));
                found.free(ctx);
                graph.free(ctx);
            });
        }
    }
}
