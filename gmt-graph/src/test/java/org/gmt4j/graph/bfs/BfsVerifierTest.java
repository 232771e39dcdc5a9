package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.BfsRule;
import org.gmt4j.graph.serial.BfsViolation;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each rule catches what it is there for, with the same example on every number of nodes. The graph: a grid 12 wide, 17
 * high.
 */
@Timeout(240)
class BfsVerifierTest {
    private static final int WIDTH = 12;
    private static final long ROOT = 0;

    /** What is done to right parents and levels. */
    private interface Corruption {
        void apply(TaskContext ctx, IntegerArray parents, GlobalIntArray levels) throws SuspendExecution;
    }

    private static GmtCluster cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(BfsVerifierTest.class, TestGraph.class)
            .register(CsrBuilder.bodyClasses())
            .register(BfsVariant.bodyClasses()).timeout(Duration.ofSeconds(120)).start();
    }

    private static Optional<BfsViolation> verdict(final int nodes, final Corruption corruption) {
        try (GmtCluster cluster = cluster(nodes)) {
            return cluster.call(ctx -> {
                final CsrGraph graph = CsrBuilder.symmetrised(ctx, () -> TestGraph.GRID.edges());
                final BfsKernel kernel = BfsVariant.VISIT.open(ctx, graph, 1 << 20);
                kernel.search(ctx, ROOT);
                final BfsVerifier verifier = BfsVerifier.open(ctx, graph);
                assertEquals(Optional.empty(), verifier.verify(ctx, ROOT, kernel.parents()));
                final GlobalIntArray levels = copyOf(ctx, verifier.levels());
                assertEquals(Optional.empty(), verifier.verify(ctx, ROOT, kernel.parents(), levels));
                corruption.apply(ctx, kernel.parents(), levels);
                return verifier.verify(ctx, ROOT, kernel.parents(), levels);
            });
        }
    }

    private static GlobalIntArray copyOf(final TaskContext ctx, final GlobalIntArray levels) throws SuspendExecution {
        final GlobalIntArray copy = GlobalIntArray.allocate(ctx, levels.size());
        levels.copyTo(ctx, 0, copy, 0, levels.size());
        return copy;
    }

    private static void assertCaught(final BfsRule rule, final long vertex, final long other, final int nodes,
                                     final Corruption corruption) {
        final BfsViolation violation = verdict(nodes, corruption).orElseThrow();
        assertEquals(rule, violation.rule(), violation.toString());
        assertEquals(vertex, violation.vertex(), violation.toString());
        assertEquals(other, violation.other(), violation.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldCatchACycle(final int nodes) {
        assertCaught(BfsRule.TREE, 100, 101, nodes, (ctx, parents, levels) -> {
            parents.swap(ctx, 100, 101);
            parents.swap(ctx, 101, 113);
            parents.swap(ctx, 113, 112);
            parents.swap(ctx, 112, 100);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldCatchASecondRootAndAMissingOne(final int nodes) {
        assertCaught(BfsRule.TREE, 150, 150, nodes, (ctx, parents, levels) -> parents.swap(ctx, 150, 150));
        assertCaught(BfsRule.TREE, ROOT, 1, nodes, (ctx, parents, levels) -> parents.swap(ctx, ROOT, 1));
        assertCaught(BfsRule.TREE, ROOT, -1, nodes, (ctx, parents, levels) -> parents.swap(ctx, ROOT, -1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldCatchATreeThatHangsInTheAir(final int nodes) {
        // 203 is the far corner: nobody's parent. 202 and 191 are its neighbours; whoever is its parent is cut off, it
        // hangs there.
        final BfsViolation violation = verdict(nodes, (ctx, parents, levels) -> {
            final long parent = parents.add(ctx, 203, 0);
            parents.swap(ctx, parent, -1);
            levels.put(ctx, parent, -1);
        }).orElseThrow();
        assertEquals(BfsRule.TREE, violation.rule());
        assertEquals(203, violation.vertex());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldCatchAClaimedLevelThatIsNotItsParentsPlusOne(final int nodes) {
        final long parent = WIDTH * 3 + 4;
        final BfsViolation violation = verdict(nodes, (ctx, parents, levels) -> levels.put(ctx, parent, 9))
            .orElseThrow();
        assertEquals(BfsRule.TREE_EDGE_LEVELS, violation.rule());
        assertEquals(parent, violation.vertex());
        assertTrue(violation.details().contains("level 9"), violation.details());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5})
    void shouldCatchAnEdgeAcrossLevels(final int nodes) {
        // The corner at the end of the first row now hangs on the row below, two levels deeper than it should be.
        final BfsViolation violation = verdict(nodes, (ctx, parents, levels) -> {
            for (int x = WIDTH - 1; x >= 6; x--) {
                parents.swap(ctx, x, x + WIDTH);
                parents.swap(ctx, x + WIDTH, x + WIDTH - 1);
            }
            levels.put(ctx, 0, 0);
            for (int x = 6; x < WIDTH; x++) {
                levels.put(ctx, x, x + 2);
                levels.put(ctx, x + WIDTH, x + 1);
            }
        }).orElseThrow();
        assertEquals(BfsRule.EDGE_LEVELS, violation.rule(), violation.toString());
        assertEquals(5, violation.vertex());
        assertEquals(6, violation.other());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldCatchAVertexThatWasForgotten(final int nodes) {
        assertCaught(BfsRule.COMPONENT, 191, 203, nodes, (ctx, parents, levels) -> {
            parents.swap(ctx, 203, -1);
            levels.put(ctx, 203, -1);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldCatchATreeEdgeThatIsNoEdge(final int nodes) {
        // (0, 5) and (3, 2) have the same level, and (3, 3) is a child of the latter's level: only the edge is missing.
        final long child = WIDTH * 3 + 3;
        assertCaught(BfsRule.TREE_EDGES_EXIST, child, 5, nodes, (ctx, parents, levels) -> parents.swap(ctx, child, 5));
        assertCaught(BfsRule.TREE_EDGES_EXIST, 60, 204, nodes, (ctx, parents, levels) -> parents.swap(ctx, 60, 204));
        assertCaught(BfsRule.TREE_EDGES_EXIST, 60, -2, nodes, (ctx, parents, levels) -> parents.swap(ctx, 60, -2));
    }
}
