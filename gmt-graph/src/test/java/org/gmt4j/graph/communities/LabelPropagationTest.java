package org.gmt4j.graph.communities;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.gmt4j.GmtCluster;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialCommunities;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Vertices of many neighbours, whose tables of labels grow, against one thread. */
@Timeout(120)
class LabelPropagationTest {
    @Test
    void shouldLabelAsOneThreadDoes() {
        final int most = 3;
        final int[] expected = new SerialCommunities(LocalCsr.symmetrised(new KroneckerSource(13, 8, 2))).find(most);
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).dedicated(2, 1).register(LabelPropagationTest.class)
                .start()) {
            cluster.run(ctx -> {
                final var graph = CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(13, 8, 2));
                final LabelPropagation found = LabelPropagation.find(ctx, graph, most);
                final int[] here = new int[expected.length];
                for (int v = 0; v < here.length; v++) {
                    here[v] = (int) found.labels().view(ctx, v, 1).getInteger(0);
                }
                assertArrayEquals(expected, here);
                assertEquals(most, found.iterations());
                assertFalse(found.isStable());
                found.free(ctx);
                graph.free(ctx);
            });
        }
    }
}
