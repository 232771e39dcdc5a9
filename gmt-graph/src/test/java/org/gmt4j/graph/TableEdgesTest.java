package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.table.CsvFormat;
import org.gmt4j.graph.table.EdgeColumns;
import org.gmt4j.graph.table.JsonFormat;
import org.gmt4j.graph.table.LineTable;
import org.gmt4j.graph.table.RowFormat;
import org.gmt4j.graph.table.TableFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Edges of .csv and .jsonl files. */
@Timeout(120)
class TableEdgesTest {
    @TempDir
    private Path folder;

    private Path write(final String name, final String text) throws IOException {
        final Path file = folder.resolve(name);
        if (name.endsWith(".gz")) {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
        } else {
            Files.writeString(file, text);
        }
        return file;
    }

    /** Names at both ends of what a long holds. */
    private static final String CSV = "note,to,weight,from\r\n"
        + "\"a, \"\"b\"\"\",-7,2.5,9223372036854775807\r\n"
        + "\r\n"
        + "x,\"3\",1e-3,\"-7\"\r\n"
        + "\"\", 9223372036854775807 ,4,+3\r\n"
        + "\"\"\"\",-9223372036854775808,0.5,3";

    private static final String JSON = "{\"from\":9223372036854775807,\"to\":-7,\"weight\":2.5,\"x\":{\"to\":[1]}}\n"
        + "\n"
        + "{ \"w\": null, \"weight\": 1e-3, \"to\": 3, \"from\": -7 }\r\n"
        + "{\"from\":3,\"to\":9223372036854775807,\"weight\":4}\n"
        + "{\"from\":3,\"to\":-9223372036854775808,\"weight\":0.5}";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldLoadTables(final int nodes) throws IOException {
        final Path csv = write("edges.csv", CSV);
        final Path json = write("edges.jsonl", JSON);
        write("part-1.csv", "from\tto\tweight\n9223372036854775807\t-7\t2.5\n");
        write("part-2.csv", "weight\tto\tfrom\n1e-3\t3\t-7\n");
        write("part-3.csv", "from\tto\tweight\n");
        write("part-4.csv.gz", "from\tto\tweight\n3\t9223372036854775807\t4\n3\t-9223372036854775808\t0.5");
        final Edges parts = Edges.csv(folder.resolve("part-*.{csv,csv.gz}").toString()).separator('\t')
            .columns("from", "to", "weight");
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            check(cluster, Edges.csv(csv).columns("from", "to", "weight"));
            check(cluster, Edges.jsonLines(json).columns("from", "to", "weight"));
            check(cluster, parts);
            try (Graph graph = Graph.load(cluster, Edges.csv(csv).columns("from", "to", "note").withoutWeights())) {
                assertEquals(4, graph.edges());
            }
            try (Graph graph = Graph.load(cluster, Edges.csv(write("none.csv", "a,b")).columns("a", "b"))) {
                assertEquals(0, graph.vertices());
            }
        }
    }

    private static void check(final GmtCluster cluster, final Edges edges) {
        try (Graph graph = Graph.load(cluster, edges)) {
            assertEquals(4, graph.vertices());
            assertEquals(4, graph.edges());
            assertTrue(graph.isDirected() && graph.isWeighted());
            assertArrayEquals(new long[] {Long.MIN_VALUE, Long.MAX_VALUE}, graph.neighbours(3));
            assertArrayEquals(new double[] {0.5, 4}, graph.weights(3));
            assertArrayEquals(new double[] {1e-3}, graph.weights(-7));
            assertArrayEquals(new long[] {-7}, graph.neighbours(Long.MAX_VALUE));
        }
    }

    /** With and without a line end behind the names of columns. */
    @Test
    void shouldLoadTablesWithoutRows() throws IOException {
        try (GmtCluster cluster = TestClusters.local(2)) {
            for (final String name : List.of("none.csv", "none.csv.gz")) {
                for (final String names : List.of("from,to", "from,to\n", "from,to\r\n", "from,to\r\n\n")) {
                    try (Graph graph = Graph.load(cluster, Edges.csv(write(name, names)).columns("from", "to"))) {
                        assertEquals(0, graph.vertices(), name);
                    }
                }
            }
        }
    }

    /** A pattern is meant from the working folder on, whatever its own name. */
    @ParameterizedTest
    @ValueSource(strings = {"run[3]", "{a,b}", "what?", "all*", "back\\slash", "plain"})
    void shouldFindFilesInFoldersWithWildcardsInTheirNames(final String name) throws IOException {
        final Path odd = Files.createDirectories(folder.resolve(name));
        final Path file = Files.writeString(Files.createDirectories(odd.resolve("in")).resolve("a.csv"), "a,b\n1,2\n");
        Files.writeString(folder.resolve("b.csv"), "a,b\n3,4\n");
        for (final String pattern : List.of("in/*.csv", "*/a.csv", "**.csv", "in/a.csv", "in/[a].csv")) {
            assertEquals(List.of(file), TableFiles.find(TableFiles.within(odd, pattern)), pattern);
        }
        assertEquals(folder.resolve("*.csv").toString(), TableFiles.within(odd, folder.resolve("*.csv").toString()));
    }

    /** One of them leads back, and ends nowhere. */
    @Test
    void shouldFindFilesBehindLinks() throws IOException {
        Files.createDirectory(folder.resolve("near"));
        Files.createSymbolicLink(folder.resolve("linked"), Files.createDirectory(folder.resolve("far")));
        Files.createSymbolicLink(folder.resolve("near/back"), folder);
        write("near/a.csv", "");
        write("far/a.csv", "");
        final Path linked = folder.resolve("linked/a.csv");
        assertEquals(List.of(linked), TableFiles.find(folder.resolve("linked/*.csv").toString()));
        assertEquals(List.of(linked), TableFiles.find(folder.resolve("linked/**.csv").toString()));
        assertEquals(List.of(folder.resolve("far/a.csv"), linked, folder.resolve("near/a.csv")),
            TableFiles.find(folder.resolve("*/?.csv").toString()));
        assertEquals(List.of(folder.resolve("far/a.csv"), folder.resolve("near/a.csv")),
            TableFiles.find(folder.resolve("**/a.csv").toString()));
        assertEquals(List.of(folder.resolve("near/../far/a.csv")),
            TableFiles.find(folder.resolve("near/../far/*.csv").toString()));
        assertEquals(List.of(folder.resolve("near/a.csv")),
            TableFiles.find(folder.resolve("{near,n}*/{back/b,a}.csv").toString()));
    }

    /** Copies of editors and notebooks, which have the same rows, and parts of files that are being written. */
    @Test
    void shouldLeaveHiddenFilesOutUnlessAskedFor() throws IOException {
        Files.createDirectories(folder.resolve("in/.copies/.deep"));
        Files.createDirectory(folder.resolve(".git"));
        for (final String name : List.of("in/a.csv", "in/.a.csv", "in/.copies/a.csv", "in/.copies/.b.csv",
            "in/.copies/.deep/a.csv", ".git/a.csv", ".b.csv")) {
            write(name, "");
        }
        final String[][] found = {{"**.csv", "in/a.csv"}, {"*/*.csv", "in/a.csv"}, {"in/*", "in/a.csv"},
            {"in/.a*", "in/.a.csv"}, {"in/.copies/*.csv", "in/.copies/a.csv"},
            {"*/.c*/*.csv", "in/.copies/a.csv"}, {"**/.copies/**.csv", "in/.copies/a.csv"},
            {"{.b,in/a}.csv", "in/a.csv"}, {".{b,in/a}.csv", ".b.csv"}};
        for (final String[] row : found) {
            assertEquals(List.of(folder.resolve(row[1])), TableFiles.find(folder.resolve(row[0]).toString()), row[0]);
        }
        refuse(1, Edges.csv(folder.resolve("*.csv").toString()).columns("a", "b"), "GMT-300", "no such file");
    }

    /** One that is not allowed to be read is none that is missing. */
    @Test
    void shouldNameTheFolderThatMayNotBeRead() throws IOException {
        write("there.csv", "a,b\n1,2\n");
        final Path shut = Files.createDirectory(folder.resolve("shut"));
        final Path hidden = Files.createDirectory(folder.resolve(".shut"));
        final Set<PosixFilePermission> before = Files.getPosixFilePermissions(shut);
        Files.setPosixFilePermissions(shut, Set.of());
        Files.setPosixFilePermissions(hidden, Set.of());
        try {
            assumeFalse(Files.isReadable(shut), "root reads all");
            refuse(1, Edges.csv(folder.resolve("*/*.csv").toString()).columns("a", "b"), "GMT-300 cannot read " + shut
                + ": permission denied");
            Files.setPosixFilePermissions(shut, before);
            assertEquals(List.of(folder.resolve("there.csv")), TableFiles.find(folder.resolve("**.csv").toString()));
        } finally {
            Files.setPosixFilePermissions(shut, before);
            Files.setPosixFilePermissions(hidden, before);
        }
    }

    @Test
    void shouldReadEachLineInOnePart() throws IOException {
        final Path csv = write("edges.csv", CSV);
        final Path json = write("edges.jsonl", JSON);
        assertEquals(4, edges(csv, new CsvFormat(','), 1).size());
        assertEquals(4, edges(json, new JsonFormat(), 1).size());
        for (int parts = 1; parts <= 60; parts++) {
            assertEquals(edges(csv, new CsvFormat(','), 1), edges(csv, new CsvFormat(','), parts), parts + " parts");
            assertEquals(edges(json, new JsonFormat(), 1), edges(json, new JsonFormat(), parts), parts + " parts");
        }
    }

    private static List<String> edges(final Path file, final RowFormat format, final int parts) {
        final EdgeSource source = LineTable.open(file.toString(), format,
            new EdgeColumns("from", "to", "weight", false));
        final List<String> edges = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            source.forEachEdge(part, parts, batch -> {
                for (int i = 0; i < batch.count(); i++) {
                    edges.add(batch.source(i) + " " + batch.target(i) + " "
                        + Double.longBitsToDouble(batch.word(i)));
                }
            });
        }
        return edges;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1,2,3\\n1,x,3 | GMT-371 | :3: column \"b\": expected a vertex id, a whole number of 64 bits, found \"x\"",
        "1,,3 | GMT-371 | :2: column \"b\": expected a vertex id, found nothing",
        "9223372036854775808,1,1 | GMT-371 | column \"a\"",
        "-9223372036854775809,1,1 | GMT-371 | column \"a\"",
        "1.0,1,1 | GMT-371 | column \"a\"",
        "-,1,1 | GMT-371 | column \"a\"",
        "1,2 | GMT-371 | :2: expected 3 columns, found 2: column \"w\" is missing",
        "1,2,3,4 | GMT-371 | :2: expected 3 columns, found 4",
        "1,2,NaN | GMT-371 | :2: column \"w\": expected a weight, a finite number, found \"NaN\"",
        "1,2,1f | GMT-371 | column \"w\"",
        "1,2, | GMT-371 | column \"w\": expected a weight, a finite number, found nothing",
        "1,\"2 | GMT-371 | :2: the quoted field 2 does not end on its line",
        "1,\"2\"3,4 | GMT-371 | text behind the quote",
    })
    void shouldRefuseRows(final String rows, final String code, final String reason) throws IOException {
        final Path file = write("bad.csv", "a,b,w\n" + rows.replace("\\n", "\n") + "\n7,8,9\n");
        refuse(2, Edges.csv(file).columns("a", "b", "w"), code, "bad.csv", reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{\"a\":1,\"b\":2,\"w\":1,\"a\":3} | the key \"a\" is there twice",
        "{\"a\":1,\"b\":null} | :2: column \"b\": expected a number, found null",
        "{\"a\":true,\"b\":1} | column \"a\": expected a number, found true",
        "{\"a\":\"7\",\"b\":1} | column \"a\": expected a number, found the string \"7\"",
        "{\"a\":[1],\"b\":1} | column \"a\": expected a number, found a JSON array",
        "{\"a\":1.5,\"b\":1} | column \"a\": expected a vertex id",
        "{\"a\":1} | :2: no value for \"b\"",
        "[1,2] | expected a JSON object",
        "{\"a\":1,\"b\":2 | no JSON object",
        "{\"a\":1,\"b\":2} 3 | found more behind it",
    })
    void shouldRefuseObjects(final String line, final String reason) throws IOException {
        final Path file = write("bad.jsonl", "{\"a\":1,\"b\":2}\n" + line + "\n{\"a\":1,\"b\":2}\n");
        refuse(2, Edges.jsonLines(file).columns("a", "b"), "GMT-371", "bad.jsonl", reason);
    }

    @Test
    void shouldRefuseTables() throws IOException {
        final Path file = write("edges.csv", "a,b\n1,2\n");
        refuse(1, Edges.csv(file).columns("a", "c"), "GMT-370", "edges.csv:1", "no column \"c\"");
        final Path twice = write("twice.csv", "a,a,b,c,c\n1,2,3,4,5\n");
        refuse(1, Edges.csv(twice).columns("a", "b"), "GMT-370", "twice.csv:1", "column \"a\" is there twice; the first"
            + " line names a, a, b, c, c");
        refuse(1, Edges.csv(twice).columns("b", "d"), "GMT-370", "no column \"d\"");
        refuse(1, Edges.csv(write("empty.csv", "")).columns("a", "b"), "GMT-370", "empty.csv:1", "the file is empty;"
            + " it must begin with a line of column names");
        refuse(1, Edges.csv(write("late.csv", "\r\na,b\n1,2\n")).columns("a", "b"), "GMT-370", "late.csv:1", "the first"
            + " line is empty; it must begin with");
        refuse(1, Edges.csv(folder.resolve("no*.csv").toString()).columns("a", "b"), "GMT-300", "no*.csv", "no such");
        refuse(1, Edges.csv("/nowhere/x.csv").columns("a", "b"), "GMT-300", "/nowhere/x.csv", "no such");
        final String open = folder.resolve("{a,b.csv").toString();
        for (final Function<String, EdgeTable> table : List.<Function<String, EdgeTable>>of(Edges::csv,
            Edges::jsonLines, Edges::parquet)) {
            final String message = assertThrows(GraphException.class, () -> table.apply(open)).getMessage();
            assertTrue(message.startsWith("GMT-300 cannot read " + open + ": no such file, and no pattern of files: "),
                message);
        }
        Edges.csv(write("{a,b.csv", "a,b\n"));
        assertThrows(IllegalArgumentException.class, () -> Edges.csv(file).columns("a", "a"));
        assertThrows(IllegalArgumentException.class, () -> Edges.csv(file).separator('"'));
        assertThrows(IllegalArgumentException.class, () -> Edges.jsonLines(file).separator(';'));
    }

    /** Old line ends, or no text at all: some gigabytes would be read into memory, by each thread. */
    @Test
    void shouldRefuseFirstLinesWithoutAnEnd() throws IOException {
        for (final String name : List.of("endless.csv", "endless.csv.gz")) {
            refuse(2, Edges.csv(write(name, "a,b\r1,2\r".repeat(200_000))).columns("a", "b"), "GMT-370", name
                + ":1: the first line is longer than 1048576 bytes");
        }
    }

    /** A download that has broken off. */
    @Test
    void shouldSayThatAPackedFileEndsTooEarly() throws IOException {
        for (final int length : new int[] {0, 5, 10}) {
            for (final String name : List.of("cut.csv.gz", "cut.el.gz", "cut.mtx.gz", "cut.jsonl.gz")) {
                final Path file = write(name, "a,b\n1,2\n");
                Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));
                refuse(1, name.contains("csv") ? Edges.csv(file).columns("a", "b") : name.contains("json")
                    ? Edges.jsonLines(file).columns("a", "b") : Edges.file(file), "GMT-306 " + file + ": the packed"
                    + " file ends too early");
            }
        }
    }

    /** The brackets of its name are no pattern, which another file matches. */
    @Test
    void shouldTakeAPathForOneFile() throws IOException {
        write("a1.csv", "a,b\n1,2\n");
        write("a1.jsonl", "{\"a\":1,\"b\":2}\n");
        final Path missing = folder.resolve("a[1].csv");
        final Edges edges = Edges.csv(missing).columns("a", "b");
        refuse(1, edges, "GMT-300", "no such file");
        refuse(1, Edges.jsonLines(folder.resolve("a[1].jsonl")).columns("a", "b"), "GMT-300", "no such file");
        write("a[1].csv", "a,b\n3,4\n5,6\n");
        try (GmtCluster cluster = TestClusters.local(1); Graph graph = Graph.load(cluster, edges)) {
            assertEquals(2, graph.edges(), "it has come meanwhile");
        }
    }

    @Test
    void shouldRefuseTheRootFolder() {
        refuse(1, Edges.csv("/").columns("a", "b"), "GMT-300", "cannot read /");
        refuse(1, Edges.file(Path.of("/")), "GMT-300", "cannot read /: it is a folder");
    }

    /** Programs ask it for the file and the line. */
    @Test
    void shouldThrowWhatSaysFileAndLine() throws IOException {
        final Path file = write("bad.csv", "a,b\n1,2\n1,x\n");
        for (int nodes = 1; nodes <= 2; nodes++) {
            try (GmtCluster cluster = TestClusters.local(nodes)) {
                final GraphFormatException bad = assertThrows(GraphFormatException.class,
                    () -> Graph.load(cluster, Edges.csv(file).columns("a", "b")));
                assertEquals(file.toString(), bad.file());
                assertEquals(3, bad.line());
                assertTrue(bad.getMessage().startsWith("GMT-371 " + file + ":3: column \"b\""), bad.getMessage());
            }
        }
    }

    /** Several names would look alike. */
    @Test
    void shouldRefuseTextsOfAnotherEncoding() throws IOException {
        final Path file = folder.resolve("latin.csv");
        Files.write(file, "x,a,b\n\u00e9,c,d\n\u00e9,c,\"a \u00fc\"\n".getBytes(StandardCharsets.ISO_8859_1));
        refuse(2, Edges.csv(file).textNames().columns("a", "b"), "GMT-371", "latin.csv:3: column \"b\": expected a text"
            + " in UTF-8, found the byte FC in \"a \uFFFD\"", "iconv -f CP1252 -t UTF-8");
    }

    /** Whichever part is the first to find one. */
    @Test
    void shouldNameTheFirstBadLine() throws IOException {
        final StringBuilder text = new StringBuilder("a,b\n");
        for (int i = 0; i < 2000; i++) {
            text.append(i == 700 || i > 1500 ? "x" : String.valueOf(i)).append(",1\n");
        }
        refuse(3, Edges.csv(write("bad.csv", text.toString())).columns("a", "b"), "GMT-371", "bad.csv:702", "\"x\"");
    }

    private static void refuse(final int nodes, final Edges edges, final String... parts) {
        final Function<GmtCluster, Throwable> load = cluster -> assertThrows(GraphException.class,
            () -> Graph.load(cluster, edges).close());
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            final String message = load.apply(cluster).getMessage();
            for (final String part : parts) {
                assertTrue(message.contains(part), message);
            }
            try (Graph after = Graph.load(cluster, Edges.of(new long[] {1}, new long[] {2}))) {
                assertEquals(2, after.vertices());
            }
        }
    }

    /** The first of parallel edges is the same one on any number of nodes: that of the first file by name. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldKeepTheFirstOfParallelEdgesOfPackedFiles(final int nodes) throws IOException {
        write("first-1.csv.gz", "from,to,weight\n5,6,1\n");
        write("first-2.csv.gz", "from,to,weight\n1,2,7\n");
        write("first-3.csv.gz", "from,to,weight\n1,2,9\n");
        write("mixed-1.csv.gz", "from,to,weight\n1,2,7\n");
        write("mixed-2.csv", "from,to,weight\n1,2,9\n");
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            for (final String files : new String[] {"first-*", "mixed-*"}) {
                try (Graph graph = Graph.load(cluster, Edges.csv(folder.resolve(files).toString())
                    .columns("from", "to", "weight").parallel(ParallelEdges.FIRST))) {
                    assertArrayEquals(new double[] {7}, graph.weights(1), files + " on " + nodes + " nodes");
                }
            }
        }
    }

    /** Parts follow each other as files and lines do; no part is idle while another one has several files. */
    @Test
    void shouldDealFilesInTheirOrder() throws IOException {
        final String header = "from,to\n";
        final StringBuilder lines = new StringBuilder(header);
        for (int i = 0; i < 90; i++) {
            lines.append(10_000 + i).append(",1\n");
        }
        write("dealt-0.csv", header + "0,1\n");
        write("dealt-1.csv", lines.toString());
        for (int i = 2; i < 8; i++) {
            write("dealt-" + i + ".csv.gz", header + i + ",1\n");
        }
        write("dealt-8.csv", header);
        write("dealt-9.csv", lines.toString().replace("\n1", "\n2"));
        final List<List<Long>> all = sources("dealt-*", 1);
        assertEquals(1 + 2 * 90 + 6, all.get(0).size());
        for (int parts = 2; parts <= 9; parts++) {
            assertEquals(all.get(0), sources("dealt-*", parts).stream().flatMap(List::stream).toList(),
                parts + " parts");
            assertTrue(smallestPart("dealt-1.csv", parts) >= 90 / parts - 2, parts + " parts");
        }
        for (int parts = 1; parts <= 6; parts++) {
            assertEquals(6 / parts, smallestPart("dealt-*.gz", parts), parts + " parts");
        }
    }

    private int smallestPart(final String pattern, final int parts) {
        return sources(pattern, parts).stream().mapToInt(List::size).min().getAsInt();
    }

    /** Where the edges of each part begin. */
    private List<List<Long>> sources(final String pattern, final int parts) {
        final EdgeSource source = LineTable.open(folder.resolve(pattern).toString(), new CsvFormat(','),
            new EdgeColumns("from", "to", null, false));
        final List<List<Long>> sources = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            final List<Long> read = new ArrayList<>();
            source.forEachEdge(part, parts, batch -> {
                for (int i = 0; i < batch.count(); i++) {
                    read.add(batch.source(i));
                }
            });
            sources.add(read);
        }
        return sources;
    }
}
