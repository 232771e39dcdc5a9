package org.gmt4j.apps.graph.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.source.EdgeLists;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GridSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class GraphCommandsTest {
    /** Stands for {@code gmt}. */
    @Command(name = "gmt", subcommands = {GenerateCommand.class, ConvertCommand.class, InfoCommand.class})
    static final class Gmt {
    }

    @TempDir
    private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldGenerateConvertAndDescribe() {
        assertEquals(0, run("generate", "kron", "-g", "8", "-k", "4", "-o", path("g.gmtg")));
        assertEquals(0, run("convert", path("g.gmtg"), path("g.mtx")));
        assertEquals(0, run("info", "--hubs", "2", path("g.mtx")));
        final String text = out.toString();
        assertTrue(text.contains("g.gmtg: kron-8, 256 vertices, 1,024 undirected edges"), text);
        assertTrue(text.contains("graph       g.mtx, undirected, unweighted"), text);
        assertTrue(text.contains("vertices    256"), text);
        assertTrue(text.contains("edges       1,024"), text);
        assertEquals("", err.toString());
    }

    @Test
    void shouldGenerateUniformAndPosterGraphs() {
        assertEquals(0, run("generate", "uniform", "-g", "6", "--seed", "3", "-o", path("u.el")));
        assertEquals(0, run("generate", "poster", "--poster", "50,4", "-o", path("p.wel")));
        assertTrue(out.toString().contains("poster-50-4, 50 vertices"), out::toString);
    }

    /** Streets are four by eight crossings, and keep their weights. */
    @Test
    void shouldGenerateAGrid() {
        assertEquals(0, run("generate", "grid", "-g", "5", "--seed", "3", "-o", path("streets.gmtg")));
        assertTrue(out.toString().contains("grid-4x8, 32 vertices, 52 undirected edges"), out::toString);
        assertEquals(EdgeLists.all(GridSource.ofScale(5, 3)).stream().sorted().toList(),
            EdgeLists.all(GraphFiles.open(folder.resolve("streets.gmtg"))).stream().sorted().toList());
    }

    @Test
    void shouldCloseGapsBetweenIdsAndRememberThem() throws IOException {
        Files.writeString(folder.resolve("gaps.el"), "5 2147483000\n5 100\n2147483000 99999\n");
        for (final String map : new String[] {"ids.csv", "ids.jsonl", "ids.csv.gz"}) {
            assertEquals(0, run("convert", path("gaps.el"), path("dense.gmtg"), "--ids", "dense",
                "--ids-map", path(map)), err::toString);
        }
        assertEquals("vertex,id\n0,5\n1,100\n2,99999\n3,2147483000\n", Files.readString(folder.resolve("ids.csv")));
        assertEquals("{\"vertex\":0,\"id\":5}", Files.readString(folder.resolve("ids.jsonl")).lines()
            .findFirst().orElse(""));
        final EdgeSource dense = GraphFiles.open(folder.resolve("dense.gmtg"));
        assertEquals(4, dense.vertexCount().getAsLong());
        assertEquals(List.of("0>1*1", "0>3*1", "3>2*1"), EdgeLists.all(dense));
        assertEquals(2147483000L, dense.originalId(3));
        assertEquals(0, run("info", path("dense.gmtg")));
        assertTrue(out.toString().contains("gaps were closed"), out::toString);
        assertTrue(out.toString().contains("hubs        5  2\n            2147483000  2\n"), out::toString);
        // A second conversion of what was converted keeps the first ids.
        assertEquals(0, run("convert", path("dense.gmtg"), path("again.gmtg"), "--ids", "dense"), err::toString);
        assertEquals(99999, GraphFiles.open(folder.resolve("again.gmtg")).originalId(2));
        assertEquals(0, run("convert", path("gaps.el"), path("dense.el.gz"), "--ids", "dense"), err::toString);
        assertUsage("--ids-map belongs to --ids dense: kept ids need no map", "convert", path("gaps.el"),
            path("x.el"), "--ids-map", path("m.csv"));
        err.getBuffer().setLength(0);
        assertEquals(1, run("convert", path("gaps.el"), path("x.el"), "--ids", "dense",
            "--ids-map", path("m.parquet")));
        assertTrue(err.toString().startsWith("GMT-373 "), err::toString);
    }

    @Test
    void shouldSymmetriseAsTheFormatCanSayIt() throws IOException {
        Files.writeString(folder.resolve("d.el"), "0 1\n1 2\n2 2\n");
        assertEquals(0, run("convert", "-s", path("d.el"), path("u.gmtg")), err::toString);
        assertEquals(0, run("convert", "--symmetrize", path("d.el"), path("u.mtx")), err::toString);
        assertEquals(0, run("convert", path("d.el"), path("b.el"), "-s"), err::toString);
        assertEquals("0 1\n1 0\n1 2\n2 1\n2 2\n", Files.readString(folder.resolve("b.el")));
        for (final String name : new String[] {"u.gmtg", "u.mtx"}) {
            out.getBuffer().setLength(0);
            assertEquals(0, run("info", path(name)));
            assertTrue(out.toString().contains(", undirected, "), out::toString);
            assertTrue(out.toString().contains("edges       3"), out::toString);
        }
        assertEquals("", err.toString());
        assertEquals(0, run("convert", path("u.gmtg"), path("lost.el")));
        assertTrue(err.toString().contains("read it with -s"), err::toString);
    }

    @Test
    void shouldConvertWeightsThatTheOutputDoesNotHold() throws IOException {
        Files.writeString(folder.resolve("w.wel"), "0 1 0.5\n1 2 1e300\n");
        assertEquals(0, run("convert", path("w.wel"), path("w.el")), err::toString);
        assertEquals(0, run("info", path("w.wel")), err::toString);
        assertTrue(out.toString().contains("w.wel, directed, weighted"), out::toString);
        assertEquals(1, run("convert", path("w.wel"), path("w.gmtg")));
        assertTrue(err.toString().startsWith("GMT-255 " + path("w.wel") + ":1: the weight 0.5 is not whole"),
            err::toString);
        assertFalse(Files.exists(folder.resolve("w.gmtg")));
    }

    @Test
    void shouldKeepRealWeights() throws IOException {
        Files.writeString(folder.resolve("r.wel"), "0 7 2.5\n7 2 0.4\n");
        assertEquals(0, run("convert", path("r.wel"), path("k.wel")), err::toString);
        assertEquals("0 7 2.5\n7 2 0.4\n", Files.readString(folder.resolve("k.wel")));
        assertEquals(0, run("convert", path("r.wel"), path("d.mtx"), "--ids", "dense", "-s"), err::toString);
        assertEquals("%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n3 1 2.5\n3 2 0.4\n",
            Files.readString(folder.resolve("d.mtx")));
        assertEquals(0, run("convert", path("d.mtx"), path("back.wel")), err::toString);
        assertEquals("2 0 2.5\n2 1 0.4\n", Files.readString(folder.resolve("back.wel")));
    }

    @Test
    void shouldDescribeASmallGraphExactly() throws IOException {
        Files.writeString(folder.resolve("s.el"), "0 1\n0 2\n0 2\n3 3\n");
        assertEquals(0, run("info", path("s.el")));
        assertEquals(String.join("\n", "graph       s.el, directed, unweighted", "vertices    4", "edges       4",
            "degree      min 1, median 2, max 3 (both ends of an edge count)", "hubs        0  3", "            2  2",
            "            3  2", "            1  1", "self-loops  1", "duplicates  1",
            "components  2; largest 3 vertices; 1 isolated vertices", ""), out.toString());
    }

    @Test
    void shouldFailInOneLineOnBadFiles() throws IOException {
        Files.writeString(folder.resolve("bad.el"), "0 1\n1\n");
        assertEquals(1, run("info", path("bad.el")));
        assertEquals("GMT-302 " + path("bad.el") + ":2: expected a target vertex id, found the end of the line\n",
            err.toString());
        err.getBuffer().setLength(0);
        assertEquals(1, run("convert", path("none.el"), path("x.gmtg")));
        assertEquals("GMT-300 cannot read " + path("none.el") + ": no such file\n", err.toString());
        err.getBuffer().setLength(0);
        assertEquals(1, run("generate", "kron", "-g", "4", "-o", path("no/x.el")));
        assertEquals("GMT-308 cannot write " + path("no/x.el") + ": no folder " + path("no") + "\n", err.toString());
    }

    @Test
    void shouldShowWhereItFailedWhenAsked() throws IOException {
        Files.writeString(folder.resolve("bad.el"), "0 1\n1\n");
        for (final String[] line : new String[][] {{"info", path("bad.el")},
            {"convert", path("bad.el"), path("x.gmtg")}, {"generate", "kron", "-g", "4", "-o", path("no/x.el")}}) {
            assertEquals(1, run(line));
            assertFalse(err.toString().contains("\tat "), err::toString);
            assertEquals(1, run(Stream.concat(Stream.of(line), Stream.of("--debug")).toArray(String[]::new)));
            assertTrue(err.toString().contains("\tat org.gmt4j."), err::toString);
            err.getBuffer().setLength(0);
        }
    }

    @Test
    void shouldExplainBadUsage() {
        assertUsage("unknown kind of graph \"tree\"; expected one of kron, uniform,", "generate", "tree", "-o",
            path("x.el"));
        assertUsage("Missing required option: '--output=FILE'", "generate", "kron");
        assertUsage("scale 77 is outside 0..40", "generate", "kron", "-g", "77", "-o", path("x.el"));
        assertUsage("-g belongs to kron, uniform and grid, not to poster", "generate", "poster", "-g", "7", "-o",
            path("x.el"));
        assertUsage("-k belongs to kron and uniform, not to grid", "generate", "grid", "-k", "7", "-o",
            path("x.el"));
        assertUsage("scale 41 is outside 0..40", "generate", "grid", "-g", "41", "-o", path("x.el"));
        assertUsage("--seed belongs to kron, uniform, poster and grid, not to jdk-classes", "generate", "jdk-classes",
            "--seed", "7", "-o", path("x.el"));
        assertUsage("--jars belongs to class-graph and call-graph", "generate", "kron", "--jars", "x.jar", "-o",
            path("x.el"));
        assertUsage("Missing required parameter: 'OUT'", "convert", path("x.el"));
        assertUsage("--hubs -1 is negative", "info", "--hubs", "-1", path("x.el"));
    }

    private void assertUsage(final String message, final String... arguments) {
        err.getBuffer().setLength(0);
        assertEquals(2, run(arguments));
        assertTrue(err.toString().contains(message), err::toString);
    }

    @Test
    void shouldEndEveryHelpWithTwoExamples() {
        for (final String command : new String[] {"generate", "convert", "info"}) {
            out.getBuffer().setLength(0);
            assertEquals(0, run(command, "--help"));
            final String[] lines = out.toString().split("\n");
            assertEquals("Examples:", lines[lines.length - 3]);
            assertTrue(lines[lines.length - 1].startsWith("  gmt " + command), lines[lines.length - 1]);
        }
    }

    private String path(final String name) {
        return folder.resolve(name).toString();
    }

    private int run(final String... arguments) {
        return new CommandLine(new Gmt()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments);
    }
}
