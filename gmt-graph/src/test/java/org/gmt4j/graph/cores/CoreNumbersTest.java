package org.gmt4j.graph.cores;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.Job;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialCores;
import org.gmt4j.graph.serial.TextbookCores;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * More vertices than a block of mail holds, against one thread; with all, some and no vertices taken away by one node
 * alone.
 */
@Timeout(120)
class CoreNumbersTest {
    private static final int LEAVES = 30_000;
    private static final long[] MOST_COLLECTED = {0, 20_000, DenseRest.MOST_EDGES};

    private static void check(final GmtCluster cluster, final int scale) {
        final LocalCsr local = LocalCsr.symmetrised(new KroneckerSource(scale, 16, 2));
        final int[] expected = TextbookCores.find(local);
        assertArrayEquals(expected, SerialCores.find(local));
        cluster.run(ctx -> {
            final var graph = CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(scale, 16, 2));
            for (final long most : MOST_COLLECTED) {
                for (final long sent : new long[] {1, 100, Peeling.MOST_SENT}) {
                    final CoreNumbers found = CoreNumbers.find(ctx, graph, most, sent);
                    assertArrayEquals(expected, found.numbers().toArray(ctx),
                        ctx.nodeCount() + " nodes, " + most + ", " + sent);
                    found.free(ctx);
                }
            }
            graph.free(ctx);
        });
    }

    @Test
    void shouldPeelAsOneThreadDoes() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).dedicated(2, 1).register(CoreNumbersTest.class)
                .start()) {
            check(cluster, 13);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 7})
    void shouldNotDependOnNodes(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            check(cluster, 10);
        }
    }

    /** The row of a hub is far longer than what is sent in a round: it is told in several. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void shouldTellARowInPieces(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            final Job<Long> job = cluster.submit(ctx -> {
                final var graph = CsrBuilder.symmetrised(ctx, () -> star());
                final CoreNumbers found = CoreNumbers.find(ctx, graph, 0, 2200);
                final long sum = IntStream.of(found.numbers().toArray(ctx)).asLongStream().sum();
                found.free(ctx);
                graph.free(ctx);
                return sum;
            });
            assertEquals(LEAVES + 1, job.join());
            final long words = (LEAVES - LEAVES / nodes) / 2;
            assertTrue(job.progress().done() > words / 2200, () -> "rounds: " + job.progress().done());
        }
    }

    /** A vertex whose leaves are taken away falls to a level that had no vertices before, and another one after it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldNotPassALevelThatHadNoVertices(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            cluster.run(ctx -> {
                final var graph = CsrBuilder.symmetrised(ctx, () -> fall());
                for (final long sent : new long[] {1, Peeling.MOST_SENT}) {
                    final CoreNumbers found = CoreNumbers.find(ctx, graph, 0, sent);
                    assertArrayEquals(new int[] {2, 3, 1, 1, 5, 5, 5, 5, 5, 5}, found.numbers().toArray(ctx));
                    found.free(ctx);
                }
                graph.free(ctx);
            });
        }
    }

    private static ListedEdges fall() {
        final ListedEdges fall = new ListedEdges("fall", 10, false, false);
        for (final int neighbour : new int[] {1, 2, 3, 4}) {
            fall.add(0, neighbour, 1);
        }
        for (int clique = 4; clique < 10; clique++) {
            if (clique < 7) {
                fall.add(1, clique, 1);
            }
            for (int other = clique + 1; other < 10; other++) {
                fall.add(clique, other, 1);
            }
        }
        return fall;
    }

    private static ListedEdges star() {
        final ListedEdges star = new ListedEdges("star", LEAVES + 1, false, false);
        for (int leaf = 1; leaf <= LEAVES; leaf++) {
            star.add(0, leaf, 1);
        }
        return star;
    }

    /** What lies before the numbers is somebody else's. */
    @Test
    void shouldPassOverTheEmptyHalfOfAWord() {
        try (GmtCluster cluster = TestClusters.local(1)) {
            cluster.run(ctx -> {
                final var graph = CsrBuilder.symmetrised(ctx, () -> fall());
                try (LocalView memory = LocalView.allocate(graph.part().rowCount() + 1, false);
                     LevelRows rows = new LevelRows(graph.part(), memory.from(1));
                     LocalView words = LocalView.allocate(1, true)) {
                    memory.setNarrow(0, 7);
                    words.setWord(0, PairMail.NO_ROW << 32 | 1);
                    rows.begin(1);
                    rows.loseNeighbours(words, 1);
                    assertEquals(7, memory.narrow(0));
                    assertEquals(3, memory.narrow(2), "row 1 had 4 neighbours");
                }
                graph.free(ctx);
            });
        }
    }

    /** The densest parts only, and none that are too large. */
    @Test
    void shouldCollectWhatOneNodeTakesAwaySooner() {
        assertTrue(DenseRest.isWorth(9_532, 1_330_090, 25));
        assertFalse(DenseRest.isWorth(12_616, 4_038_290, 63), "all nodes are sooner");
        assertFalse(DenseRest.isWorth(174_396, 7_755_580, 0), "too many rows");
        assertFalse(DenseRest.isWorth(60_000, 180_000, 1), "a road has few levels");
        assertFalse(DenseRest.isWorth(0, 0, 0));
    }
}
