package org.gmt4j.graph.components;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialComponents;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Threads of a node that hook the same pieces at the same time find what one thread finds. */
@Timeout(120)
class ComponentThreadsTest {
    private static final int VERTICES = 20_000;

    /** Many pieces, some pieces in one, a giant and single vertices; paths in a random order; two stars. */
    private static EdgeSource source(final int shape) {
        return switch (shape) {
            case 0 -> new UniformSource(14, 1, 4);
            case 1 -> new UniformSource(14, 2, 4);
            case 2 -> new KroneckerSource(14, 4, 4);
            case 3 -> paths();
            default -> stars();
        };
    }

    private static EdgeSource paths() {
        final int[] order = new int[VERTICES];
        final SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < VERTICES; i++) {
            final int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        final ListedEdges edges = new ListedEdges("paths", VERTICES, false, false);
        for (int i = 1; i < VERTICES; i++) {
            if (i % 5000 != 0) {
                edges.add(order[i - 1], order[i], 1);
            }
        }
        return edges;
    }

    private static EdgeSource stars() {
        final ListedEdges edges = new ListedEdges("stars", VERTICES, false, false);
        for (int i = 0; i < VERTICES - 2; i++) {
            edges.add(VERTICES - 1 - i % 2, i, 1);
        }
        return edges;
    }

    private static void check(final TaskContext ctx, final int shape, final boolean isDirected)
        throws SuspendExecution {
        final CsrGraph graph = isDirected ? CsrBuilder.directed(ctx, () -> source(shape), new BuildTimes())
            : CsrBuilder.symmetrised(ctx, () -> source(shape));
        final int[] expected = SerialComponents.labels(LocalCsr.symmetrised(source(shape)));
        final long[] sizes = new long[expected.length];
        for (final int label : expected) {
            sizes[label]++;
        }
        final ConnectedComponents found = ConnectedComponents.find(ctx, graph);
        final int[] labels = new int[expected.length];
        ((GlobalIntArray) found.labels()).get(ctx, 0, labels, 0, labels.length);
        assertArrayEquals(expected, labels);
        assertArrayEquals(sizes, found.sizes().toArray(ctx));
        assertEquals(Arrays.stream(sizes).filter(size -> size > 0).count(), found.count());
        found.free(ctx);
        graph.free(ctx);
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "3, 3"})
    void shouldFindWhatOneThreadFinds(final int nodes, final int workers) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).dedicated(workers, 1)
                .register(ComponentThreadsTest.class).start()) {
            for (int shape = 0; shape < 5; shape++) {
                final int one = shape;
                cluster.run(ctx -> check(ctx, one, false));
                cluster.run(ctx -> check(ctx, one, true));
            }
        }
    }
}
