package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.gmt4j.GmtCluster;
import org.gmt4j.JobCancelledException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of docs/graph-library.md, compiled and run: what stands between the lines {@code // example} and
 * {@code // end} is what the page shows, line for line, but for the folder of files.
 */
@Timeout(120)
class GraphPageTest {
    private static final String SOURCE = "src/test/java/org/gmt4j/graph/GraphPageTest.java";

    @TempDir
    private Path folder;

    private Path file(final String name) {
        return folder.resolve(name);
    }

    @Test
    void shouldSearchAFileInFiveLines() throws Exception {
        Files.writeString(file("follows.el"), "7 8\n8 9\n9 7\n1 7\n");
        // example
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.file(file("follows.el")));
             Bfs bfs = graph.bfs(7).run()) {
            bfs.top(10).forEach(r -> System.out.println(r.vertex() + " is " + r.value() + " steps from 7"));
            bfs.levels().write(file("levels.csv"));
        }
        // end
        assertEquals("vertex,level\n7,0\n8,1\n9,2\n", Files.readString(file("levels.csv")));
    }

    @Test
    void shouldTakeEdgesAsThePageSays() throws Exception {
        Files.writeString(file("roads.gr"), "p sp 3 2\na 1 2 5\na 3 2 7\n");
        // example
        Edges columns = Edges.of(new long[] {-5, 12, 1L << 62}, new long[] {12, 1L << 62, 12});    // or two int[]
        Edges iterable = Edges.of(List.of(new Edge(1, 2), new Edge(2, 3)));                         // or a Stream<Edge>
        Edges perNode = Edges.perNode((node, nodes) -> List.of(new Edge(node, node + 1)).iterator());
        Edges roads = Edges.file(file("roads.gr")).undirected();
        Edges made = Edges.kronecker(10, 16, 1);                                                    // 2^10 vertices
        // end
        try (GmtCluster cluster = GmtCluster.local(3)) {
            assertEquals(3, vertices(cluster, iterable));
            assertEquals(4, vertices(cluster, perNode));
            assertEquals(1024, vertices(cluster, made));
            try (Graph graph = Graph.load(cluster, roads)) {
                assertArrayEquals(new long[] {1, 3}, graph.neighbours(2));
            }
            answer(cluster, columns);
        }
    }

    @Test
    void shouldWeighEdgesAsThePageSays() throws Exception {
        Files.writeString(file("roads.gr"), "p sp 3 2\na 1 2 5\na 3 2 7\n");
        // example
        Edges flights = Edges.of(new long[] {1, 2, 1}, new long[] {2, 3, 2}, new double[] {2.5, 0.5, 1.25});
        Edges hops = Edges.of(List.of(new Edge(1, 2, 2.5), new Edge(2, 3)));        // an Edge without a weight has one
        Edges road = Edges.file(file("roads.gr"));
        Edges made = Edges.kronecker(10, 16, 1).uniformWeights(255, 7);             // 1 to 255, seed 7
        // pause
        try (GmtCluster cluster = GmtCluster.local(2)) {
            for (final Edges one : List.of(hops, road, made)) {
                try (Graph graph = Graph.load(cluster, one)) {
                    assertTrue(graph.isWeighted());
                }
            }
            // on
            try (Graph graph = Graph.load(cluster, flights.parallel(ParallelEdges.SUM))) {
                double[] weights = graph.weights(1);                                    // 3.75: of both edges to 2
                // pause
                assertArrayEquals(new double[] {3.75}, weights);
                // on
            }
            // end
        }
    }

    @Test
    void shouldFindShortestPathsAsThePageSays() throws Exception {
        // example
        Edges streets = Edges.of(new long[] {1, 1, 2, 3}, new long[] {2, 3, 4, 4}, new int[] {7, 2, 1, 3});
        // pause
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // on
            try (Graph graph = Graph.load(cluster, streets.undirected());
                 ShortestPaths paths = graph.shortestPaths(1).deadline(Duration.ofSeconds(60)).run()) {
                double distance = paths.distance(4);                                    // 5
                long[] way = paths.path(4);                                             // 1, 3, 4
                OptionalLong before = paths.parent(4);                                  // 3
                List<ShortestPaths.Distance> far = paths.top(2);                        // 2 at 6.0, 4 at 5.0
                paths.distances().write(file("distances.csv"));
                // pause
                assertEquals(5, distance);
                assertArrayEquals(new long[] {1, 3, 4}, way);
                assertEquals(OptionalLong.of(3), before);
                assertEquals(List.of(new ShortestPaths.Distance(2, 6), new ShortestPaths.Distance(4, 5)), far);
                // on
            }
            // end
        }
    }

    private static long vertices(final GmtCluster cluster, final Edges edges) {
        try (Graph graph = Graph.load(cluster, edges)) {
            return graph.vertices();
        }
    }

    private static void answer(final GmtCluster cluster, final Edges columns) {
        // example
        try (Graph graph = Graph.load(cluster, columns)) {
            long vertices = graph.vertices();                           // 3
            long[] next = graph.neighbours(12);                         // 1L << 62
            try (Components components = graph.components().run()) {
                long label = components.value(12);                      // -5: the smallest vertex of its component
                List<VertexLong> largest = components.top(3);
                components.labels().forEach((vertex, component) -> System.out.println(vertex + " " + component));
                // pause
                assertEquals(-5, label);
                assertEquals(List.of(new VertexLong(-5, 3)), largest);
                // on
            }
            try (Bfs bfs = graph.bfs(-5).deadline(Duration.ofSeconds(60)).run()) {
                long level = bfs.value(1L << 62);                       // 2; -1 where a vertex was not reached
                OptionalLong parent = bfs.parent(12);                   // -5
                LocalLongs levels = bfs.levels().onNodes();
                cluster.run(ctx -> ctx.executeOnAll(node ->
                    levels.forEach(node, (vertex, value) -> System.out.println(vertex + " on node " + node.nodeId()))));
                // pause
                assertEquals(2, level);
                assertEquals(OptionalLong.of(-5), parent);
                assertEquals(3, vertices);
                assertArrayEquals(new long[] {1L << 62}, next);
                // on
            }
        }
        // end
    }

    @Test
    void shouldRankAsThePageSays() throws Exception {
        Files.writeString(file("follows.el"), "7 8\n8 9\n9 7\n1 7\n");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // example
            try (Graph graph = Graph.load(cluster, Edges.file(file("follows.el")));
                 PageRank ranks = graph.pageRank().tolerance(1e-8).onProgress(System.out::println).run();
                 PageRank near = graph.pageRank().damping(0.9).personalised(7, 8).maxIterations(20).run()) {
                ranks.top(10).forEach(r -> System.out.println(r.vertex() + " " + r.value()));
                ranks.ranks().write(file("ranks.csv"));
                System.out.println("rank of 9 near 7 and 8: " + near.value(9) + (near.converged() ? "" : ", roughly"));
                // pause
                assertEquals(7, ranks.top(1).get(0).vertex());
                assertEquals(0, near.value(1));
                assertEquals(5, Files.readAllLines(file("ranks.csv")).size());
                // on
            }
            // end
        }
    }

    @Test
    void shouldLieBetweenAsThePageSays() throws Exception {
        Files.writeString(file("streets.el"), "1 2\n2 3\n4 2\n");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // example
            try (Graph graph = Graph.load(cluster, Edges.file(file("streets.el")).undirected());
                 Betweenness some = graph.betweenness().samples(2, 7).normalised().run();
                 Betweenness near = graph.betweenness(1, 4).deadline(Duration.ofSeconds(60)).run()) {
                some.top(3).forEach(r -> System.out.println(r.vertex() + " is on a share of " + r.value()));
                double over = near.value(2);                            // 4: from 1 to 3 and 4, from 4 to 1 and 3
                near.scores().write(file("betweenness.csv"));
                // pause
                assertEquals(4, over);
                assertEquals(2, some.sources());
                // on
            }
            // end
        }
    }

    @Test
    void shouldSearchFromManyAsThePageSays() throws Exception {
        Files.writeString(file("friends.el"), "1 2\n2 3\n3 4\n4 5\n");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // example
            try (Graph graph = Graph.load(cluster, Edges.file(file("friends.el")).undirected());
                 ManyBfs searches = graph.manyBfs(1, 5).run();
                 Neighbourhood near = graph.neighbourhood(1, 2).run()) {
                long steps = searches.value(5, 2);                      // 3: from 5 to 2
                searches.levels(1).write(file("from-1.csv"));
                long friends = near.size() - 1;                         // 2: but for 1 itself
                near.forEach((vertex, away) -> System.out.println(vertex + " is " + away + " steps from 1"));
                // pause
                assertEquals(3, steps);
                assertEquals(2, friends);
                // on
            }
            // end
        }
    }

    @Test
    void shouldFindStrongComponentsAsThePageSays() {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // example
            Edges calls = Edges.of(new long[] {1, 2, 3, 3}, new long[] {2, 3, 1, 4});
            // pause
            // on
            try (Graph graph = Graph.load(cluster, calls); Components circles = graph.strongComponents().run()) {
                long circle = circles.value(3);                         // 1: with 1 and 2
                long alone = circles.value(4);                          // 4
                List<VertexLong> largest = circles.top(1);              // 1: of three vertices
                // pause
                assertEquals(1, circle);
                assertEquals(4, alone);
                assertEquals(List.of(new VertexLong(1, 3)), largest);
                // on
            }
            // end
        }
    }

    @Test
    void shouldWalkAsThePageSays() throws Exception {
        Files.writeString(file("friends.el"), "1 2\n2 3\n3 4\n4 5\n");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // example
            try (Graph graph = Graph.load(cluster, Edges.file(file("friends.el")).undirected());
                 Walks many = graph.walks().walkers(1000).length(40).seed(7).run();
                 Walks kept = graph.walks().perVertex(10).length(5).node2vec(1, 0.5).keepPaths().run()) {
                many.top(3).forEach(r -> System.out.println(r.vertex() + " was visited " + r.value() + " times"));
                many.visits().write(file("visits.csv"));
                long[] way = kept.path(0);                              // six vertices, from 1 on
                kept.forEachPath((walker, vertices) -> System.out.println(walker + " " + Arrays.toString(vertices)));
                // pause
                assertEquals(6, way.length);
                assertEquals(1, way[0]);
                // on
            }
            // end
        }
    }

    @Test
    void shouldCancelAsThePageSays() throws InterruptedException {
        try (GmtCluster cluster = GmtCluster.local(2); Graph graph = Graph.load(cluster, Edges.kronecker(8, 8, 1))) {
            // example
            GraphRun<PageRank> run = graph.pageRank().tolerance(1e-12).maxIterations(1_000_000);
            long most = run.estimate().bytes();                             // on a node, while it runs
            long stays = run.estimate().resultBytes();                      // of these until the result is closed
            Thread impatient = new Thread(() -> run.cancel());
            impatient.start();
            try (PageRank ranks = run.run()) {
                System.out.println(ranks.iterations() + " iterations, in time");
            } catch (final JobCancelledException cancelled) {
                System.out.println("cancelled; the graph can be used as before");
            }
            // end
            impatient.join();
            assertEquals(8 * 128, stays);
            assertTrue(most > stays);
        }
    }

    @Test
    void shouldLoadUnderControlAsThePageSays() throws Exception {
        Files.writeString(file("follows.el"), "7 8\n8 9\n9 7\n1 7\n");
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // example
            GraphRun<Graph> load = Graph.loading(cluster, Edges.file(file("follows.el")));
            RunEstimate room = load.estimate();
            try (Graph graph = load.deadline(Duration.ofMinutes(5)).onProgress(System.out::println).run()) {
                graph.betweenness(7, 9).onProgress(System.out::println).run().close();      // sources: 2 of 2
                graph.bfs(7).onProgress(p -> System.out.println(p.step() + " " + p.done())).run().close();
            }
            // end
            assertTrue(room.resultBytes() > 0);
        }
    }

    @Test
    void shouldCountTrianglesAsThePageSays() {
        // example
        Edges friends = Edges.of(new long[] {1, 2, 3, 3}, new long[] {2, 3, 1, 4}).undirected();
        // pause
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // on
            try (Graph graph = Graph.load(cluster, friends); Triangles triangles = graph.triangles().run()) {
                long all = triangles.count();                                           // 1: of 1, 2 and 3
                double close = triangles.clustering().value(3);                         // 1/3: of 3 pairs 1 and 2
                double closed = triangles.transitivity();                               // 3/5
                List<VertexLong> most = triangles.top(2);                               // 1 and 2, in one each
                long only = graph.triangles().count();                                  // faster, and keeps nothing
                // pause
                assertEquals(1, all);
                assertEquals(1 / 3.0, close);
                assertEquals(0.6, closed, 1e-15);
                assertEquals(List.of(new VertexLong(1, 1), new VertexLong(2, 1)), most);
                assertEquals(1, only);
                // on
            }
            // end
        }
    }

    @Test
    void shouldFindCoresAsThePageSays() throws Exception {
        final Edges friends = Edges.of(new long[] {1, 2, 3, 3}, new long[] {2, 3, 1, 4}).undirected();
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // example
            try (Graph graph = Graph.load(cluster, friends); Cores cores = graph.cores().run()) {
                long core = cores.value(4);                                             // 1
                long most = cores.degeneracy();                                         // 2
                long[] inside = cores.vertices(2);                                      // 1, 2, 3
                cores.numbers().write(file("cores.csv"));
                // pause
                assertEquals(1, core);
                assertEquals(2, most);
                assertArrayEquals(new long[] {1, 2, 3}, inside);
                // on
            }
            // end
        }
    }

    @Test
    void shouldFindCommunitiesAsThePageSays() throws Exception {
        // example
        Edges pairs = Edges.of(new long[] {1, 2, 3}, new long[] {2, 3, 4}, new int[] {9, 1, 9}).undirected();
        // pause
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // on
            try (Graph graph = Graph.load(cluster, pairs);
                 Communities communities = graph.communities().maxIterations(50).run()) {
                long label = communities.value(4);                                      // 3: its smallest vertex
                double modularity = communities.modularity();                           // 0.447
                List<VertexLong> largest = communities.top(2);                          // 1 and 3, with 2 vertices each
                communities.labels().write(file("communities.csv"));
                // pause
                assertEquals(3, label);
                assertEquals(18 / 19.0 - 0.5, modularity, 1e-12);
                assertEquals(List.of(new VertexLong(1, 2), new VertexLong(3, 2)), largest);
                // on
            }
            // end
        }
    }

    @Test
    void shouldFindAnIndependentSetAsThePageSays() throws Exception {
        final Edges friends = Edges.of(new long[] {1, 2, 3, 3}, new long[] {2, 3, 1, 4}).undirected();
        try (GmtCluster cluster = GmtCluster.local(2)) {
            // example
            try (Graph graph = Graph.load(cluster, friends); IndependentSet set = graph.independentSet().run()) {
                boolean isIn = set.contains(4);
                long[] members = set.vertices();                                        // 3 alone, or 4 with 1 or 2
                set.members().write(file("set.csv"));
                // pause
                assertEquals(isIn ? 2 : 1, members.length);
                assertEquals(members.length, set.size());
                // on
            }
            // end
        }
    }

    @Test
    void shouldKeepAttributesAsThePageSays() throws Exception {
        final Edges friends = Edges.of(new long[] {1, 2, 3}, new long[] {2, 3, 1});
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(GraphPageTest.class).start();
             Graph graph = Graph.load(cluster, friends)) {
            // example
            LongAttribute age = graph.attributes().longs("age");                    // 0 for each vertex, until set
            age.set(new long[] {1, 2, 3}, new long[] {36, 41, 29});
            DoubleAttribute rank;
            try (PageRank ranks = graph.pageRank().run()) {
                rank = graph.attributes().keep("rank", ranks.ranks());              // stays when the answer is closed
            }
            NodeLongs ages = age.onNodes();
            NodeDoubles weighed = rank.onNodes();
            cluster.run(ctx -> ctx.executeOnAll(node -> {
                ages.update(node, (vertex, years) -> years + 1);                    // the vertices of this node
                weighed.set(node, 3, ages.get(node, 1) * weighed.get(node, 3));     // any vertex, of whatever node
            }));
            // pause
            assertEquals(42, age.get(2));
            assertTrue(rank.get(3) > 10);
            assertEquals(3, graph.attributes().write(Tables.csv(file("people.csv")), "age", "rank"));
            // end
        }
    }

    @Test
    void shouldBeWhatThePageShows() throws Exception {
        final String page = Files.readString(Path.of("").toAbsolutePath().getParent().resolve("docs/graph-library.md"))
            .replaceAll("(?m)^ +", "");
        boolean isShown = false;
        int lines = 0;
        for (final String line : Files.readAllLines(Path.of(SOURCE))) {
            final String text = line.strip();
            if (text.equals("// example") || text.equals("// on")) {
                isShown = true;
            } else if (text.equals("// end") || text.equals("// pause")) {
                isShown = false;
            } else if (isShown) {
                lines++;
                final String shown = text.replaceAll("file\\((\"[^\"]*\")\\)\\)", "Path.of($1))");
                assertTrue(page.contains(shown + "\n"),
                    "not on the page: " + shown);
            }
        }
        final String readme = Files.readString(Path.of("").toAbsolutePath().getParent().resolve("README.md"));
        assertTrue(readme.contains(Files.readString(Path.of("").toAbsolutePath().getParent()
            .resolve("docs/graph-library.md")).split("```java\n|```\n")[1]), "the README shows the first example");
        assertTrue(lines > 25, "examples are looked at");
    }
}
