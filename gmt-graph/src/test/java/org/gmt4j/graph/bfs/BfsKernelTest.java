package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.real.RealGraphs;
import org.gmt4j.graph.serial.BfsTree;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All variants on all graphs against a serial search and the verifier. */
@Timeout(240)
class BfsKernelTest {
    private static final long BIG_FILTER = 1 << 20;
    private static final long NO_FILTER = 0;

    private static GmtCluster.Builder cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(BfsKernelTest.class, TestGraph.class)
            .register(CsrBuilder.bodyClasses()).register(BfsVariant.bodyClasses()).timeout(Duration.ofSeconds(120));
    }

    /** What one search has found. */
    private record Found(long levels, BfsTally tally, int[] derivedLevels, Optional<String> violation) {
    }

    private static Found search(final TaskContext ctx, final CsrGraph graph, final BfsKernel kernel, final long root)
        throws SuspendExecution {
        final long levels = kernel.search(ctx, root);
        final BfsTally tally = BfsTally.of(ctx, graph, kernel.parents());
        if (kernel instanceof HybridKernel hybrid) {
            assertEquals(tally, hybrid.searches().tally(), "counted by itself");
        }
        final BfsVerifier verifier = BfsVerifier.open(ctx, graph);
        final Optional<String> violation = verifier.verify(ctx, root, kernel.parents()).map(Object::toString);
        final int[] derived = new int[(int) graph.vertexCount()];
        verifier.levels().get(ctx, 0, derived, 0, derived.length);
        verifier.free(ctx);
        return new Found(levels, tally, derived, violation);
    }

    private static void shouldFindWhatASerialSearchFinds(final GmtCluster cluster, final TestGraph shape) {
        final LocalCsr local = LocalCsr.symmetrised(shape.edges());
        final CsrGraph graph = cluster.call(ctx -> CsrBuilder.symmetrised(ctx, () -> shape.edges()));
        for (final long filterBytes : new long[] {BIG_FILTER, NO_FILTER}) {
            check(cluster, local, graph, BfsVariant.VISIT, filterBytes);
        }
        check(cluster, local, graph, BfsVariant.QUEUE, BIG_FILTER);
        check(cluster, local, graph, BfsVariant.LISTS, BIG_FILTER);
        check(cluster, local, graph, BfsVariant.HYBRID, BIG_FILTER);
        cluster.run(graph::free);
        NodeCluster.of(cluster).nodes()
            .forEach(node -> assertEquals(0, node.arrayBytes(), "arrays left on node " + node.nodeId()));
    }

    private static void check(final GmtCluster cluster, final LocalCsr local, final CsrGraph graph,
                              final BfsVariant variant, final long filterBytes) {
        final BfsKernel kernel = cluster.call(ctx -> variant.open(ctx, graph, filterBytes));
        final int vertices = local.vertexCount();
        for (final int root : new int[] {0, vertices / 2, vertices - 1, local.hub()}) {
            final String what = variant + " of " + local.name() + " from " + root + " on "
                + cluster.nodeCount() + " nodes";
            final BfsTree expected = SerialBfs.search(local, root);
            final Found found = cluster.call(ctx -> search(ctx, graph, kernel, root));
            assertEquals(Optional.empty(), found.violation(), what);
            assertArrayEquals(expected.level(), found.derivedLevels(), what);
            assertEquals(expected.levels(), found.levels(), what);
            assertEquals(expected.reached(), found.tally().reached(), what);
            assertEquals(expected.listedEdges(), found.tally().edges(), what);
        }
        cluster.run(kernel::free);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldFindWhatASerialSearchFindsOnOneThreadPerNode(final int nodes) {
        try (GmtCluster cluster = cluster(nodes).start()) {
            for (final TestGraph shape : TestGraph.values()) {
                shouldFindWhatASerialSearchFinds(cluster, shape);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "3,1,1", "1,2,1", "3,2,1", "2,2,2"})
    void shouldFindWhatASerialSearchFindsOnDedicatedThreads(final int nodes, final int workers, final int helpers) {
        try (GmtCluster cluster = cluster(nodes).dedicated(workers, helpers).start()) {
            for (final TestGraph shape : new TestGraph[] {TestGraph.KRONECKER, TestGraph.STAR, TestGraph.GRID,
                TestGraph.CLIQUES, TestGraph.PIECES}) {
                shouldFindWhatASerialSearchFinds(cluster, shape);
            }
        }
    }

    @Test
    void shouldFindWhatASerialSearchFindsOnARealGraph(@TempDir final Path folder) {
        final String cache = folder.toString();
        final LocalCsr local = LocalCsr.symmetrised(RealGraphs.open("jdk-classes", folder));
        try (GmtCluster cluster = cluster(2).start()) {
            final CsrGraph graph = cluster.call(ctx -> CsrBuilder.symmetrised(ctx,
                () -> RealGraphs.open("jdk-classes", Path.of(cache))));
            for (final BfsVariant variant : BfsVariant.values()) {
                check(cluster, local, graph, variant, BIG_FILTER);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldOpenOnAGraphWithoutVertices(final int nodes) {
        try (GmtCluster cluster = cluster(nodes).start()) {
            final int roots = cluster.call(ctx -> {
                final CsrGraph graph = CsrBuilder.symmetrised(ctx,
                    () -> org.gmt4j.graph.source.ListedEdges.undirected("void", 0));
                for (final BfsVariant variant : BfsVariant.values()) {
                    variant.open(ctx, graph, BIG_FILTER).free(ctx);
                }
                BfsVerifier.open(ctx, graph).free(ctx);
                return BfsRoots.choose(ctx, graph, 4, 1).size();
            });
            assertEquals(0, roots);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void shouldChooseTheSameRootsForEveryNumberOfNodes(final int nodes) {
        try (GmtCluster cluster = cluster(nodes).start()) {
            final Object roots = cluster.call(ctx -> {
                final CsrGraph graph = CsrBuilder.symmetrised(ctx, () -> TestGraph.PIECES.edges());
                return BfsRoots.choose(ctx, graph, 5, 1) + " " + BfsRoots.choose(ctx, graph, 5, 2);
            });
            assertEquals("[32, 17, 4, 22, 0] [13, 18, 24, 17, 14]", roots);
        }
    }
}
