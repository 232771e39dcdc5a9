package org.gmt4j.graph.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeLists;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a file is cut, and however small the buffer, every edge is read exactly once and in order. */
class SplitInvarianceTest {
    private static final int[] BUFFERS = {1, 2, 3, 7, 16, 64, 4096};

    @TempDir
    private Path folder;

    @Test
    void shouldNotLoseOrRepeatEdgesOfShortLines() throws IOException {
        checkAllParts(5, "short.el", "0 1\n1 2\n2 3\n3 4\n4 5\n");
        checkAllParts(3, "nonewline.el", "0 1\n1 2\n2 3");
        checkAllParts(1, "one.el", "0 1");
    }

    @Test
    void shouldNotLoseOrRepeatEdgesOfLongLines() throws IOException {
        checkAllParts(3, "long.el",
            "0 1" + " ".repeat(90) + "\n123456789012 1234567890\n# " + "c".repeat(70) + "\n5 6\n");
    }

    @Test
    void shouldNotLoseOrRepeatEdgesBetweenBlankLinesAndCarriageReturns() throws IOException {
        checkAllParts(3, "crlf.el", "\r\n0 1\r\n\r\n\r\n2 3\r\n#\r\n\n\n4 5\r\n\n");
    }

    @Test
    void shouldSplitBodiesBehindHeaders() throws IOException {
        checkAllParts(4, "m.mtx", "%%MatrixMarket matrix coordinate real general\n%\n3 3 4\n1 1 5\n2 3 1.5e1\n\n"
            + "3 1 -2\n2 2 9\n");
        checkAllParts(3, "d.gr", "c x\np sp 4 3\na 1 2 3\nc y\na 2 3 4\na 4 1 5");
        checkAllParts(3, "w.wel", "0 1 100\n1 2 20\n\n2 0 3");
    }

    @Test
    void shouldSplitMoreEdgesThanABatchHolds() throws IOException {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3 * EdgeBatch.CAPACITY + 5; i++) {
            text.append(i).append('\t').append((long) i * i).append('\n');
        }
        final TextEdgeSource source = open("big.el", text.toString());
        final List<String> expected = EdgeLists.all(source);
        assertEquals(3 * EdgeBatch.CAPACITY + 5, expected.size());
        for (final int parts : new int[] {2, 3, 5, 7, 100}) {
            assertEquals(expected, EdgeLists.joined(source, parts));
        }
    }

    private void checkAllParts(final int edges, final String name, final String content) throws IOException {
        final TextEdgeSource source = open(name, content);
        final List<String> expected = EdgeLists.all(source);
        assertEquals(edges, expected.size(), name);
        for (int parts = 1; parts <= content.length() + 3; parts++) {
            for (final int buffer : BUFFERS) {
                assertEquals(expected, joined(source, parts, buffer), name + " in " + parts + " parts, buffer "
                    + buffer);
            }
        }
    }

    private static List<String> joined(final TextEdgeSource source, final int parts, final int bufferBytes) {
        final List<String> edges = new ArrayList<>();
        final EdgeBatch batch = new EdgeBatch();
        for (int part = 0; part < parts; part++) {
            try (EdgeCursor cursor = source.open(part, parts, bufferBytes)) {
                while (cursor.next(batch)) {
                    for (int i = 0; i < batch.count(); i++) {
                        edges.add(batch.source(i) + ">" + batch.target(i) + "*" + batch.weight(i));
                    }
                }
            }
        }
        return edges;
    }

    private TextEdgeSource open(final String name, final String content) throws IOException {
        return (TextEdgeSource) GraphFiles.open(Files.writeString(folder.resolve(name), content));
    }
}
