package org.gmt4j.bench.construct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class GraphDigestTest {
    private static final int SCALE = 7;

    @Test
    void shouldAgreeWithOneThreadsGraphAndNoticeAnythingThatIsWrong() throws Exception {
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).register(classes()).start()) {
            final CsrGraph graph = cluster.call(ctx -> CsrBuilder.symmetrised(ctx,
                () -> new UniformSource(SCALE, 4, 1)));
            final GraphDigest right = digest(cluster, graph);
            assertEquals(GraphDigest.of(LocalCsr.symmetrised(new UniformSource(SCALE, 4, 1))), right);
            assertEquals(Optional.empty(), right.mistake(graph.listedEdges(), graph.storedEdges()));
            assertNotEquals(Optional.empty(),
                right.difference(GraphDigest.of(LocalCsr.symmetrised(new UniformSource(SCALE, 4, 2)))));
            assertTrue(right.mistake(graph.listedEdges() + 1, graph.storedEdges()).orElseThrow().contains("announced"));
            assertTrue(right.mistake(graph.listedEdges(), graph.storedEdges() - 1).orElseThrow().contains("announced"));

            // The last neighbour of vertex 0 becomes one beyond all others: in order, but nobody points back.
            final GlobalIntArray targets = (GlobalIntArray) graph.targets();
            final long last = cluster.call(ctx -> graph.degree(ctx, 0)) - 1;
            put(cluster, targets, last, (1 << SCALE) + 5);
            assertTrue(digest(cluster, graph).mistake(graph.listedEdges(), graph.storedEdges()).orElseThrow()
                .contains("one direction"));
            put(cluster, targets, last, 0);
            assertTrue(digest(cluster, graph).mistake(graph.listedEdges(), graph.storedEdges()).orElseThrow()
                .contains("1 targets"));
        }
    }

    private static GraphDigest digest(final GmtCluster cluster, final CsrGraph graph) {
        return cluster.call(ctx -> GraphDigest.of(ctx, graph));
    }

    private static void put(final GmtCluster cluster, final GlobalIntArray targets, final long index,
                            final int target) {
        cluster.run(ctx -> targets.put(ctx, index, target));
    }

    private static Class<?>[] classes() {
        return Stream.concat(Stream.of(GraphDigest.class, GraphDigestTest.class),
            Arrays.stream(CsrBuilder.bodyClasses())).toArray(Class<?>[]::new);
    }
}
