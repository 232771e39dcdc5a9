package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.BfsTree;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GridSource;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches that go several levels ahead between two collectives find the levels of one thread. */
@Timeout(240)
class AheadStepTest {
    private static final int SIDE = 150;
    /** Length of the paths beside a crowd, and where those behind it begin. */
    private static final int TAIL = 2000;
    private static final int TAIL_AT = 48_000;

    private static GmtCluster cluster(final int nodes, final int workers) {
        return GmtCluster.builder().nodes(nodes).dedicated(workers, 1).register(AheadStepTest.class)
            .register(CsrBuilder.bodyClasses()).register(BfsVariant.bodyClasses()).start();
    }

    /** The vertices of a grid, dealt out: neighbours are on other nodes. */
    private static EdgeSource scattered() {
        final ListedEdges edges = new ListedEdges("scattered grid", SIDE * SIDE, false, false);
        for (int i = 0; i < SIDE * SIDE; i++) {
            if (i % SIDE + 1 < SIDE) {
                edges.add(name(i), name(i + 1), 1);
            }
            if (i + SIDE < SIDE * SIDE) {
                edges.add(name(i), name(i + SIDE), 1);
            }
        }
        return edges;
    }

    private static long name(final int vertex) {
        return vertex * 7919L % (SIDE * SIDE);
    }

    /** Two rails, one of which is longer than the other: the first way found is a detour, round after round. */
    private static EdgeSource detours() {
        final ListedEdges edges = new ListedEdges("detours", 8000, false, false);
        for (int v = 0; v + 1 < 6000; v++) {
            edges.add(v, v + 1, 1);
            if (v % 30 < 2) {
                edges.add(v, 6000 + v / 3, 1);
            }
        }
        for (int v = 6000; v + 10 < 8000; v += 10) {
            edges.add(v, v + 10, 1);
        }
        return edges;
    }

    /** Two paths side by side, some of whose vertices have more neighbours at the other node than fit a box. */
    private static EdgeSource brooms() {
        final int all = 40_000;
        final ListedEdges edges = new ListedEdges("brooms", all, false, false);
        for (int v = 0; v < 100; v++) {
            edges.add(v, v + 1, 1);
            edges.add(all - 1 - v, all - 2 - v, 1);
            edges.add(v, all - 1 - v, 1);
            for (int i = 0; i < 3000 && v >= 60 && v < 66; i++) {
                edges.add(v, 20_000 + (v - 60) * 3000 + i, 1);
                edges.add(all - 1 - v, 1000 + (v - 60) * 3000 + i, 1);
            }
        }
        return edges;
    }

    /** Two long paths side by side, then very many vertices at once, and two long paths from these. */
    private static EdgeSource crowd() {
        final int all = 150_000;
        final ListedEdges edges = new ListedEdges("crowd", all, false, false);
        final SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < TAIL; i++) {
            edges.add(i, i + 1, 1);
            edges.add(all - 1 - i, all - 2 - i, 1);
            edges.add(i, all - 1 - i, 1);
            edges.add(TAIL_AT + i - 1, TAIL_AT + i, 1);
            edges.add(2 * TAIL_AT + i - 1, 2 * TAIL_AT + i, 1);
            edges.add(TAIL_AT + i, 2 * TAIL_AT + i, 1);
        }
        for (int v = TAIL; v < all - TAIL; v++) {
            for (int i = 0; i < 3; i++) {
                final int other = random.nextInt(TAIL, all - TAIL);
                if (!isTail(v) && !isTail(other)) {
                    edges.add(v, other, 1);
                }
            }
        }
        return edges;
    }

    private static boolean isTail(final int vertex) {
        return vertex >= TAIL_AT && vertex % TAIL_AT < TAIL && vertex < 3 * TAIL_AT;
    }

    private static EdgeSource source(final int shape) {
        return switch (shape) {
            case 0 -> new GridSource(SIDE, SIDE, 1);
            case 1 -> scattered();
            case 2 -> detours();
            case 3 -> brooms();
            default -> crowd();
        };
    }

    /** Searches twice with and twice without levels; returns the collectives of the last search, and its levels. */
    private static long[] search(final TaskContext ctx, final int shape, final int root) throws SuspendExecution {
        final LocalCsr local = LocalCsr.symmetrised(source(shape));
        final CsrGraph graph = CsrBuilder.symmetrised(ctx, () -> source(shape));
        final BfsTree expected = SerialBfs.search(local, root);
        final HybridBfs kernel = HybridBfs.open(ctx, graph, DirectionRule.usual());
        final IntegerArray tree = graph.allocateVertices(ctx);
        final GlobalIntArray levels = GlobalIntArray.allocate(ctx, graph.perVertex());
        final BfsVerifier verifier = BfsVerifier.open(ctx, graph);
        final int[] found = new int[local.vertexCount()];
        for (int i = 0; i < 4; i++) {
            final long depth = i % 2 == 0 ? kernel.search(ctx, root, tree, levels) : kernel.search(ctx, root, tree);
            assertEquals(expected.levels(), depth);
            assertEquals(Optional.empty(), verifier.verify(ctx, root, tree).map(Object::toString));
            (i % 2 == 0 ? levels : verifier.levels()).get(ctx, 0, found, 0, found.length);
            assertArrayEquals(expected.level(), found);
            long reached = 0;
            for (final int level : found) {
                reached += level >= 0 ? 1 : 0;
            }
            assertEquals(reached, kernel.tally().reached());
        }
        final List<SearchReport> reports = new ArrayList<>(kernel.reports());
        kernel.free(ctx);
        levels.free(ctx);
        tree.free(ctx);
        verifier.free(ctx);
        graph.free(ctx);
        return new long[] {reports.get(0).collectives(), expected.levels()};
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldFindTheLevelsOfOneThread(final int nodes) {
        try (GmtCluster cluster = cluster(nodes, nodes == 3 ? 2 : 1)) {
            for (int shape = 0; shape < 4; shape++) {
                final int one = shape;
                for (final int root : new int[] {0, SIDE * SIDE / 3}) {
                    cluster.call(ctx -> search(ctx, one, root % 8000));
                }
            }
        }
    }

    @Test
    void shouldTakeFewerCollectivesThanLevels() {
        try (GmtCluster cluster = cluster(2, 1)) {
            final long[] grid = cluster.call(ctx -> search(ctx, 0, SIDE * SIDE / 2));
            assertTrue(2 * grid[0] < grid[1], grid[0] + " collectives for " + grid[1] + " levels");
            final long[] scattered = cluster.call(ctx -> search(ctx, 1, 0));
            assertTrue(scattered[0] < scattered[1] + 100,
                scattered[0] + " collectives for " + scattered[1] + " levels");
        }
    }

    /** A crowd is found level by level, and the search goes ahead again behind it. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldLeaveACrowdToTheOtherSteps(final int nodes) {
        try (GmtCluster cluster = cluster(nodes, 1)) {
            cluster.call(ctx -> search(ctx, 4, 0));
        }
    }
}
