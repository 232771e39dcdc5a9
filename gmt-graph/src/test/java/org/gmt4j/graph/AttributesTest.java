package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.TaskBody;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of vertices that a program makes, or keeps of answers. */
@Timeout(240)
class AttributesTest {
    private static final long FAR = 1L << 62;

    @TempDir
    private Path folder;

    private static GmtCluster cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(AttributesTest.class).start();
    }

    private static Graph load(final GmtCluster cluster) {
        return Graph.load(cluster, Edges.of(new long[] {-5, 12, 12, 40}, new long[] {12, FAR, 7, 41},
            new double[] {0.5, 2, 1, 1}));
    }

    /** By the order of {@link Double#compare}, wherever the vertices lie. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldTakeNoNumberForTheGreatestEverywhere(final int nodes) {
        try (GmtCluster cluster = cluster(nodes); Graph graph = load(cluster)) {
            final DoubleAttribute score = graph.attributes().doubles("score");
            score.set(new long[] {-5, 7, 12, 40, 41, FAR},
                new double[] {1, 3, Double.POSITIVE_INFINITY, -0.0, Double.NaN, Double.NaN});
            assertEquals(List.of("41 NaN", "4611686018427387904 NaN", "12 Infinity", "7 3.0"),
                score.values().top(4).stream().map(VertexDouble::toString).toList());
            assertEquals(List.of("41 NaN"), score.values().top(1).stream().map(VertexDouble::toString).toList());
        }
    }

    /** Whatever has been made before a thread knows that it was interrupted. */
    /** One call for some thousand vertices of a node, not one after the other for each. */
    @Test
    void shouldSetManyVerticesWithFewMessages() {
        final int count = 20_000;
        final long[] names = LongStream.range(0, count).map(i -> 3 * ((i * 7919) % count) - 9).toArray();
        try (GmtCluster cluster = GmtCluster.local(2); Graph graph = Graph.load(cluster, Edges.of(names, names)
            .asListed())) {
            final LongAttribute marks = graph.attributes().longs("mark");
            final long before = sentBlocks(cluster);
            marks.set(names, names);
            final long sent = sentBlocks(cluster) - before;
            assertTrue(sent < 1000, sent + " blocks");
            for (final long name : List.of(-9L, -6L, 3L * count - 12, 3L)) {
                assertEquals(name, marks.get(name));
            }
            for (final long nobody : List.of(Long.MIN_VALUE, -10L, -8L, 1L, 3L * count - 9, Long.MAX_VALUE)) {
                final GraphException unknown = assertThrows(GraphException.class,
                    () -> marks.set(new long[] {3, nobody, 3}, new long[] {1, 2, 3}));
                assertEquals(GraphException.UNKNOWN_VERTEX, unknown.number(), unknown.getMessage());
            }
            assertEquals(3, marks.get(3));
        }
    }

    private static long sentBlocks(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().get("blocks")).sum();
    }

    @Test
    void shouldLeaveNothingBehindInInterruptedThreads() {
        try (GmtCluster cluster = cluster(2)) {
            try (Graph graph = load(cluster)) {
                for (int i = 0; i < 100; i++) {
                    final String name = "number " + i;
                    interrupted(() -> graph.attributes().longs(name));
                    interrupted(() -> graph.attributes().doubles("real " + name));
                    try (Neighbourhood near = graph.neighbourhood(12, 1).run()) {
                        interrupted(near::distances);
                    }
                }
            }
            cluster.run(ctx -> ctx.executeOnAll(node -> node.barrier()));
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** Does something that may fail for the interrupt. */
    private static void interrupted(final Runnable body) {
        Thread.currentThread().interrupt();
        try {
            body.run();
        } catch (final GmtException cancelled) {
            assertTrue(Thread.currentThread().isInterrupted());
        } finally {
            Thread.interrupted();
        }
    }

    /** Column names that nobody could tell apart. */
    @Test
    void shouldNotWriteTwoColumnsOfTheSameName() {
        try (GmtCluster cluster = cluster(1); Graph graph = load(cluster)) {
            final Path file = folder.resolve("same.jsonl");
            final LongAttribute whole = graph.attributes().longs("vertex");
            assertEquals(259, assertThrows(GraphException.class, () -> whole.values().write(file)).number());
            graph.attributes().remove("vertex");
            final DoubleAttribute real = graph.attributes().doubles("vertex");
            assertEquals(259, assertThrows(GraphException.class, () -> real.values().write(file)).number());
            assertFalse(Files.exists(file));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldBeReadAndWrittenEverywhere(final int nodes) throws Exception {
        try (GmtCluster cluster = cluster(nodes); Graph graph = load(cluster)) {
            final long before = RandomGraphs.arrayBytes(cluster);
            final LongAttribute age = graph.attributes().longs("age");
            assertEquals(0, age.get(FAR));
            age.set(new long[] {FAR, -5}, new long[] {Long.MIN_VALUE, 36});
            age.set(7, -1);
            assertEquals(List.of(Long.MIN_VALUE, 36L, -1L, 0L), List.of(age.get(FAR), age.get(-5), age.get(7),
                age.get(40)));
            final NodeLongs here = age.onNodes();
            cluster.run(ctx -> {
                ctx.executeOnAll(node -> here.update(node, (vertex, value) -> vertex == FAR ? 5 : value + 1));
                ctx.executeOnAll(node -> here.add(node, 41, node.nodeId() + 1));
                ctx.executeOnAll(node -> here.set(node, 40, here.get(node, -5)));
            });
            assertEquals(1 + nodes * (nodes + 1L) / 2, age.get(41));
            assertEquals(37, age.get(40));
            assertEquals(0, age.get(7));
            assertEquals(5, age.get(FAR));

            final DoubleAttribute score = graph.attributes().doubles("score");
            score.fill(0.25);
            final NodeDoubles scores = score.onNodes();
            cluster.run(ctx -> {
                ctx.executeOnAll(node -> scores.update(node, (vertex, value) -> value + 1));
                ctx.executeOnAll(node -> scores.add(node, 7, 2));
                scores.set(ctx, 12, scores.get(ctx, 40) - 1);
            });
            assertEquals(List.of(1.25 + 2 * nodes, 0.25), List.of(score.get(7), score.get(12)));
            assertEquals(List.of(new VertexDouble(7, 1.25 + 2 * nodes)), score.values().top(1));

            assertSame(age, graph.attributes().longs("age"));
            assertEquals(Set.of("age", "score"), graph.attributes().names());
            graph.attributes().remove("age");
            graph.attributes().remove("age");
            assertEquals(GraphException.CLOSED, assertThrows(GraphException.class, () -> age.get(7)).number());
            assertEquals(0, graph.attributes().longs("age").get(7));
            graph.attributes().remove("age");
            graph.attributes().remove("score");
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            graph.attributes().longs("left").set(7, 1);
            graph.close();
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldKeepAnswers(final int nodes) throws Exception {
        try (GmtCluster cluster = cluster(nodes); Graph graph = load(cluster)) {
            try (Bfs bfs = graph.bfs(-5).run(); ShortestPaths paths = graph.shortestPaths(-5).run();
                 Components parts = graph.components().run(); PageRank ranks = graph.pageRank().run()) {
                graph.attributes().keep("level", bfs.levels(), -9);
                graph.attributes().keep("parent", bfs.parents(), -9);
                graph.attributes().keep("part", parts.labels(), 0);
                graph.attributes().keep("distance", paths.distances());
                assertEquals(ranks.value(7), graph.attributes().keep("rank", ranks.ranks()).get(7));
            }
            assertEquals(6, graph.attributes().write(Tables.csv(folder.resolve("all.csv")), "level", "parent", "part",
                "distance"));
            assertEquals(List.of("vertex,level,parent,part,distance", "-5,0,-5,-5,0.0", "7,2,12,-5,1.5",
                "12,1,-5,-5,0.5", "40,-9,-9,40,Infinity", "41,-9,-9,40,Infinity", FAR + ",2,12,-5,2.5"),
                Files.readAllLines(folder.resolve("all.csv")));
            try (Bfs bfs = graph.bfs(40).run()) {
                graph.attributes().keep("parent", bfs.parents(), -9);
            }
            assertEquals(40, graph.attributes().longs("parent").get(41));
            assertEquals(-9, graph.attributes().longs("parent").get(7));
        }
    }

    @Test
    void shouldRefuse() {
        try (GmtCluster cluster = cluster(2); Graph graph = load(cluster); Graph other = load(cluster)) {
            graph.attributes().longs("age");
            refused(GraphException.BAD_ATTRIBUTE, "whole numbers", () -> graph.attributes().doubles("age"));
            graph.attributes().doubles("score");
            refused(GraphException.BAD_ATTRIBUTE, "reals", () -> graph.attributes().longs("score"));
            refused(GraphException.UNKNOWN_VERTEX, "vertex 8 is not", () -> graph.attributes().longs("age")
                .set(new long[] {7, 8}, new long[] {1, 1}));
            assertEquals(0, graph.attributes().longs("age").get(7));
            refused(GraphException.BAD_ATTRIBUTE, "no attribute hair; there are [age, score]",
                () -> graph.attributes().write(Tables.csv(folder.resolve("x.csv")), "age", "hair"));
            refused(GraphException.BAD_ATTRIBUTE, "another graph",
                () -> graph.attributes().keep("rank", other.pageRank().run().ranks()));
            final PageRank closed = graph.pageRank().run();
            final Bfs closedToo = graph.bfs(7).run();
            closed.close();
            closedToo.close();
            refused(GraphException.CLOSED, "the result", () -> graph.attributes().keep("rank", closed.ranks()));
            refused(GraphException.CLOSED, "the result", () -> graph.attributes().keep("far", closedToo.levels(), -1));
            assertEquals(Set.of("age", "score"), graph.attributes().names(), "made for nothing");
            assertTrue(assertThrows(RuntimeException.class, () -> {
                final NodeLongs here = graph.attributes().longs("age").onNodes();
                cluster.run(ctx -> ctx.executeOnAll(node -> here.get(node, 8)));
            }).toString().contains("GMT-340 vertex 8"));
        }
    }

    /** On other nodes, and in the first task of a job, which has the caller's own objects. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseBodiesWithRemovedAttributes(final int nodes) {
        try (GmtCluster cluster = cluster(nodes); Graph graph = load(cluster)) {
            final LongAttribute age = graph.attributes().longs("age");
            final DoubleAttribute score = graph.attributes().doubles("score");
            final NodeLongs ages = age.onNodes();
            final NodeDoubles scores = score.onNodes();
            final List<TaskBody> bodies = List.of(
                ctx -> ages.forEach(ctx, (vertex, value) -> { }),
                ctx -> ages.update(ctx, (vertex, value) -> value + 1),
                ctx -> ages.set(ctx, 7, 1),
                ctx -> scores.forEach(ctx, (vertex, value) -> { }),
                ctx -> scores.update(ctx, (vertex, value) -> value + 1),
                ctx -> ctx.executeOnAll(node -> ages.forEach(node, (vertex, value) -> { })),
                ctx -> ctx.executeOnAll(node -> scores.update(node, (vertex, value) -> value + 1)));
            bodies.forEach(cluster::run);
            graph.attributes().remove("age");
            graph.attributes().remove("score");
            for (final TaskBody body : bodies) {
                final String failure = assertThrows(RuntimeException.class, () -> cluster.run(body)).toString();
                assertTrue(failure.matches(".*GMT-342 the attribute (age|score) has been closed.*"), failure);
            }
            refused(GraphException.CLOSED, "the attribute age has been closed", age::onNodes);
            refused(GraphException.CLOSED, "the attribute score has been closed", score::onNodes);
        }
    }

    private static void refused(final int number, final String part, final Runnable action) {
        final GraphException refused = assertThrows(GraphException.class, action::run);
        assertEquals(number, refused.number(), refused.getMessage());
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }

    @Test
    void shouldGoWithNamesThatAreTexts() throws Exception {
        try (GmtCluster cluster = cluster(2);
             Graph graph = Graph.load(cluster, Edges.of(new String[] {"alice"}, new String[] {"bob"}))) {
            final LongAttribute age = graph.attributes().longs("age, in years");
            age.set(graph.vertex("bob"), 36);
            graph.attributes().write(Tables.csv(folder.resolve("ages.csv")), "age, in years");
            assertEquals(List.of("vertex,\"age, in years\"", "alice,0", "bob,36"),
                Files.readAllLines(folder.resolve("ages.csv")));
        }
    }

    /** As in a log of changes. */
    @Test
    void shouldKeepTheLastSettingOfAVertex() {
        try (GmtCluster cluster = cluster(2); Graph graph = load(cluster)) {
            final LongAttribute mark = graph.attributes().longs("mark");
            mark.set(new long[] {12, 7, 12, 12}, new long[] {1, 2, 3, 4});
            assertEquals(List.of(4L, 2L), List.of(mark.get(12), mark.get(7)));
            final DoubleAttribute score = graph.attributes().doubles("score");
            score.set(new long[] {7, 12, 7}, new double[] {1, 2, 0.5});
            assertEquals(List.of(2.0, 0.5), List.of(score.get(12), score.get(7)));
        }
    }
}
