package org.gmt4j.graph.paths;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lengths of others come in pieces, which answers do not show. */
@Timeout(120)
class PathPiecesTest {
    private static long[] answer(final TaskContext ctx, final int mostPulled) throws SuspendExecution {
        final CsrGraph graph = CsrBuilder.symmetrised(ctx, () -> new UniformSource(9, 4, 4));
        final DeltaStepping found = DeltaStepping.find(ctx, graph, 3, 0, true, mostPulled);
        final long[] answer = new long[1024];
        found.distances().get(ctx, 0, answer, 0, 512);
        final int[] parents = new int[512];
        ((GlobalIntArray) found.parents()).get(ctx, 0, parents, 0, 512);
        for (int vertex = 0; vertex < 512; vertex++) {
            answer[512 + vertex] = parents[vertex];
        }
        return answer;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 85, 341})
    void shouldFindTheSameInPiecesOfAnyLength(final int mostPulled) {
        try (GmtCluster alone = GmtCluster.builder().nodes(1).register(PathPiecesTest.class).start();
             GmtCluster cluster = GmtCluster.builder().nodes(3).register(PathPiecesTest.class).start()) {
            final long[] expected = alone.call(ctx -> answer(ctx, 1 << 22));
            assertArrayEquals(expected, cluster.call(ctx -> answer(ctx, mostPulled)),
                () -> Arrays.toString(expected));
        }
    }
}
