package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.BfsTree;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.serial.SerialBfsVerifier;
import org.gmt4j.graph.serial.SerialHybridBfs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All variants follow edges in their direction only, whichever way they look at them; levels against a serial search.
 */
@Timeout(240)
class DirectedBfsTest {
    private static final String[] DIRECTIONS = {"", "t", "b", "tb", "btt"};
    private static final long BIG_FILTER = 1 << 20;

    private static GmtCluster start(final int nodes, final int workers) {
        final GmtCluster.Builder builder = GmtCluster.builder().nodes(nodes)
            .register(DirectedBfsTest.class, DirectedGraph.class)
            .register(CsrBuilder.bodyClasses()).register(BfsVariant.bodyClasses()).timeout(Duration.ofSeconds(120));
        return (workers == 0 ? builder : builder.dedicated(workers, 1)).start();
    }

    private static int[] levels(final TaskContext ctx, final CsrGraph graph, final BfsKernel kernel,
                                final BfsVerifier verifier, final long root)
        throws SuspendExecution {
        kernel.search(ctx, root);
        assertEquals(Optional.empty(), verifier.verify(ctx, root, kernel.parents()).map(Object::toString));
        final int[] levels = new int[(int) graph.vertexCount()];
        verifier.levels().get(ctx, 0, levels, 0, levels.length);
        return levels;
    }

    private static void check(final GmtCluster cluster, final LocalCsr local, final CsrGraph graph,
                              final BfsVariant variant, final long filterBytes, final DirectionRule rule) {
        final BfsKernel kernel = cluster.call(ctx -> variant.open(ctx, graph, filterBytes, rule, 0));
        final BfsVerifier verifier = cluster.call(ctx -> BfsVerifier.open(ctx, graph));
        for (final int root : new int[] {0, local.vertexCount() / 2, local.vertexCount() - 1, local.hub()}) {
            final String what = variant + " " + rule + " of " + local.name() + " from " + root + " on "
                + cluster.nodeCount() + " nodes";
            final BfsTree expected = SerialBfs.search(local, root);
            assertArrayEquals(expected.level(), cluster.call(ctx -> levels(ctx, graph, kernel, verifier, root)), what);
            final BfsTally tally = cluster.call(ctx -> BfsTally.of(ctx, graph, kernel.parents()));
            assertEquals(expected.reached(), tally.reached(), what);
            assertEquals(expected.listedEdges(), tally.edges(), what);
            if (kernel instanceof HybridKernel hybrid) {
                assertEquals(tally, hybrid.searches().tally(), what);
            }
        }
        cluster.run(kernel::free);
        cluster.run(verifier::free);
    }

    @ParameterizedTest
    @CsvSource({"1,0", "2,0", "3,0", "5,0", "7,0", "1,2", "2,2"})
    void shouldFindWhatASerialSearchFindsInAllVariants(final int nodes, final int workers) {
        try (GmtCluster cluster = start(nodes, workers)) {
            for (final DirectedGraph shape : DirectedGraph.values()) {
                final LocalCsr local = LocalCsr.directed(shape.edges());
                final CsrGraph graph = cluster.call(ctx -> CsrBuilder.directed(ctx, () -> shape.edges(),
                    new BuildTimes()));
                assertFalse(graph.symmetric());
                check(cluster, local, graph, BfsVariant.VISIT, BIG_FILTER, DirectionRule.usual());
                check(cluster, local, graph, BfsVariant.VISIT, 0, DirectionRule.usual());
                check(cluster, local, graph, BfsVariant.QUEUE, BIG_FILTER, DirectionRule.usual());
                check(cluster, local, graph, BfsVariant.LISTS, BIG_FILTER, DirectionRule.usual());
                for (final String directions : DIRECTIONS) {
                    check(cluster, local, graph, BfsVariant.HYBRID, BIG_FILTER, DirectionRule.forced(directions));
                }
                cluster.run(graph::free);
            }
            NodeCluster.of(cluster).nodes()
                .forEach(node -> assertEquals(0, node.arrayBytes(), "arrays left on node " + node.nodeId()));
        }
    }

    @ParameterizedTest
    @EnumSource(DirectedGraph.class)
    void shouldBeSearchedAlikeByOneThreadInBothDirections(final DirectedGraph shape) {
        final LocalCsr local = LocalCsr.directed(shape.edges());
        for (final String directions : DIRECTIONS) {
            final SerialHybridBfs search = new SerialHybridBfs(local, DirectionRule.forced(directions));
            for (int root = 0; root < local.vertexCount(); root += 7) {
                final BfsTree expected = SerialBfs.search(local, root);
                assertEquals(expected.levels(), search.search(root), shape + " " + directions + " from " + root);
                assertEquals(Optional.empty(), SerialBfsVerifier.verify(local, root, search.parents(),
                    expected.level()));
            }
        }
    }

    @Test
    void shouldReachOtherVerticesThanTheSymmetrisedGraph() {
        final BfsTree directed = SerialBfs.search(LocalCsr.directed(DirectedGraph.TREE_UP.edges()), 0);
        final BfsTree both = SerialBfs.search(LocalCsr.symmetrised(DirectedGraph.TREE_UP.edges()), 0);
        assertEquals(1, directed.reached());
        assertEquals(127, both.reached());
        assertNotEquals(Arrays.toString(directed.level()), Arrays.toString(both.level()));
    }
}
