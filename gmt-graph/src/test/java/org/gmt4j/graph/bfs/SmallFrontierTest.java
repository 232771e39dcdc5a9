package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gmt4j.GmtCluster;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hybrid search of graphs with many levels of few vertices: right levels, and the work that they take, counted. */
@Timeout(240)
class SmallFrontierTest {
    private static final int LENGTH = 5000;

    private static GmtCluster.Builder cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(SmallFrontierTest.class, Shape.class)
            .register(CsrBuilder.bodyClasses()).register(BfsVariant.bodyClasses()).timeout(Duration.ofSeconds(120));
    }

    /** A graph of many levels. */
    private record Shape(int length, long step, int points) {
        /** Vertex {@code i * step} modulo the length follows {@code (i - 1) * step}. */
        static Shape path(final int length, final long step) {
            return new Shape(length, step, 0);
        }

        /** Stars whose centres form a path: each level is found by one vertex, and is larger than a box. */
        static Shape stars(final int centres, final int points) {
            return new Shape(centres, 1, points);
        }

        ListedEdges edges() {
            final ListedEdges edges = new ListedEdges("path", (long) length * (points + 1), false, false);
            for (int i = 0; i < length; i++) {
                if (i > 0) {
                    edges.add((i - 1) * step % length, i * step % length, 1);
                }
                for (int point = 1; point <= points; point++) {
                    edges.add(i, (long) point * length + i, 1);
                }
            }
            return edges;
        }
    }

    private static List<SearchReport> search(final TaskContext ctx, final CsrGraph graph, final LocalCsr local,
                                             final int root)
        throws SuspendExecution {
        final HybridBfs kernel = HybridBfs.open(ctx, graph, DirectionRule.usual());
        final IntegerArray tree = graph.allocateVertices(ctx);
        final BfsVerifier verifier = BfsVerifier.open(ctx, graph);
        final int[] expected = SerialBfs.search(local, root).level();
        List<SearchReport> reports = List.of();
        for (int i = 0; i < 2; i++) {
            assertEquals(SerialBfs.search(local, root).levels(), kernel.search(ctx, root, tree));
            reports = new ArrayList<>(kernel.reports());
            assertEquals(Optional.empty(), verifier.verify(ctx, root, tree).map(Object::toString));
            final int[] levels = new int[local.vertexCount()];
            verifier.levels().get(ctx, 0, levels, 0, levels.length);
            assertArrayEquals(expected, levels);
        }
        kernel.free(ctx);
        tree.free(ctx);
        verifier.free(ctx);
        return reports;
    }

    private static List<SearchReport> search(final GmtCluster cluster, final Shape shape, final int root) {
        final LocalCsr local = LocalCsr.symmetrised(shape.edges());
        final CsrGraph graph = cluster.call(ctx -> CsrBuilder.symmetrised(ctx, () -> shape.edges()));
        final List<SearchReport> reports = cluster.call(ctx -> search(ctx, graph, local, root));
        cluster.run(graph::free);
        return reports;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldStayOnANodeWhileTheFrontierIsThere(final int nodes) {
        try (GmtCluster cluster = cluster(nodes).start()) {
            for (final int root : new int[] {0, LENGTH / 2}) {
                for (final SearchReport report : search(cluster, Shape.path(LENGTH, 1), root)) {
                    assertEquals(0, report.words(), "words of bitmaps");
                    assertTrue(report.collectives() <= (root == 0 ? 2L * nodes : LENGTH / 2 + 2 * nodes),
                        report::toString);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldTakeOneCollectiveForALevelThatCrossesNodes(final int nodes) {
        try (GmtCluster cluster = cluster(nodes).start()) {
            for (final SearchReport report : search(cluster, Shape.path(LENGTH, 1237), 0)) {
                assertEquals(0, report.words(), "words of bitmaps");
                assertTrue(report.collectives() <= LENGTH, report::toString);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,combined,0,0", "2,combined,0,0", "3,combined,0,0", "5,combined,0,0", "1,shared,2,0", "3,shared,2,0",
        "1,dedicated,2,1", "3,dedicated,2,1"})
    void shouldFindLevelsThatFitNoBox(final int nodes, final String plan, final int workers, final int helpers) {
        final GmtCluster.Builder builder = cluster(nodes).set("gmt.plan", plan).set("gmt.workers", workers)
            .set("gmt.helpers", helpers);
        try (GmtCluster cluster = builder.start()) {
            search(cluster, Shape.stars(6, 2 * FrontierMail.capacity(nodes)), 0);
            search(cluster, Shape.path(300, 7), 150);
        }
    }
}
