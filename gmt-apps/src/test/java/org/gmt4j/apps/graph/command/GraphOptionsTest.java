package org.gmt4j.apps.graph.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.gmt4j.apps.graph.command.GraphSpec.Kind;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class GraphOptionsTest {
    /** Stands for {@code gmt run APP}. */
    @Command(name = "run")
    static final class RunCommand {
        @Mixin
        private GraphOptions graph;
    }

    @Test
    void shouldChooseScaleSixteenByDefault() {
        assertEquals(new GraphSpec(Kind.KRONECKER, 16, 16, "", 7, false), parse());
        assertEquals("kron-16", parse().open().name());
    }

    @Test
    void shouldUnderstandEverySource() {
        assertEquals(new GraphSpec(Kind.KRONECKER, 20, 8, "", 7, true), parse("-g", "20", "-k", "8", "-s"));
        assertEquals(new GraphSpec(Kind.KRONECKER, 16, 4, "", 7, false), parse("-k", "4"));
        assertEquals(new GraphSpec(Kind.UNIFORM, 12, 16, "", 7, false), parse("-u", "12"));
        assertEquals(new GraphSpec(Kind.POSTER, 1000, 40, "", 7, false), parse("--poster", "1000,40"));
        assertEquals(new GraphSpec(Kind.GRID, 16, 2, "", 7, false), parse("--graph", "grid"));
        assertEquals(new GraphSpec(Kind.GRID, 9, 2, "", 7, true), parse("--graph", "grid", "-g", "9", "-s"));
        assertEquals("grid-16x32", parse("--graph", "grid", "-g", "9").open().name());
        assertEquals(new GraphSpec(Kind.REAL, 0, 0, "jdk-calls", 7, false), parse("--graph", "jdk-calls"));
        assertEquals(new GraphSpec(Kind.FILE, 0, 0, "a b;c.el", 7, false), parse("-f", "a b;c.el"));
    }

    /** The same is asked for all kinds of graphs, without knowing which of them have a scale. */
    @Test
    void shouldTellWhatAGridNeedsAndHowItGrows() {
        final RunCommand run = new RunCommand();
        new CommandLine(run).parseArgs("--graph", "grid", "-g", "10");
        assertEquals("{-g=12}", run.graph.weakOptions(4).toString());
        final AppMemory memory = run.graph.memory((made, vertices, edges) -> {
            made.array("vertices", AppMemory.Phase.BOTH, vertices, 1);
            made.array("edges", AppMemory.Phase.BOTH, edges, 1);
        });
        assertEquals(List.of(1024L, 1984L), memory.items().stream().map(AppMemory.Item::bytes).toList());
        assertEquals("-g", memory.input().orElseThrow().option());
        assertEquals(List.of(4096L, 8192L),
            memory.input().orElseThrow().at().apply(12).items().stream().map(AppMemory.Item::bytes).toList());
    }

    /** The memory of a job is asked for with many numbers of nodes, and opening a query takes its time. */
    @Test
    void shouldOpenTheGraphOnce() {
        final RunCommand run = new RunCommand();
        new CommandLine(run).parseArgs("-g", "10");
        final EdgeSource source = run.graph.source();
        run.graph.isDirected();
        run.graph.size();
        assertEquals(10, run.graph.spec(1).size());
        assertSame(source, run.graph.source());
        run.graph.spec(2);
        assertNotSame(source, run.graph.source(), "of another seed");
    }

    @Test
    void shouldTravelAsText() {
        for (final GraphSpec spec : new GraphSpec[] {
            parse("-g", "20"), parse("-f", "a;b.el", "-s"), parse("--poster", "9,4"),
            parse("--graph", "grid")}) {
            assertEquals(spec, GraphSpec.parse(spec.text()));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-g 16 -u 12             | GMT-310 choose one graph: -g and -u exclude each other",
        "-f x.el --graph jdk-calls --poster 1,1 | GMT-310 choose one graph: --poster and --graph and -f exclude each "
            + "other",
        "-g 41                   | GMT-310 scale 41 is outside 0..40 (a graph has 2^scale vertices)",
        "-g 10 -k 0              | GMT-310 edge factor 0 is outside 1..1048576 (edges per vertex)",
        "--poster 1000           | GMT-310 --poster expects V,D (vertices and largest degree, such as 100000,40), "
            + "found \"1000\"",
        "--poster 0,5            | GMT-310 vertex count 0 is outside 1..1099511627776",
        "--graph facebook        | GMT-310 unknown graph \"facebook\"; --graph expects grid or one of debian-deps, "
            + "jdk-classes, jdk-calls",
        "--graph grid -u 9       | GMT-310 choose one graph: -u and --graph exclude each other",
        "--graph grid -g 9 -k 3  | GMT-310 -k (edges per vertex) belongs to -g and -u, not to --graph",
        "--graph grid -g 41      | GMT-310 scale 41 is outside 0..40 (a graph has 2^scale vertices)",
        "--graph grid -g -1      | GMT-310 scale -1 is outside 0..40 (a graph has 2^scale vertices)",
        "--graph jdk-calls -g 9  | GMT-310 choose one graph: -g and --graph exclude each other",
        "--graph jdk-calls -k 3  | GMT-310 -k (edges per vertex) belongs to -g and -u, not to --graph",
    })
    void shouldRefuseBadUsage(final String arguments, final String message) {
        final String[] words = arguments.trim().split(" +");
        assertEquals(message, assertThrows(ParameterException.class, () -> parse(words)).getMessage());
    }

    @Test
    void shouldAlsoWorkWithoutACommand() {
        final GraphOptions options = new GraphOptions();
        new CommandLine(new RunCommand());
        assertEquals(Kind.KRONECKER, options.spec(1).kind());
        assertEquals("GMT-310 not the text of a graph: \"nonsense\"",
            assertThrows(GraphException.class, () -> GraphSpec.parse("nonsense")).getMessage());
    }

    private static GraphSpec parse(final String... arguments) {
        final RunCommand run = new RunCommand();
        new CommandLine(run).parseArgs(arguments);
        return run.graph.spec(7);
    }
}
