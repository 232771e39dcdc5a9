package org.gmt4j.graph.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.ParallelEdges;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.WeightKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class CsrBuilderTest {
    private static GmtCluster.Builder cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(CsrBuilderTest.class).register(CsrBuilder.bodyClasses())
            .timeout(Duration.ofSeconds(120));
    }

    /** Rows of the distributed graph as one process sees them. */
    private static long[][] rows(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        final long[][] rows = new long[(int) graph.vertexCount()][];
        for (int v = 0; v < rows.length; v++) {
            final long[] row = new long[(int) graph.degree(ctx, v)];
            final int[] count = {0};
            graph.forEachNeighbour(ctx, v, (neighbour, c) -> row[count[0]++] = neighbour);
            rows[v] = row;
        }
        return rows;
    }

    private static void assertSame(final LocalCsr expected, final long[][] rows) {
        assertEquals(expected.vertexCount(), rows.length);
        for (int v = 0; v < rows.length; v++) {
            final long[] row = Arrays.stream(expected.targets(), expected.offsets()[v], expected.offsets()[v + 1])
                .asLongStream().toArray();
            assertArrayEquals(row, rows[v], "row " + v);
        }
    }

    private static void shouldEqualLocalCsr(final GmtCluster cluster, final EdgeSourceOpener opener) {
        final EdgeSource source = opener.open();
        assertSame(LocalCsr.symmetrised(source), cluster.call(ctx -> {
            final CsrGraph graph = CsrBuilder.symmetrised(ctx, opener);
            assertEquals(source.edgeCount().getAsLong(), graph.listedEdges());
            assertEquals(LocalCsr.symmetrised(source).storedEdgeCount(), graph.storedEdges());
            final long[][] rows = rows(ctx, graph);
            graph.free(ctx);
            return rows;
        }));
        assertSame(LocalCsr.asListed(source),
            cluster.call(ctx -> rows(ctx, CsrBuilder.asListed(ctx, opener, new BuildTimes()))));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldEqualLocalCsrOnRandomGraph(final int nodes) {
        try (GmtCluster cluster = cluster(nodes).start()) {
            shouldEqualLocalCsr(cluster, () -> new KroneckerSource(9, 8, 5));
        }
    }

    @Test
    void shouldEqualLocalCsrWithSeveralWorkersAndHelpers() {
        try (GmtCluster cluster = cluster(3).dedicated(2, 2).start()) {
            shouldEqualLocalCsr(cluster, () -> new KroneckerSource(10, 8, 5));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void shouldTakeLoopsMultipleEdgesAndLonelyVertices(final int nodes) {
        try (GmtCluster cluster = cluster(nodes).start()) {
            shouldEqualLocalCsr(cluster, () -> ListedEdges.undirected("odd", 11, 0, 0, 0, 1, 1, 0, 0,
                1, 9, 3, 3, 9, 10, 10));
            shouldEqualLocalCsr(cluster, () -> ListedEdges.undirected("one", 1));
            shouldEqualLocalCsr(cluster, () -> ListedEdges.undirected("none", 0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldCountListedEdgesAtTheirSource(final int nodes) {
        try (GmtCluster cluster = cluster(nodes).start()) {
            final EdgeSource source = new KroneckerSource(7, 8, 2);
            final LocalCsr local = LocalCsr.symmetrised(source);
            final int[] listed = cluster.call(ctx -> {
                final CsrGraph graph = CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(7, 8, 2));
                final int[] all = new int[(int) graph.vertexCount()];
                graph.listed().get(ctx, 0, all, 0, all.length);
                return all;
            });
            for (int v = 0; v < listed.length; v++) {
                assertEquals(local.listedEdges(v), listed[v], "vertex " + v);
            }
        }
    }

    @Test
    void shouldNameTheFirstVertexThatIsNone() {
        final EdgeBatch batch = new EdgeBatch();
        batch.add(0, 4);
        assertEquals(-1, CsrAssembly.outside(batch, 5), "none");
        batch.add(3, -7);
        batch.add(5, 9);
        assertEquals(-7, CsrAssembly.outside(batch, 5));
        assertEquals(4, CsrAssembly.outside(batch, 4));
    }

    @Test
    void shouldReportWhatASourceRefusesAndLeaveNothingBehind() {
        try (GmtCluster cluster = cluster(3).start()) {
            final ParForException failure = assertThrows(ParForException.class, () -> cluster.run(ctx -> {
                CsrBuilder.symmetrised(ctx, () -> new Liar(ListedEdges.undirected("liar", 9, 0, 1, 1, 2, 2, 8)));
            }));
            assertTrue(failure.getMessage().contains("vertex 8 in a graph of 5 vertices"), failure.getMessage());
            NodeCluster.of(cluster).nodes().forEach(node -> assertEquals(0, node.arrayBytes()));
        }
    }

    /** Such as one for which there is no memory any more. */
    @Test
    void shouldLeaveNothingBehindAfterAnError() {
        try (GmtCluster cluster = cluster(2).start()) {
            final ParForException failure = assertThrows(ParForException.class, () -> cluster.run(ctx -> {
                CsrBuilder.weighted(ctx, () -> new Kindless(ListedEdges.undirected("kindless", 5, 0, 1)), false, false,
                    ParallelEdges.MIN, new BuildTimes());
            }));
            assertTrue(failure.getMessage().contains("no kind"), failure.getMessage());
            NodeCluster.of(cluster).nodes().forEach(node -> assertEquals(0, node.arrayBytes()));
        }
    }

    /** Promises five vertices. */
    private static class Liar implements EdgeSource {
        private final EdgeSource source;

        Liar(final EdgeSource source) {
            this.source = source;
        }

        @Override
        public String name() {
            return "liar";
        }

        @Override
        public java.util.OptionalLong vertexCount() {
            return java.util.OptionalLong.of(5);
        }

        @Override
        public java.util.OptionalLong edgeCount() {
            return source.edgeCount();
        }

        @Override
        public boolean directed() {
            return false;
        }

        @Override
        public boolean weighted() {
            return false;
        }

        @Override
        public org.gmt4j.graph.source.EdgeCursor open(final int part, final int parts) {
            return source.open(part, parts);
        }
    }

    /** Has weights, but does not get as far as to say of which kind. */
    private static final class Kindless extends Liar {
        Kindless(final EdgeSource source) {
            super(source);
        }

        @Override
        public WeightKind weightKind() {
            throw new AssertionError("no kind");
        }
    }
}
