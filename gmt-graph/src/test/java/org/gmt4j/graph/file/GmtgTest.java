package org.gmt4j.graph.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.DenseIds;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeLists;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.MappedSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class GmtgTest {
    @TempDir
    private Path folder;

    @Test
    void shouldWriteTheDocumentedBytes() throws IOException {
        final Path file = folder.resolve("golden.gmtg");
        GmtgWriter.write(small(), file, EdgeProgress.NONE);
        final String header = "474d544752415048" + "01000000" + "03000000" + "0300000000000000" + "0300000000000000"
            + "b800000000000000" + "be00000000000000" + "0500" + "736d616c6c" + "00".repeat(73);
        final String offsets = "0000000000000000" + "0200000000000000" + "0200000000000000" + "0300000000000000";
        final String targets = "01000000" + "02000000" + "00000000";
        final String weights = "f9ffffff" + "05000000" + "ffffff7f";
        assertEquals(header + offsets + targets + weights + "610a620a630a",
            HexFormat.of().formatHex(Files.readAllBytes(file)));
    }

    private static ListedEdges small() {
        final ListedEdges edges = new ListedEdges("small", 3, true, true).withVertexNames(new String[] {"a", "b", "c"});
        edges.add(2, 0, Integer.MAX_VALUE);
        edges.add(0, 2, 5);
        edges.add(0, 1, -7);
        return edges;
    }

    @Test
    void shouldReadBackWhatItWrote() {
        final Path file = folder.resolve("small.gmtg");
        GmtgWriter.write(small(), file, EdgeProgress.NONE);
        final EdgeSource graph = GraphFiles.open(file);
        assertEquals(List.of("0>1*-7", "0>2*5", "2>0*2147483647"), EdgeLists.all(graph));
        assertEquals("small", graph.name());
        assertEquals("b", graph.vertexName(1));
        assertEquals(3, graph.vertexCount().getAsLong());
        assertEquals(3, graph.edgeCount().getAsLong());
        assertTrue(graph.directed() && graph.weighted());
    }

    @Test
    void shouldKeepTheEdgesOfAGeneratorInAnyNumberOfPartsAndPasses() {
        final EdgeSource generator = new KroneckerSource(10, 16, 1);
        final List<String> expected = sorted(EdgeLists.all(generator));
        for (final long budget : new long[] {1, 500, 1 << 20}) {
            final Path file = folder.resolve("kron-" + budget + ".gmtg");
            new GmtgWriter(generator, EdgeProgress.NONE, budget).writeTo(file);
            final EdgeSource graph = GraphFiles.open(file);
            assertFalse(graph.directed() || graph.weighted());
            final List<String> inOrder = EdgeLists.all(graph);
            assertEquals(expected, sorted(inOrder));
            for (final int parts : new int[] {1, 2, 3, 5, 7, 1000}) {
                assertEquals(inOrder, EdgeLists.joined(graph, parts));
            }
        }
    }

    private static List<String> sorted(final List<String> edges) {
        final List<String> copy = new ArrayList<>(edges);
        Collections.sort(copy);
        return copy;
    }

    @Test
    void shouldGiveAnOwnerTheEdgesOfItsVertices() {
        final Path file = folder.resolve("owner.gmtg");
        GmtgWriter.write(small(), file, EdgeProgress.NONE);
        final GmtgSource graph = GmtgSource.open(file);
        final EdgeBatch batch = new EdgeBatch();
        try (EdgeCursor cursor = graph.openVertices(1, 3)) {
            assertTrue(cursor.next(batch));
            assertEquals(1, batch.count());
            assertEquals(2, batch.source(0));
            assertFalse(cursor.next(batch));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> graph.openVertices(1, 4));
    }

    @Test
    void shouldHoldGraphsWithoutEdgesOrVertices() {
        for (final long vertices : new long[] {0, 5}) {
            final Path file = folder.resolve("empty" + vertices + ".gmtg");
            GmtgWriter.write(new ListedEdges("empty", vertices, true, false), file, EdgeProgress.NONE);
            final EdgeSource graph = GraphFiles.open(file);
            assertEquals(vertices, graph.countVertices());
            assertEquals(List.of(), EdgeLists.joined(graph, 3));
        }
    }

    @Test
    void shouldNameWhatIsWrongWithAFile() throws IOException {
        final Path good = folder.resolve("good.gmtg");
        GmtgWriter.write(small(), good, EdgeProgress.NONE);
        final byte[] bytes = Files.readAllBytes(good);
        assertRefused("GMT-304 bad.gmtg: not a .gmtg file: it does not begin with GMTGRAPH",
            "0 1\n1 2\n3 4\n".getBytes(StandardCharsets.UTF_8));
        assertRefused("GMT-304 bad.gmtg: not a .gmtg file: it does not begin with GMTGRAPH", new byte[0]);
        assertRefused("GMT-306 bad.gmtg: the header is cut off at 100 bytes", Arrays.copyOf(bytes, 100));
        assertRefused("GMT-306 bad.gmtg: the header promises 190 bytes, the file has 170; is it complete?",
            Arrays.copyOf(bytes, 170));
        assertRefused("GMT-304 bad.gmtg: version 9 of the format; this program reads version 1", with(bytes, 8, 9));
        assertRefused("GMT-304 bad.gmtg: impossible size: -1 vertices, 3 edges", with(with(bytes, 16, -1), 20, -1));
        assertRefused("GMT-304 bad.gmtg: its sections do not fit into 190 bytes", with(bytes, 24, 4));
        assertRefused("GMT-304 bad.gmtg: damaged: edge 1 leads to vertex 77", with(bytes, 164, 77));
        assertRefused("GMT-304 bad.gmtg: damaged: offset 99 of vertex 1 is out of order", with(bytes, 136, 99));
        assertRefused("GMT-304 bad.gmtg: damaged: edge 2 belongs to no vertex", with(bytes, 152, 2));
    }

    private static byte[] with(final byte[] bytes, final int offset, final int value) {
        final byte[] copy = bytes.clone();
        ByteBuffer.wrap(copy).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
        return copy;
    }

    private void assertRefused(final String message, final byte[] content) throws IOException {
        final Path file = Files.write(folder.resolve("bad.gmtg"), content);
        final GraphException refused = assertThrows(GraphException.class, () -> EdgeLists.all(GraphFiles.open(file)));
        assertEquals(message, refused.getMessage().replace(folder + "/", ""));
    }

    @Test
    void shouldLeaveNothingBehindWhenWritingFails() throws IOException {
        final Path source = Files.writeString(folder.resolve("bad.el"), "0 1\n1 x\n");
        final Path target = folder.resolve("out.gmtg");
        assertThrows(GraphException.class, () -> GraphFiles.write(GraphFiles.open(source), target, EdgeProgress.NONE));
        assertThrows(GraphException.class,
            () -> GraphFiles.write(GraphFiles.open(source), folder.resolve("out.mtx"), EdgeProgress.NONE));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(source), files.toList());
        }
    }

    @Test
    void shouldConvertThroughEveryWritableFormat() {
        for (final String extension : List.of("el", "wel", "mtx", "gmtg")) {
            final Path file = folder.resolve("copy." + extension);
            final GraphFileSummary summary = GraphFiles.write(small(), file, EdgeProgress.NONE);
            assertEquals(3, summary.edgeCount());
            assertEquals(3, summary.vertexCount());
            final EdgeSource copy = GraphFiles.open(file);
            final List<String> expected = new ArrayList<>(EdgeLists.all(small()));
            if (extension.equals("el")) {
                expected.replaceAll(edge -> edge.replaceAll("\\*.*", "*1"));
            }
            assertEquals(sorted(expected), sorted(EdgeLists.all(copy)), extension);
        }
    }

    @Test
    void shouldWriteTheLowerTriangleOfAnUndirectedGraph() throws IOException {
        final Path file = folder.resolve("lower.mtx");
        GraphFiles.write(ListedEdges.undirected("u", 4, 0, 3, 2, 1), file, EdgeProgress.NONE);
        assertEquals("%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n4 1\n3 2\n", Files.readString(file));
    }

    @Test
    void shouldRefuseToWriteUnknownFormatsAndIntoMissingFolders() {
        assertEquals("GMT-301 a.gr: cannot write this kind of graph file; expected a name ending in .gmtg, .el, .wel "
            + "or .mtx (text also with .gz)",
            assertThrows(GraphException.class, () -> GraphFiles.write(small(), Path.of("a.gr"),
            EdgeProgress.NONE)).getMessage());
        assertEquals(GraphException.NOT_WRITABLE, assertThrows(GraphException.class,
            () -> GraphFiles.write(small(), folder.resolve("no/where.gmtg"), EdgeProgress.NONE)).number());
    }

    /** Names of another graph would be those of this one. */
    @Test
    void shouldReadNoFurtherWhereAnotherFileHasTakenItsPlace() throws IOException {
        final Path file = folder.resolve("small.gmtg");
        final Path other = folder.resolve("other.gmtg");
        GmtgWriter.write(ids(1000), file, EdgeProgress.NONE);
        GmtgWriter.write(ids(2000), other, EdgeProgress.NONE);
        final EdgeSource graph = GraphFiles.open(file);
        assertEquals(graph.extent(), GraphFiles.open(file).extent());
        assertNotEquals(graph.extent(), GraphFiles.open(other).extent());
        assertEquals(List.of("0>1*1", "1>2*1"), EdgeLists.joined(graph, 2));
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        for (final Executable look : List.<Executable>of(() -> graph.open(1, 2), () -> graph.originalId(0))) {
            final GraphException refused = assertThrows(GraphException.class, look);
            assertEquals(GraphException.VERTEX_OUT_OF_RANGE, refused.number(), refused.getMessage());
            assertTrue(refused.getMessage().contains(file + " has been replaced"), refused.getMessage());
        }
        assertEquals(2001, GraphFiles.open(file).originalId(1));
    }

    private static EdgeSource ids(final long first) {
        final ListedEdges edges = new ListedEdges("ids", first + 3, true, false);
        edges.add(first, first + 1, 1);
        edges.add(first + 1, first + 2, 1);
        return MappedSource.dense(edges, DenseIds.of(edges, batch -> { }));
    }
}
