package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All runs, and loads, say how far they are; loads are under control as runs are. */
@Timeout(240)
class ProgressTest {
    /** What was reported, by which threads. */
    private static final class Notes {
        private final List<Progress> reports = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();

        void add(final Progress report) {
            reports.add(report);
            threads.add(Thread.currentThread());
        }

        Progress last() {
            assertFalse(reports.isEmpty(), "nothing was reported");
            assertEquals(List.of(Thread.currentThread()), threads.stream().distinct().toList());
            return reports.get(reports.size() - 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldReportOfAllRuns(final int nodes) throws Exception {
        try (GmtCluster cluster = TestClusters.local(nodes);
             Graph graph = Graph.load(cluster, Edges.kronecker(9, 4, 1).directed())) {
            for (final Map.Entry<String, Supplier<GraphRun<? extends AutoCloseable>>> entry
                : RunControlTest.runs(graph).entrySet()) {
                final Notes notes = new Notes();
                entry.getValue().get().onProgress(notes::add).run().close();
                final Progress last = notes.last();
                assertTrue(last.done() > 0, entry.getKey() + ": " + last);
                assertTrue(last.total() == 0 || last.done() <= last.total(), entry.getKey() + ": " + last);
                assertTrue(last.toString().matches("[a-z ]+:? [0-9]+( of .*)?"), last.toString());
            }
            final Notes notes = new Notes();
            graph.betweenness(1, 2, 3).onProgress(notes::add).run().close();
            assertEquals("sources: 3 of 3", notes.last().toString());
            graph.triangles().onProgress(notes::add).run().close();
            assertEquals("vertices: 512 of 512", notes.last().toString());
            graph.walks().length(5).onProgress(notes::add).run().close();
            assertEquals("steps: 6 of 6", notes.last().toString());
            graph.walks().length(5).node2vec(2, 2).onProgress(notes::add).run().close();
            assertEquals("walkers: 512 of 512", notes.last().toString());
            graph.walks().walkers(1000).length(5).node2vec(2, 2).onProgress(notes::add).run().close();
            assertEquals("walkers: 1000 of 1000", notes.last().toString());
            graph.independentSet().onProgress(notes::add).run().close();
            assertEquals("vertices: 512 of 512", notes.last().toString());
            try (Bfs bfs = graph.bfs(graph.sample(1, 1)[0]).onProgress(notes::add).run()) {
                assertEquals(bfs.depth() + 1, notes.last().done());
            }
        }
    }

    /** Walkers that come to an end soon; searches of which each ends by itself; rounds of one level. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldCountWhatEndsEarlyOrGoesFar(final int nodes) {
        final Notes notes = new Notes();
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            try (Graph sink = Graph.load(cluster, Edges.of(new long[] {1, 2, 3}, new long[] {4, 4, 4}))) {
                sink.walks().onProgress(notes::add).run().close();
                assertEquals("steps: 81 of 81", notes.last().toString());
                sink.walks().node2vec(2, 2).onProgress(notes::add).run().close();
                assertEquals("walkers: 4 of 4", notes.last().toString());
            }
            try (Graph grid = Graph.load(cluster, Edges.grid(200, 200, 1).withoutWeights());
                 ManyBfs searches = grid.manyBfs(0).onProgress(notes::add).run()) {
                assertEquals(398, searches.depth(0));
                assertTrue(notes.last().done() >= 398 && notes.last().done() <= 399, notes.last().toString());
            }
            // a path from one node to the other and back: 0, 500, 1, 501, ...
            final long[] places = LongStream.range(0, 1000).map(i -> i / 2 + i % 2 * 500).toArray();
            try (Graph path = Graph.load(cluster, Edges.of(Arrays.copyOf(places, 999),
                Arrays.copyOfRange(places, 1, 1000)).undirected())) {
                path.cores().onProgress(notes::add).run().close();
                assertTrue(notes.last().done() >= (nodes == 1 ? 1 : 499), notes.last().toString());
            }
        }
    }

    /** Rows would take longer, and stay. */
    @Test
    void shouldNotMakeRowsForNamesThatAreRefused() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.kronecker(9, 4, 1).directed())) {
            final long before = RandomGraphs.arrayBytes(cluster);
            for (final GraphRun<?> run : List.of(graph.manyBfs(1, -7), graph.betweenness(-7),
                graph.pageRank().personalised(-7))) {
                assertEquals(GraphException.UNKNOWN_VERTEX, assertThrows(GraphException.class, run::run).number());
            }
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldNameTheRowsThatARunMakesFirst() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.kronecker(9, 4, 1).directed())) {
            final Notes notes = new Notes();
            graph.manyBfs(1, 2).onProgress(notes::add).run().close();
            assertEquals("rows of in-edges", notes.reports.get(0).toString());
            assertEquals("levels", notes.last().step());
        }
    }

    private static List<Edges> allKinds() {
        final long[] from = new long[200_000];
        final long[] to = new long[from.length];
        final String[] names = new String[from.length];
        for (int i = 0; i < from.length; i++) {
            from[i] = i * 7L;
            to[i] = i * 11L;
            names[i] = "n" + i % 1000;
        }
        return List.of(Edges.kronecker(10, 8, 1), Edges.of(from, to), Edges.of(names, names),
            Edges.perNode((node, nodes) -> List.of(new Edge(node, node + 1)).iterator()),
            Edges.of(Stream.of(new Edge(1, 2, 0.5))), Edges.kronecker(10, 8, 1).directed().asListed());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldReportOfLoads(final int nodes) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(ProgressTest.class).start()) {
            for (final Edges edges : allKinds()) {
                final Notes notes = new Notes();
                try (Graph graph = Graph.loading(cluster, edges).onProgress(notes::add).run()) {
                    assertEquals("sorting edges", notes.last().step(), graph.toString());
                }
            }
            final Notes notes = new Notes();
            Graph.loading(cluster, allKinds().get(1)).onProgress(notes::add).run().close();
            assertEquals("reading edges", notes.reports.get(0).step());
            assertEquals(200_000, notes.reports.get(0).total());
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** Edges of a node come when the load has reported. */
    private static volatile CountDownLatch reported;

    private static Iterator<Edge> edgesOnceReported() {
        try {
            reported.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return List.of(new Edge(1, 2)).iterator();
    }

    /** A load that is run again does not go on where it has ended before. */
    @Test
    void shouldReportOfALoadThatIsRunAgain() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(ProgressTest.class).start()) {
            final GraphRun<Graph> load = Graph.loading(cluster, Edges.perNode((node, nodes) -> edgesOnceReported()));
            for (int run = 0; run < 2; run++) {
                final List<String> steps = new ArrayList<>();
                reported = new CountDownLatch(1);
                load.onProgress(report -> {
                    if (!report.step().isEmpty()) {
                        steps.add(report.step());
                        reported.countDown();
                    }
                }).run().close();
                assertEquals("reading edges", steps.get(0));
            }
        }
    }

    @Test
    void shouldEndALoadThatIsLateOrCancelledOrWhoseConsumerFails() throws Exception {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(ProgressTest.class).start()) {
            for (final int kind : new int[] {0, 1, 2}) {
                final GraphRun<Graph> late = Graph.loading(cluster, allKinds().get(kind)).deadline(Duration.ofNanos(1));
                final JobCancelledException cancelled = assertThrows(JobCancelledException.class, late::run);
                assertTrue(cancelled.isDeadline());
                assertTrue(cancelled.getMessage().startsWith("GMT-241 the run has not ended within PT0.000000001S"),
                    cancelled.getMessage());
                final IllegalStateException own = new IllegalStateException("enough");
                assertSame(own, assertThrows(IllegalStateException.class, () -> Graph.loading(cluster,
                    allKinds().get(kind)).onProgress(report -> {
                        throw own;
                    }).run()));
                int within = 0;
                for (int i = 0; i < 6 || within == 0 && i < 1000; i++) {
                    final GraphRun<Graph> load = Graph.loading(cluster, allKinds().get(kind));
                    within += RunControlTest.isCancelledWithin(cluster, load, i % 3) ? 1 : 0;
                    assertEquals(0, RandomGraphs.arrayBytes(cluster));
                    load.cancel();
                    assertThrows(JobCancelledException.class, load::run);
                }
                assertTrue(within > 0);
            }
            Graph.load(cluster, allKinds().get(0)).close();
        }
    }

    @Test
    void shouldKnowWhatALoadTakes() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            for (final int kind : new int[] {0, 1, 2, 5}) {
                final RunEstimate estimate = Graph.loading(cluster, allKinds().get(kind)).estimate();
                try (Graph graph = Graph.load(cluster, allKinds().get(kind))) {
                    final long bytes = RandomGraphs.arrayBytes(cluster) / 2;
                    assertTrue(bytes <= 1.25 * estimate.resultBytes(), bytes + " of " + estimate);
                    assertTrue(graph.vertices() > 0);
                }
            }
            assertEquals(GraphException.UNKNOWN_SIZE, assertThrows(GraphException.class,
                () -> Graph.loading(cluster, allKinds().get(3)).estimate()).number());
        }
    }

    /** The sums of parallel edges that have no weights are weights. */
    @Test
    void shouldKnowWhatALoadThatCountsTakes() {
        final Edges plain = Edges.kronecker(10, 8, 1);
        try (GmtCluster cluster = TestClusters.local(2)) {
            final long bytes = Graph.loading(cluster, plain).estimate().bytes();
            for (final Edges counted : List.of(plain.parallel(ParallelEdges.SUM),
                Edges.grid(32, 256, 1).withoutWeights().parallel(ParallelEdges.SUM))) {
                final RunEstimate estimate = Graph.loading(cluster, counted).estimate();
                try (Graph graph = Graph.load(cluster, counted)) {
                    assertTrue(graph.isWeighted());
                    final long kept = RandomGraphs.arrayBytes(cluster) / 2;
                    assertTrue(kept <= 1.25 * estimate.resultBytes(), kept + " of " + estimate);
                }
            }
            assertTrue(Graph.loading(cluster, plain.parallel(ParallelEdges.SUM)).estimate().bytes() > bytes);
            assertEquals(bytes, Graph.loading(cluster, plain.parallel(ParallelEdges.MAX)).estimate().bytes());
        }
    }

    /** Weights that follow from names do not hide how large the file is. */
    @Test
    void shouldKnowWhatALoadWithUniformWeightsTakes(@TempDir final Path folder) throws IOException {
        final Edges file = Edges.file(Files.writeString(folder.resolve("edges.el"), "0 1\n1 2\n"));
        try (GmtCluster cluster = TestClusters.local(1)) {
            final long plain = Graph.loading(cluster, file).estimate().bytes();
            assertTrue(Graph.loading(cluster, file.uniformWeights(9, 1)).estimate().bytes() > plain);
        }
    }

    /** The graph has the vertices that edges name, not those between them. */
    @Test
    void shouldKnowWhatALoadOfFewEdgesWithLargeIdsTakes(@TempDir final Path folder) throws IOException {
        final Edges file = Edges.file(Files.writeString(folder.resolve("gaps.el"), "0 1\n1 1000000000000\n"));
        try (GmtCluster cluster = TestClusters.local(1)) {
            final RunEstimate estimate = Graph.loading(cluster, file).estimate();
            assertTrue(estimate.bytes() < 1000, estimate.toString());
        }
    }

    /** With what is free, and how much of it would fit. */
    @Test
    void shouldSayWhatWouldFit() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).memoryMax(1 << 20).register(ProgressTest.class)
            .start()) {
            refused(cluster, Edges.kronecker(16, 8, 1), "kron-16 does not fit: a graph of 65536 vertices and 524288"
                + " edges takes up to ", " edges of this kind");
            refused(cluster, Edges.kronecker(39, 1, 1), "kron-39 does not fit: a graph of 549755813888 vertices");
            refused(cluster, allKinds().get(1), "edges does not fit: a graph of about 400000 vertices and 200000");
            refused(cluster, Edges.perNode((node, nodes) -> Stream.iterate(0, i -> i + 1).limit(100_000)
                .map(i -> new Edge(i, node)).iterator()), "edges does not fit into the memory of 2 nodes");
            try (Graph graph = Graph.load(cluster, Edges.kronecker(10, 8, 1))) {
                assertEquals(1024, graph.vertices());
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** Few vertices, so the arrays would fit, and more edges than any machine has memory for. */
    @Test
    void shouldRefuseMoreEdgesThanCanWait() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            refused(cluster, Edges.kronecker(20, 1 << 20, 1), "kron-20 does not fit: a graph of 1048576 vertices and "
                + (1L << 40) + " edges takes up to ", " edges that wait for their rows", "their machines have ",
                " edges of this kind: take more machines");
            try (Graph graph = Graph.load(cluster, Edges.kronecker(10, 8, 1))) {
                assertEquals(1024, graph.vertices());
            }
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** A header that promises too much is what is wrong, not the machine. */
    @Test
    void shouldNotBelieveAHeader(@TempDir final Path folder) throws IOException {
        final String text = "%%MatrixMarket matrix coordinate pattern general\n10 10 999999999999\n1 2\n2 3\n";
        final Path plain = Files.writeString(folder.resolve("lie.mtx"), text);
        final Path packed = folder.resolve("lie.mtx.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        try (GmtCluster cluster = TestClusters.local(2)) {
            for (final Path file : List.of(plain, packed)) {
                final GraphException wrong = assertThrows(GraphException.class,
                    () -> Graph.load(cluster, Edges.file(file)).close());
                assertTrue(wrong.getMessage().contains("999999999999 edges, found 2"), wrong.getMessage());
            }
        }
    }

    private static void refused(final GmtCluster cluster, final Edges edges, final String... parts) {
        final GraphException refused = assertThrows(GraphException.class, () -> Graph.load(cluster, edges).close());
        assertEquals(GraphException.TOO_LARGE, refused.number(), refused.getMessage());
        for (final String part : parts) {
            assertTrue(refused.getMessage().contains(part), refused.getMessage());
        }
        assertTrue(refused.getMessage().contains("gmt.memory.max"), refused.getMessage());
    }
}
