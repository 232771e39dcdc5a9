package org.gmt4j.graph.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeLists;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.MappedSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFormatsTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReadAnEdgeListWithBlanksTabsAndCarriageReturns() throws IOException {
        final EdgeSource graph = open("a.el", "0 1\r\n\n  2\t3  \n# comment\n% other\r\n \t\r\n7 7\n4   5\t "
            + "\r\n1099511627775 6");
        assertEquals(List.of("0>1*1", "2>3*1", "7>7*1", "4>5*1", "1099511627775>6*1"), EdgeLists.all(graph));
        assertEquals(1L << 40, graph.countVertices());
        assertTrue(graph.directed());
        assertFalse(graph.weighted());
    }

    @Test
    void shouldReadWholeWeightsHoweverTheyAreWritten() throws IOException {
        final EdgeSource graph = open("a.wel", "0 1 5\n1 2 -3\n2 3 2.0\n3 4 -2.0\n4 5 1e3 \n5 6 2147483647\n6 7 "
            + "0.00\r\n");
        assertEquals(List.of("0>1*5", "1>2*-3", "2>3*2", "3>4*-2", "4>5*1000", "5>6*2147483647", "6>7*0"),
            EdgeLists.all(graph));
        assertTrue(graph.weighted());
    }

    @Test
    void shouldReadSnapTextAndItsDirection() throws IOException {
        final String body = "# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n0\t1\n1\t2\t1082040961 x\n";
        final EdgeSource directed = open("d.txt", "# Directed graph: x.txt\n" + body);
        final EdgeSource undirected = open("u.txt", "# Undirected graph: x.txt\n" + body);
        assertEquals(List.of("0>1*1", "1>2*1"), EdgeLists.all(directed));
        assertTrue(directed.directed());
        assertFalse(undirected.directed());
    }

    @Test
    void shouldReadASymmetricPatternMatrix() throws IOException {
        final EdgeSource graph = open("a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n% text\n\n4 4 "
            + "3\n2 1\n4 4\n3 1\n");
        assertEquals(List.of("1>0*1", "3>3*1", "2>0*1"), EdgeLists.all(graph));
        assertFalse(graph.directed());
        assertEquals(4, graph.vertexCount().getAsLong());
        assertEquals(3, graph.edgeCount().getAsLong());
    }

    @Test
    void shouldReadGeneralMatricesWithValues() throws IOException {
        final EdgeSource real = open("r.mtx", "%%MatrixMarket MATRIX Coordinate Real General\r\n2 5 2\r\n1 5 "
            + "175e-2\r\n2 1 -7\r\n", GraphFiles::openWithExactWeights);
        assertEquals(List.of("0>4*1.75", "1>0*-7.0"), EdgeLists.all(real));
        assertEquals(5, real.vertexCount().getAsLong());
        assertTrue(real.directed());
        assertTrue(real.weighted());
        final EdgeSource empty = open("e.mtx", "%%MatrixMarket matrix coordinate integer general\n0 0 0\n");
        assertEquals(List.of(), EdgeLists.all(empty));
        assertEquals(0, empty.countVertices());
    }

    @Test
    void shouldReadDimacs() throws IOException {
        final EdgeSource graph = open("a.gr", "c road\nc\np sp 3 2\nc arcs\na 1 2 10\nc between\na 3 1 4");
        assertEquals(List.of("0>1*10", "2>0*4"), EdgeLists.all(graph));
        assertEquals(3, graph.vertexCount().getAsLong());
    }

    @Test
    void shouldReadEmptyFiles() throws IOException {
        for (final String content : List.of("", "\n", "\n\n", "# only\n", "#")) {
            assertEquals(List.of(), EdgeLists.joined(open("e.el", content), 3));
        }
    }

    @Test
    void shouldUnpackInPartZeroOnly() throws IOException {
        for (final String name : List.of("a.mtx.gz", "a.MTX.GZ")) {
            final Path file = folder.resolve(name);
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                final String text = "%%MatrixMarket matrix coordinate pattern general\n9 9 3\n1 2\n3 4\n9 9";
                out.write(text.getBytes(StandardCharsets.US_ASCII));
            }
            final EdgeSource graph = GraphFiles.open(file);
            assertEquals(List.of("0>1*1", "2>3*1", "8>8*1"), EdgeLists.all(graph));
            assertEquals(3, EdgeLists.ofPart(graph, 0, 4).size());
            assertEquals(0, EdgeLists.ofPart(graph, 3, 4).size());
        }
    }

    @Test
    void shouldRefuseToRoundWeights() throws IOException {
        for (final String weight : List.of("2.5", "-0.4", "1e-300")) {
            final EdgeSource graph = open("r.wel", "0 1 1\n1 2 " + weight + "\n");
            assertEquals("GMT-255 " + folder.resolve("r.wel") + ":2: the weight " + weight + " is not whole, and a"
                + " .gmtg file holds whole weights only; write a .wel or .mtx file, or multiply all weights first",
                assertThrows(GraphException.class, () -> EdgeLists.all(graph)).getMessage());
        }
    }

    @Test
    void shouldWriteWeightsAsTheyAreRead() throws IOException {
        final String rows = "0 1 2.5\n1 2 -2.5\n0 2 0.1\n2 3 7\n3 0 1.0E300\n3 1 4.9E-324\n"
            + "3 2 9007199254740992\n";
        final EdgeSource graph = open("e.wel", rows, GraphFiles::openWithExactWeights);
        GraphFiles.write(graph, folder.resolve("again.wel"), (step, edges) -> { });
        assertEquals(rows, Files.readString(folder.resolve("again.wel")));
        GraphFiles.write(graph, folder.resolve("real.mtx"), (step, edges) -> { });
        assertTrue(Files.readString(folder.resolve("real.mtx")).startsWith("%%MatrixMarket matrix coordinate real"));
        assertEquals(EdgeLists.all(graph), EdgeLists.all(GraphFiles.openWithExactWeights(folder.resolve("real.mtx"))));
        GraphFiles.write(MappedSource.bothDirections(graph), folder.resolve("both.wel"), (step, edges) -> { });
        assertTrue(Files.readString(folder.resolve("both.wel")).startsWith("0 1 2.5\n1 0 2.5\n1 2 -2.5\n2 1 -2.5\n"));
    }

    @Test
    void shouldWriteAnIntegerMatrixWhereWeightsAreWhole() throws IOException {
        GraphFiles.write(open("i.wel", "0 1 2.0\n1 0 -3\n", GraphFiles::openWithExactWeights),
            folder.resolve("i.mtx"), (step, edges) -> { });
        assertEquals("%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 2\n2 1 -3\n",
            Files.readString(folder.resolve("i.mtx")));
        GraphFiles.write(open("l.gr", "p sp 2 1\na 1 2 9223372036854775807\n", GraphFiles::openWithExactWeights),
            folder.resolve("l.mtx"), (step, edges) -> { });
        assertEquals("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 9223372036854775807\n",
            Files.readString(folder.resolve("l.mtx")));
    }

    private EdgeSource open(final String name, final String content) throws IOException {
        return open(name, content, GraphFiles::open);
    }

    private EdgeSource open(final String name, final String content, final Function<Path, EdgeSource> opener)
        throws IOException {
        return opener.apply(Files.writeString(folder.resolve(name), content));
    }
}
