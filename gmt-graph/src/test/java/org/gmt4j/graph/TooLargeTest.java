package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.LongStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.names.LoadRoom;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs that do not fit into a machine, which is told to keep more than it has: so nothing has to be filled. */
class TooLargeTest {
    private static final int LARGE = 9_000_000;

    private static GmtCluster cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(TooLargeTest.class).set("gmt.memory.reserve", "1024g")
            .start();
    }

    private static void refused(final GmtCluster cluster, final Edges edges, final String... parts) {
        final GraphException refused = assertThrows(GraphException.class, () -> Graph.load(cluster, edges).close());
        assertEquals(GraphException.TOO_LARGE, refused.number(), refused.getMessage());
        for (final String part : parts) {
            assertTrue(refused.getMessage().contains(part), refused.getMessage());
        }
        assertTrue(refused.getMessage().contains("take more machines (gmt.memory.max does not"), refused.getMessage());
        try (Graph graph = Graph.load(cluster, Edges.of(new long[] {7, 8}, new long[] {8, 9}))) {
            assertEquals(3, graph.vertices(), "the cluster can be used");
        }
        assertEquals(0, RandomGraphs.arrayBytes(cluster));
    }

    /** Edges of each node whose number nobody knows, between 1000 vertices. */
    private static Iterator<Edge> many(final int node, final long count) {
        return LongStream.range(0, count).mapToObj(i -> new Edge(i % 1000, (i + node) % 999)).iterator();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldEndWhileEdgesComeIn(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            refused(cluster, Edges.perNode((node, count) -> many(node, node == count - 1 ? LARGE : 0)),
                " does not fit: node ", " edges, and the machine of node " + (nodes - 1)
                + " has 0 bytes left for it until the graph is there");
        }
    }

    @Test
    void shouldEndBeforeRowsAreMade() {
        try (GmtCluster cluster = cluster(2)) {
            refused(cluster, Edges.perNode((node, count) -> many(node, 5_000_000)).undirected(),
                " does not fit: its 10000000 edges have come in, and take 80000000 bytes more on each of 2 nodes",
                " have 0 left for each, enough for about 3333333 edges");
        }
    }

    @Test
    void shouldRefuseWhatIsKnownBeforeItMoves() {
        try (GmtCluster cluster = cluster(2)) {
            refused(cluster, Edges.of(new int[LARGE], new int[LARGE]),
                " does not fit: its 9000000 edges take at least 72000000 bytes on each of 2 nodes");
            refused(cluster, Edges.kronecker(16, 256, 1), " of which 134217728 are edges that wait for their rows");
        }
    }

    /** Long names take more than their edges. */
    @Test
    void shouldEndWhileNamesComeIn(@TempDir final Path folder) throws IOException {
        final Path file = folder.resolve("long.csv");
        final String rest = "x".repeat(4000);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("from,to\n");
            for (int i = 0; i < 20_000; i++) {
                out.write("a" + i + rest + ",b\n");
            }
        }
        try (GmtCluster cluster = cluster(1)) {
            refused(cluster, Edges.csv(file).textNames().columns("from", "to"),
                "does not fit: node 0 has taken in ", " edges, and the machine of node 0 has 0 bytes left");
        }
    }

    /** Of sources that know their vertices, but not their edges: those come in from other nodes, too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldEndWhileEdgesWaitForTheirRows(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            final RuntimeException failure = assertThrows(RuntimeException.class,
                () -> cluster.call(ctx -> CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(16, 64 * nodes, 1))));
            final String text = GraphFailure.of(failure).getMessage();
            assertTrue(text.startsWith("GMT-307 kron-16 does not fit: the machine of node "), text);
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** Few edges between many vertices. */
    @Test
    void shouldRequireRoomForVertices(@TempDir final Path folder) throws IOException {
        final Path file = Files.writeString(folder.resolve("sparse.mtx"),
            "%%MatrixMarket matrix coordinate pattern general\n8000000 8000000 1\n1 8000000\n");
        try (GmtCluster cluster = cluster(1)) {
            refused(cluster, Edges.file(file), "sparse.mtx does not fit: its vertices take up to 96000000 bytes on each"
                + " of 1 nodes, whose machines have 0 left for each");
        }
    }

    @Test
    void shouldRequireRoomForRows() {
        try (GmtCluster cluster = cluster(2)) {
            cluster.run(ctx -> LoadRoom.require(ctx, "small", "rows", LoadRoom.STEP - 1));
            final RuntimeException failure = assertThrows(RuntimeException.class,
                () -> cluster.run(ctx -> LoadRoom.require(ctx, "large", "rows", LoadRoom.STEP)));
            assertTrue(GraphFailure.of(failure).getMessage().startsWith(
                "GMT-307 large does not fit: its rows take up to 67108864 bytes on each of 2 nodes"),
                failure::toString);
            cluster.run(ctx -> LoadRoom.require(ctx, "beyond the budget", "rows", 1L << 50));
        }
    }
}
