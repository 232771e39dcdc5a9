package org.gmt4j.graph.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.source.EdgeLists;
import org.gmt4j.graph.source.EdgeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Golden messages: file, line, what was expected, what was found. The folder is cut off. */
class MalformedTextTest {
    private static final String MATRIX = "%%MatrixMarket matrix coordinate pattern general\n";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "bad.el  | 0 1,2                 | GMT-302 bad.el:2: expected a target vertex id, found the end of the line",
        "bad.el  | 0 1,,#,2 three,4 5    | GMT-302 bad.el:4: expected a target vertex id, found \"three\"",
        "bad.el  | abc 1                 | GMT-302 bad.el:1: expected a source vertex id, found \"abc\"",
        "bad.el  | 12abc 1               | GMT-302 bad.el:1: expected a source vertex id, found \"12abc\"",
        "bad.el  | 1 12abc               | GMT-302 bad.el:1: expected a target vertex id, found \"12abc\"",
        "bad.el  | 1 2é                  | GMT-302 bad.el:1: expected a target vertex id, found \"2é\"",
        "bad.el  | 1.5 2                 | GMT-302 bad.el:1: expected a source vertex id, found \"1.5\"",
        "bad.el  | +1 2                  | GMT-302 bad.el:1: expected a source vertex id, found \"+1\"",
        "bad.el  | 0 1,-5 2              | GMT-303 bad.el:2: the source vertex id -5 is negative",
        "bad.el  | 0 -1                  | GMT-303 bad.el:1: the target vertex id -1 is negative",
        "bad.el  | 1099511627776 0       | GMT-303 bad.el:1: the source vertex id 1099511627776 is outside "
            + "0..1099511627775",
        "bad.el  | 0 18446744073709551617 | GMT-303 bad.el:1: the target vertex id 18446744073709551617 is outside "
            + "0..1099511627775",
        "bad.el  | 0 1 2                 | GMT-302 bad.el:1: expected two columns, found a third, \"2\"; weighted "
            + "edge lists are named .wel",
        "bad.txt | 0 1x                  | GMT-302 bad.txt:1: expected a target vertex id, found \"1x\"",
        "bad.wel | 0 1 2,3 4             | GMT-302 bad.wel:2: expected a weight, found the end of the line",
        "bad.wel | 0 1 heavy             | GMT-302 bad.wel:1: expected a weight that fits an int, found \"heavy\"",
        "bad.wel | 0 1 2147483648        | GMT-302 bad.wel:1: expected a weight that fits an int, found \"2147483648\"",
        "bad.wel | 0 1 1f                | GMT-302 bad.wel:1: expected a weight that fits an int, found \"1f\"",
        "bad.wel | 0 1 0x1p3             | GMT-302 bad.wel:1: expected a weight that fits an int, found \"0x1p3\"",
        "bad.wel | 0 1 12345678901234567 | GMT-302 bad.wel:1: expected a weight that fits an int, found "
            + "\"12345678901234567\"",
        "bad.wel | 0 1 NaN               | GMT-302 bad.wel:1: expected a weight that fits an int, found \"NaN\"",
        "bad.wel | 0 1 2 3               | GMT-302 bad.wel:1: expected the end of the line after the weight, found "
            + "\"3\"",
        "bad.gr  | p sp 3 1,x 1 2 3      | GMT-302 bad.gr:2: expected a line beginning with \"a\" or \"c\", found "
            + "\"x\"",
        "bad.gr  | p sp 3 1,1 2 3        | GMT-302 bad.gr:2: expected a line beginning with \"a\" or \"c\", found "
            + "\"1\"",
        "bad.gr  | p sp 3 1,a1 2 3       | GMT-302 bad.gr:2: expected a line beginning with \"a\" or \"c\", found "
            + "\"a1\"",
        "bad.gr  | p sp 3 1,a            | GMT-302 bad.gr:2: expected a source vertex id, found the end of the line",
        "bad.gr  | p sp 3 1,a 4 1 1      | GMT-303 bad.gr:2: the source vertex id 4 is outside 1..3",
        "bad.gr  | p sp 3 2,a 1 1 1      | GMT-305 bad.gr: the header promises 2 edges, found 1; is the file complete?",
        "bad.gr  | c,p max 3 2           | GMT-304 bad.gr:2: expected \"p sp <vertices> <arcs>\", found \"p max 3 2\"",
        "bad.gr  | c                     | GMT-304 bad.gr:2: expected \"p sp <vertices> <arcs>\", found the end of "
            + "the file",
    })
    void shouldNameFileLineAndReason(final String name, final String lines, final String message) throws IOException {
        assertMessage(message, Files.writeString(folder.resolve(name), lines.replace(',', '\n') + "\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "4 4 2,1 2,0 1 | GMT-303 bad.mtx:4: the source vertex id 0 is outside 1..4",
        "4 2 1,1 3     | GMT-303 bad.mtx:3: the target vertex id 3 is outside 1..2",
        "4 4 3,1 2,3 4 | GMT-305 bad.mtx: the header promises 3 edges, found 2; is the file complete?",
        "4 4 1,1 2,3 4 | GMT-305 bad.mtx: the header promises 1 edges, found 2; is the file complete?",
        "4 4           | GMT-304 bad.mtx:2: expected \"rows columns entries\", found \"4 4\"",
        "4 4 many      | GMT-304 bad.mtx:2: expected the number of entries (0..9223372036854775807), found \"many\"",
        "-4 4 1        | GMT-304 bad.mtx:2: expected the number of rows (0..1099511627776), found \"-4\"",
        "%             | GMT-304 bad.mtx:3: the file ends before the line \"rows columns entries\"",
    })
    void shouldCheckMatrices(final String lines, final String message) throws IOException {
        assertMessage(message, Files.writeString(folder.resolve("bad.mtx"), MATRIX + lines.replace(',', '\n')
            + (lines.equals("%") ? "" : "\n")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1 2 3                                           | expected \"%%MatrixMarket matrix coordinate <field> "
            + "<symmetry>\", found \"1 2 3\"",
        "%%MatrixMarket matrix array real general        | expected as format one of coordinate, found \"array\"",
        "%%MatrixMarket matrix coordinate complex general | expected as field one of pattern, integer, real, found "
            + "\"complex\"",
        "%%MatrixMarket matrix coordinate real hermitian | expected as symmetry one of general, symmetric, found "
            + "\"hermitian\"",
    })
    void shouldRefuseOtherMatrices(final String header, final String reason) throws IOException {
        assertMessage("GMT-304 bad.mtx:1: " + reason, Files.writeString(folder.resolve("bad.mtx"), header
            + "\n1 1 0\n"));
    }

    /** What is at the end of files that old editors and crashes leave; and ids with zeros in front. */
    @ParameterizedTest
    @ValueSource(strings = {
        "el|1 2\u001A|GMT-302 FILE: expected a target vertex id, found \"2\\u001A\"",
        "el|1 2\0\0\0|GMT-302 FILE: expected a target vertex id, found \"2\\u0000\\u0000\\u0000\"",
        "el|1 2\f|GMT-302 FILE: expected a target vertex id, found \"2\\u000C\"",
        "el|\u001A|GMT-302 FILE: expected a source vertex id, found \"\\u001A\"",
        "txt|1 2\u001A|GMT-302 FILE: expected a target vertex id, found \"2\\u001A\"",
        "wel|1 2 3\u001A|GMT-302 FILE: expected a weight, found \"3\\u001A\"",
        "gr|a 1 2 3\0|GMT-302 FILE: expected a weight, found \"3\\u0000\"",
        "mtx|1 2\u001A|GMT-302 FILE: expected a target vertex id, found \"2\\u001A\"",
        "mtx|1 2 3|GMT-302 FILE: expected two columns, found a third, \"3\"; the header says pattern",
        "el|00000000000000001 2|GMT-303 FILE: the source vertex id 00000000000000001 has 17 digits; ids have up to 16",
        "wel|1 000000000000000002 3|GMT-303 FILE: the target vertex id 000000000000000002 has 18 digits; ids have up to"
            + " 16",
        "el|1 0000000000000000000000000002|GMT-303 FILE: the target vertex id 0000000000000000000000000002 has 28"
            + " digits; ids have up to 16",
        "el|1 0200000000000000|GMT-303 FILE: the target vertex id 0200000000000000 is outside 0..1099511627775"})
    void shouldFindWordsForWhatStandsBesideNumbers(final String row) throws IOException {
        final String[] fields = row.split("\\|");
        final String header = switch (fields[0]) {
            case "gr" -> "p sp 3 1\n";
            case "mtx" -> MATRIX + "3 3 1\n";
            default -> "";
        };
        final Path bad = Files.writeString(folder.resolve("bad." + fields[0]), header + fields[1]);
        final long line = header.lines().count() + 1;
        assertMessage(fields[2].replace("FILE", bad.getFileName() + ":" + line), bad);
    }

    /** Java's own spellings of numbers, digits of other scripts, and what it takes for a blank. */
    @ParameterizedTest
    @ValueSource(strings = {
        "wel|1 2 1f|expected a finite number as weight, found \"1f\"",
        "wel|1 2 7D|expected a finite number as weight, found \"7D\"",
        "wel|1 2 0x1p3|expected a finite number as weight, found \"0x1p3\"",
        "wel|1 2 \u0663|expected a finite number as weight, found \"\u0663\"",
        "wel|1 2 +3\u001A|expected a finite number as weight, found \"+3\\u001A\"",
        "wel|1 2 \u001A|expected a finite number as weight, found \"\\u001A\"",
        "mtx|1 2 1.5d|expected a finite number as weight, found \"1.5d\"",
        "gr|a 1 2 \u0663|expected a whole number of 64 bits as weight (without weights it may be anything), found"
            + " \"\u0663\""})
    void shouldRefuseWeightsThatOnlyJavaTakesForNumbers(final String row) throws IOException {
        final String[] fields = row.split("\\|");
        final String header = switch (fields[0]) {
            case "gr" -> "p sp 3 1\n";
            case "mtx" -> MATRIX.replace("pattern", "real") + "3 3 1\n";
            default -> "";
        };
        final Path bad = Files.writeString(folder.resolve("bad." + fields[0]), header + fields[1] + "\n");
        assertEquals("GMT-302 " + bad + ":" + (header.lines().count() + 1) + ": " + fields[2],
            assertThrows(GraphException.class, () -> EdgeLists.all(GraphFiles.openWithExactWeights(bad)))
                .getMessage());
        final Path counts = Files.writeString(folder.resolve("counts.gr"), "p sp \u0663 1\na 1 2 1\n");
        assertMessage("GMT-304 counts.gr:1: expected the number of vertices (0..1099511627776), found \"\u0663\"",
            counts);
    }

    @Test
    void shouldTakeNumbersInAllTheirPlainSpellings() throws IOException {
        final EdgeSource source = GraphFiles.openWithExactWeights(Files.writeString(folder.resolve("good.wel"),
            "1 2 +5\n1 3 -.5e+1\n1 4 5E-1\n1 5 5.\n1 6 0.12345678901234567890\n"));
        assertEquals(List.of("1>2*5.0", "1>3*-5.0", "1>4*0.5", "1>5*5.0", "1>6*0.12345678901234568"),
            EdgeLists.all(source));
    }

    @Test
    void shouldTakeCarriageReturnsAsBlanks() throws IOException {
        assertEquals(List.of("1>2*1", "3>4*1", "5>6*1"), EdgeLists.all(GraphFiles.open(
            Files.writeString(folder.resolve("returns.el"), "1\r2\n\r3 4\r\n5\t6\r"))));
    }

    @Test
    void shouldCountLinesOfTheWholeFileInEveryPart() throws IOException {
        final Path file = Files.writeString(folder.resolve("late.el"), "10 11\n".repeat(5000) + "10 x\n"
            + "10 11\n".repeat(500));
        final EdgeSource source = GraphFiles.open(file);
        for (final int parts : new int[] {1, 2, 7}) {
            final GraphFormatException error =
                assertThrows(GraphFormatException.class, () -> EdgeLists.joined(source, parts));
            assertEquals(5001, error.line());
        }
    }

    @Test
    void shouldReportTruncatedAndForeignPackedFiles() throws IOException {
        final Path whole = folder.resolve("whole.el.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
            for (int i = 0; i < 50_000; i++) {
                out.write((i * 7919 + " " + i * 104729L + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
        final byte[] bytes = Files.readAllBytes(whole);
        final Path cut = Files.write(folder.resolve("cut.el.gz"), Arrays.copyOf(bytes, bytes.length / 2));
        assertMessage("GMT-306 cut.el.gz: the packed file ends too early; is it complete?", cut);
        final Path foreign = Files.writeString(folder.resolve("plain.el.gz"), "0 1\n");
        assertMessage("GMT-300 cannot read plain.el.gz: Not in GZIP format", foreign);
    }

    @Test
    void shouldRefuseUnknownAndMissingFiles() throws IOException {
        assertMessage("GMT-301 a.csv: unknown kind of graph file; expected a name ending in one of "
            + ".gmtg, .el, .wel, .txt, .snap, .tsv, .mtx, .gr (text also with .gz)",
            Files.writeString(folder.resolve("a.csv"), ""));
        assertMessage("GMT-300 cannot read none.el: no such file", folder.resolve("none.el"));
        assertMessage("GMT-300 cannot read dir.el: it is a folder", Files.createDirectory(folder.resolve("dir.el")));
    }

    private void assertMessage(final String expected, final Path file) {
        final String found = assertThrows(GraphException.class, () ->
            EdgeLists.all(GraphFiles.open(file))).getMessage();
        assertEquals(expected, found.replace(folder + "/", ""));
    }
}
