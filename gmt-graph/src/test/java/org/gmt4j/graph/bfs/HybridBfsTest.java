package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Directions forced and chosen, on graphs whose sizes are no multiples of anything; levels against a serial search. */
@Timeout(240)
class HybridBfsTest {
    private static final int RANDOM_GRAPHS = 20;
    private static final String[] DIRECTIONS = {"t", "b", "tb", "bt", "tbbt", "btt"};
    private static final long FILTER = 1 << 20;

    private static GmtCluster start(final int nodes, final int workers) {
        final GmtCluster.Builder builder = GmtCluster.builder().nodes(nodes)
            .register(HybridBfsTest.class, TestGraph.class).register(CsrBuilder.bodyClasses())
            .register(BfsVariant.bodyClasses()).timeout(Duration.ofSeconds(120));
        return (workers == 0 ? builder : builder.dedicated(workers, 1)).start();
    }

    /** Random graphs of both kinds, from forests of small trees to dense ones. */
    static EdgeSource random(final int i) {
        return i % 2 == 0 ? new KroneckerSource(5 + i % 6, 1 + i % 9, i) : new UniformSource(4 + i % 7, 1 + i % 5, i);
    }

    /** Levels by the verifier, which knows the parents only. */
    private static int[] levels(final TaskContext ctx, final CsrGraph graph, final BfsKernel kernel,
                                final BfsVerifier verifier, final long root)
        throws SuspendExecution {
        kernel.search(ctx, root);
        assertEquals(Optional.empty(), verifier.verify(ctx, root, kernel.parents()).map(Object::toString));
        final int[] levels = new int[(int) graph.vertexCount()];
        verifier.levels().get(ctx, 0, levels, 0, levels.length);
        if (kernel instanceof HybridKernel hybrid) {
            assertNoted(ctx, hybrid, root, levels);
        }
        return levels;
    }

    /** Levels as the search notes them on its way, over others of an earlier one. */
    private static void assertNoted(final TaskContext ctx, final HybridKernel kernel, final long root,
                                    final int[] levels)
        throws SuspendExecution {
        final GlobalIntArray noted = GlobalIntArray.allocate(ctx, levels.length);
        final HybridBfs searches = kernel.searches();
        searches.search(ctx, levels.length - 1 - root, kernel.parents(), noted);
        final long count = searches.search(ctx, root, kernel.parents(), noted);
        final int[] found = new int[levels.length];
        noted.get(ctx, 0, found, 0, found.length);
        noted.free(ctx);
        assertArrayEquals(levels, found, "as noted from " + root);
        assertEquals(Arrays.stream(levels).max().orElseThrow() + 1, count, "levels from " + root);
    }

    static void check(final GmtCluster cluster, final LocalCsr local, final CsrGraph graph,
                              final BfsVariant variant, final DirectionRule rule) {
        final BfsKernel kernel = cluster.call(ctx -> variant.open(ctx, graph, FILTER, rule, 0));
        final BfsVerifier verifier = cluster.call(ctx -> BfsVerifier.open(ctx, graph));
        for (final int root : new int[] {local.hub(), local.vertexCount() / 2}) {
            final int[] levels = cluster.call(ctx -> levels(ctx, graph, kernel, verifier, root));
            assertArrayEquals(SerialBfs.search(local, root).level(), levels,
                variant + " " + rule + " of " + local.name() + " from " + root + " on "
                    + cluster.nodeCount() + " nodes");
        }
        cluster.run(kernel::free);
        cluster.run(verifier::free);
    }

    @ParameterizedTest
    @CsvSource({"1,0", "2,0", "3,0", "4,0", "5,0", "6,0", "7,0", "2,2"})
    void shouldFindTheSameLevelsInAllVariantsOnRandomGraphs(final int nodes, final int workers) {
        try (GmtCluster cluster = start(nodes, workers)) {
            for (int i = 0; i < RANDOM_GRAPHS; i++) {
                final int number = i;
                final LocalCsr local = LocalCsr.symmetrised(random(number));
                final CsrGraph graph = cluster.call(ctx -> CsrBuilder.symmetrised(ctx, () -> random(number)));
                for (final BfsVariant variant : BfsVariant.values()) {
                    check(cluster, local, graph, variant, DirectionRule.usual());
                }
                cluster.run(graph::free);
            }
            NodeCluster.of(cluster).nodes()
                .forEach(node -> assertEquals(0, node.arrayBytes(), "arrays left on node " + node.nodeId()));
        }
    }

    @ParameterizedTest
    @CsvSource({"1,0", "3,0", "5,0", "2,2"})
    void shouldFindTheSameLevelsInWhateverDirectionsItGoes(final int nodes, final int workers) {
        try (GmtCluster cluster = start(nodes, workers)) {
            for (final TestGraph shape : new TestGraph[] {TestGraph.KRONECKER, TestGraph.POSTER, TestGraph.STAR,
                TestGraph.GRID, TestGraph.CLIQUES, TestGraph.PIECES, TestGraph.SINGLE_VERTEX, TestGraph.NO_EDGES}) {
                final LocalCsr local = LocalCsr.symmetrised(shape.edges());
                final CsrGraph graph = cluster.call(ctx -> CsrBuilder.symmetrised(ctx, () -> shape.edges()));
                for (final String directions : DIRECTIONS) {
                    check(cluster, local, graph, BfsVariant.HYBRID, DirectionRule.forced(directions));
                }
                cluster.run(graph::free);
            }
        }
    }
}
