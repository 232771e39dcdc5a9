package org.gmt4j.graph.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.source.EdgeLists;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GraphSize;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What people's files have beside edges: several mistakes, byte-order marks, weights of all kinds, ids from one; and
 * who may read ours.
 */
class ReaderEdgeCasesTest {
    @TempDir
    private Path folder;

    private Path file(final String name, final String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path packed(final String name, final byte[] bytes) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            out.write(bytes);
        }
        return folder.resolve(name);
    }

    @ParameterizedTest
    @CsvSource({"el,10 x", "wel,1 2", "txt,-1 5", "mtx,9 900", "gr,b 1 2 3"})
    void shouldNameTheFirstOfSeveralBadLinesInWhicheverPart(final String extension, final String bad)
        throws IOException {
        final String header = extension.equals("mtx") ? "%%MatrixMarket matrix coordinate pattern general\n20 20 1003\n"
            : extension.equals("gr") ? "p sp 20 1003\n" : "# text\n";
        final String good = extension.equals("gr") ? "a 10 11 1\n" : extension.equals("wel") ? "10 11 1\n" : "10 11\n";
        final EdgeSource source = GraphFiles.open(file("bad." + extension,
            header + good.repeat(300) + bad + "\n" + good.repeat(300) + "oh no\n" + good.repeat(400) + "x y z\n"));
        final long first = header.lines().count() + 301;
        for (final int parts : new int[] {1, 2, 3, 7, 16}) {
            boolean isFound = false;
            for (int part = parts - 1; part >= 0; part--) {
                final int one = part;
                try {
                    EdgeLists.ofPart(source, one, parts);
                } catch (final GraphFormatException e) {
                    assertEquals(first, e.line(), e.getMessage() + " in part " + part + " of " + parts);
                    isFound = true;
                }
            }
            assertTrue(isFound);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"b.el|0 1\n1 2\n", "b.wel|0 1 5\n1 2 5\n", "b.txt|# Undirected graph\n0 1\n1 2\n",
        "b.mtx|%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n",
        "b.gr|p sp 3 2\na 1 2 5\na 2 3 5\n"})
    void shouldSkipAByteOrderMarkOfUtf8(final String row) throws IOException {
        final String[] fields = row.split("\\|");
        final EdgeSource marked = GraphFiles.open(file(fields[0], "\uFEFF" + fields[1]));
        final EdgeSource gz = GraphFiles.open(packed(fields[0] + ".gz",
            ("\uFEFF" + fields[1]).getBytes(StandardCharsets.UTF_8)));
        final EdgeSource plain = GraphFiles.open(file("plain-" + fields[0], fields[1]));
        assertEquals(2, EdgeLists.all(plain).size());
        assertEquals(EdgeLists.all(plain), EdgeLists.joined(marked, 1));
        assertEquals(EdgeLists.all(plain), EdgeLists.joined(marked, 3));
        assertEquals(EdgeLists.all(plain), EdgeLists.joined(gz, 3));
        assertEquals(plain.directed(), marked.directed());
    }

    @ParameterizedTest
    @CsvSource({"UTF-16LE,FF FE", "UTF-16BE,FE FF"})
    void shouldNameTheEncodingThatItDoesNotRead(final String charset, final String mark) throws IOException {
        for (final String name : List.of("wide.el", "wide.mtx", "wide.gr.gz")) {
            final byte[] bytes = "\uFEFF0 1\n".getBytes(charset);
            final Path wide = name.endsWith(".gz") ? packed(name, bytes) : Files.write(folder.resolve(name), bytes);
            final String message = assertThrows(GraphException.class, () -> EdgeLists.all(GraphFiles.open(wide)))
                .getMessage();
            assertTrue(message.startsWith("GMT-311 "), message);
            assertTrue(message.contains(mark) && message.contains("UTF-16")
                && message.contains("iconv -f UTF-16 -t UTF-8"), message);
        }
    }

    @Test
    void shouldShowCharactersThatCannotBeSeen() throws IOException {
        final Path odd = file("odd.el", "0 1\n\u200B1 2\n");
        assertEquals("GMT-302 " + odd + ":2: expected a source vertex id, found \"\\u200B1\"",
            assertThrows(GraphException.class, () -> EdgeLists.all(GraphFiles.open(odd))).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"w.wel|0 1 0.5\n1 2 1e300\n2 0 heavy\n0 2 NaN\n",
        "w.mtx|%%MatrixMarket matrix coordinate real general\n3 3 4\n1 2 1e40\n2 3 -0.0\n3 1 inf\n1 3 99999999999\n",
        "w.gr|p sp 3 4\na 1 2 9999999999\na 2 3 0.25\na 3 1 x\na 1 3 -1\n"})
    void shouldTakeAnyWeightsThatNobodyNeeds(final String row) throws IOException {
        final String[] fields = row.split("\\|");
        final Path graph = file(fields[0], fields[1]);
        final EdgeSource source = GraphFiles.openWithoutWeights(graph);
        assertEquals(List.of("0>1*1", "1>2*1", "2>0*1", "0>2*1"), EdgeLists.joined(source, 2));
        assertFalse(source.weighted());
        assertThrows(GraphFormatException.class, () -> EdgeLists.all(GraphFiles.open(graph)),
            "who needs weights wants them right");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"w.wel | 0 1 | expected a weight, found the end of the line",
        "w.wel | 0 1 2 3 | expected the end of the line after the weight, found \"3\"",
        "w.el | 0 1 0.5 | expected two columns, found a third, \"0.5\"; weighted edge lists are named .wel"})
    void shouldStillRefuseLinesOfAnotherShape(final String name, final String line, final String reason)
        throws IOException {
        final Path graph = file(name, "0 1" + (name.equals("w.wel") ? " 7\n" : "\n") + line + "\n");
        assertEquals("GMT-302 " + graph + ":2: " + reason,
            assertThrows(GraphException.class, () -> EdgeLists.all(GraphFiles.openWithoutWeights(graph))).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"g.gmtg", "g.el", "g.mtx", "g.wel.gz"})
    void shouldFollowTheUmaskAsAnyOtherFileDoes(final String name) throws IOException {
        final Path other = file("other", "");
        final Path graph = folder.resolve(name);
        GraphFiles.write(new KroneckerSource(4, 2, 1), graph, EdgeProgress.NONE);
        assertEquals(PosixFilePermissions.toString(Files.getPosixFilePermissions(other)),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(graph)));
        try (var files = Files.list(folder)) {
            assertEquals(2, files.count(), "no temporary file stays");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"g.el.gz", "g.wel.gz", "g.mtx.gz"})
    void shouldWritePackedTextThatReadsAlike(final String name) throws IOException {
        final EdgeSource source = new KroneckerSource(8, 8, 3);
        final Path gz = folder.resolve(name);
        final Path plain = folder.resolve(name.replace(".gz", ""));
        GraphFiles.write(source, gz, EdgeProgress.NONE);
        GraphFiles.write(source, plain, EdgeProgress.NONE);
        assertEquals(EdgeLists.all(GraphFiles.open(plain)), EdgeLists.all(GraphFiles.open(gz)));
        assertTrue(Files.size(gz) < Files.size(plain));
        assertTrue(assertThrows(GraphException.class,
            () -> GraphFiles.write(source, folder.resolve("g.gmtg.gz"), EdgeProgress.NONE)).getMessage()
            .startsWith("GMT-301 "));
    }

    @Test
    void shouldKeepWhatTheFileCallsItsVertices() throws IOException {
        final EdgeSource matrix =
            GraphFiles.open(file("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n5 5 2\n1 5\n4 2\n"));
        final Path binary = folder.resolve("m.gmtg");
        GraphFiles.write(matrix, binary, EdgeProgress.NONE);
        for (final EdgeSource source : List.of(matrix, GraphFiles.open(binary))) {
            assertEquals(EdgeSource.Ids.FROM_ONE, source.ids());
            assertArrayEquals(new long[] {1, 5}, new long[] {source.originalId(0), source.originalId(4)});
            assertEquals(List.of("0>4*1", "3>1*1"), EdgeLists.all(source));
        }
        assertEquals(EdgeSource.Ids.SAME, GraphFiles.open(file("e.el", "7 9\n")).ids());
        assertEquals(7, GraphFiles.open(file("e.el", "7 9\n")).originalId(7));
    }

    /** The first four million edges of it are read. */
    @Test
    void shouldKnowHowManyEdgesALargePackedFileHas() throws IOException {
        final StringBuilder some = new StringBuilder();
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1 << 16; i++) {
            some.append(random.nextInt(1 << 20)).append(" 7\n");
        }
        final byte[] lines = some.toString().getBytes(StandardCharsets.US_ASCII);
        final Path file = folder.resolve("large.el.gz");
        final int times = 100;
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file), 1 << 16) {
            {
                def.setLevel(Deflater.BEST_SPEED);
            }
        }) {
            for (int i = 0; i < times; i++) {
                out.write(lines);
            }
        }
        final long edges = (1L << 16) * times;
        final GraphSize size = GraphFiles.open(file).estimateSize();
        assertEquals(edges, size.edges(), edges / 20.0);
        assertFalse(size.isExact());
    }

    /** What is not read hides no edges. */
    @Test
    void shouldRefuseLineEndsOfOldMacs() throws IOException {
        for (final String text : List.of("1 2\r3 4\r5 6\r", "# calls\r1 2\r", "1 2\n3 4 x\r5 6\n")) {
            final Path mac = file("mac.txt", text);
            final String message = assertThrows(GraphException.class, () -> EdgeLists.all(GraphFiles.open(mac)))
                .getMessage();
            assertTrue(message.startsWith("GMT-302 " + mac + ":") && message.contains("line ends of old Macs"),
                message);
        }
        assertEquals(List.of("1>2*1", "3>4*1"), EdgeLists.all(GraphFiles.open(file("dos.txt",
            "# calls\r\n1 2 x\r\n3 4\r\n"))));
    }

    @Test
    void shouldTakeCommentsAlikeInTheHeaderAndBehindIt() throws IOException {
        assertEquals(List.of("0>1*5"), EdgeLists.all(GraphFiles.open(file("tab.gr",
            "c\tby hand\ncomment\np sp 2 1\nc\tby hand\na 1 2 5\n"))));
    }

    /** What is left out may be long. */
    @Test
    void shouldReadAFirstRowOfManyColumns() throws IOException {
        final EdgeSource source = GraphFiles.open(file("wide.txt", "# calls\n0 1 " + "x".repeat(70_000) + "\n1 2\n"));
        assertEquals(List.of("0>1*1", "1>2*1"), EdgeLists.all(source));
        assertTrue(source.directed());
    }

    @Test
    void shouldSeeGapsWithoutReadingAllOfALargeFile() throws IOException {
        assertEquals(new GraphSize(2_000_000_001L, 2, true), GraphFiles.open(file("gap.el", "0 1\n2000000000 1\n"))
            .estimateSize());
        assertTrue(new GraphSize(2_000_000_001L, 2, true).hasGaps());
        assertFalse(new GraphSize(1000, 2, true).hasGaps(), "nobody minds");
        assertFalse(new GraphSize(1 << 22, 1 << 24, true).hasGaps());
        assertEquals(new GraphSize(2_000_000_001L, 2, true),
            GraphFiles.open(packed("gap.el.gz", "0 1\n2000000000 1\n".getBytes(StandardCharsets.US_ASCII)))
                .estimateSize());
        final GraphSize large =
            GraphFiles.open(file("large.el", "10000000 20000000\n".repeat(16_000_000) + "30000000 1\n")).estimateSize();
        assertEquals(30_000_001, large.vertices());
        assertFalse(large.isExact());
        assertEquals(16_000_001, large.edges(), 400_000);
    }
}
