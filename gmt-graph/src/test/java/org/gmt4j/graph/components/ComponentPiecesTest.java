package org.gmt4j.graph.components;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialComponents;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roots of other nodes come in pieces, which components do not show. */
@Timeout(120)
class ComponentPiecesTest {
    private static long[] labels(final TaskContext ctx, final boolean isDirected, final int pieceLength)
        throws SuspendExecution {
        final CsrGraph graph = isDirected ? CsrBuilder.directed(ctx, () -> new UniformSource(9, 1, 4), new BuildTimes())
            : CsrBuilder.symmetrised(ctx, () -> new UniformSource(9, 1, 4));
        final int[] labels = new int[512];
        ((GlobalIntArray) ConnectedComponents.find(ctx, graph, pieceLength).labels()).get(ctx, 0, labels, 0, 512);
        return Arrays.stream(labels).asLongStream().toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 85, 341, 1 << 22})
    void shouldFindTheSameInPiecesOfAnyLength(final int pieceLength) {
        final long[] expected = Arrays.stream(SerialComponents.labels(LocalCsr.symmetrised(new UniformSource(9, 1, 4))))
            .asLongStream().toArray();
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).register(ComponentPiecesTest.class).start()) {
            assertArrayEquals(expected, cluster.call(ctx -> labels(ctx, false, pieceLength)));
            assertArrayEquals(expected, cluster.call(ctx -> labels(ctx, true, pieceLength)));
        }
    }
}
