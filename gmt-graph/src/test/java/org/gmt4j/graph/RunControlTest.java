package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.Job;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What all runs have: they can be cancelled, and are refused where they do not fit. */
@Timeout(240)
class RunControlTest {
    private static final int SCALE = 12;

    /** One of each kind, described anew whenever it is asked for. */
    static Map<String, Supplier<GraphRun<? extends AutoCloseable>>> runs(final Graph graph) {
        final Map<String, Supplier<GraphRun<? extends AutoCloseable>>> runs = new LinkedHashMap<>();
        runs.put("bfs", () -> graph.bfs(1));
        runs.put("components", graph::components);
        runs.put("pageRank", () -> graph.pageRank().maxIterations(5));
        runs.put("shortestPaths", () -> graph.shortestPaths(1));
        runs.put("betweenness", () -> graph.betweenness(1, 2));
        runs.put("triangles", () -> graph.triangles());
        runs.put("manyBfs", () -> graph.manyBfs(1, 2, 3));
        runs.put("neighbourhood", () -> graph.neighbourhood(1, 2));
        runs.put("strongComponents", graph::strongComponents);
        runs.put("cores", graph::cores);
        runs.put("communities", graph::communities);
        runs.put("independentSet", graph::independentSet);
        runs.put("walks", () -> graph.walks().length(5).keepPaths());
        return runs;
    }

    static Graph load(final GmtCluster cluster) {
        return Graph.load(cluster, Edges.kronecker(SCALE, 4, 1).directed());
    }

    @Test
    void shouldEndARunThatAnotherThreadCancels() throws Exception {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(OddShape.STAR.edges()).undirected())) {
            final long before = RandomGraphs.arrayBytes(cluster);
            final CountDownLatch runs = new CountDownLatch(3);
            final PageRankRun endless = graph.pageRank().tolerance(Double.MIN_VALUE).damping(1 - 1e-12)
                .maxIterations(Integer.MAX_VALUE).onProgress(report -> runs.countDown());
            final Thread other = new Thread(() -> {
                try {
                    runs.await();
                } catch (final InterruptedException e) {
                    return;
                }
                endless.cancel();
            });
            other.start();
            assertFalse(assertThrows(JobCancelledException.class, endless::run).isDeadline());
            other.join();
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
            graph.pageRank().run().close();
        }
    }

    /** No node is asked: each of them is busy. */
    @Test
    void shouldEstimateWithoutTheNodes() throws Exception {
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = load(cluster)) {
            final CountDownLatch began = new CountDownLatch(1);
            final CountDownLatch mayEnd = new CountDownLatch(1);
            final Job<Boolean> busy = cluster.submit(ctx -> {
                began.countDown();
                awaitQuietly(mayEnd);
                return true;
            });
            began.await();
            try {
                runs(graph).forEach((name, run) -> assertTrue(assertTimeoutPreemptively(Duration.ofSeconds(60),
                    () -> run.get().estimate().bytes()) > 0, name));
                Thread.currentThread().interrupt();
                runs(graph).forEach((name, run) -> assertTrue(run.get().estimate().bytes() > 0, name));
                assertTrue(Thread.interrupted());
            } finally {
                mayEnd.countDown();
            }
            assertTrue(busy.join());
        }
    }

    /** Also what is asked before the algorithm begins. */
    @Test
    void shouldCancelTheSearchForNegativeWeights() {
        try (GmtCluster cluster = TestClusters.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {1}, new long[] {2}, new long[] {-5}))) {
            for (final Supplier<GraphRun<? extends AutoCloseable>> runs
                : List.<Supplier<GraphRun<? extends AutoCloseable>>>of(graph::communities,
                    () -> graph.walks().weighted(), () -> graph.shortestPaths(1))) {
                assertEquals(345, assertThrows(GraphException.class, () -> runs.get().run()).number());
                final GraphRun<? extends AutoCloseable> cancelled = runs.get();
                cancelled.cancel();
                assertThrows(JobCancelledException.class, cancelled::run);
            }
        }
    }

    /** Of the first search, or of the rows that others need, too, which ends when the test lets it. */
    @Test
    void shouldEndARunThatWaitsForAnother() throws Exception {
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = load(cluster)) {
            for (final String name : List.of("bfs", "strongComponents")) {
                final Supplier<GraphRun<? extends AutoCloseable>> runs = runs(graph).get(name);
                final CountDownLatch holds = new CountDownLatch(1);
                final CountDownLatch mayEnd = new CountDownLatch(1);
                final Thread holder = new Thread(() -> {
                    try {
                        runs.get().onProgress(report -> {
                            holds.countDown();
                            awaitQuietly(mayEnd);
                        }).run().close();
                    } catch (final Exception e) {
                        throw new IllegalStateException(name, e);
                    }
                });
                holder.start();
                holds.await();
                try {
                    assertTimeoutPreemptively(Duration.ofSeconds(60), () -> checkWaiting(runs));
                } finally {
                    mayEnd.countDown();
                    holder.join();
                }
                runs.get().run().close();
            }
        }
    }

    private static void awaitQuietly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Also what is left of a time that is over already. */
    @Test
    void shouldRefuseDeadlinesThatAreNone() {
        try (GmtCluster cluster = TestClusters.local(1); Graph graph = load(cluster)) {
            runs(graph).forEach((kind, run) -> {
                for (final Duration time : List.of(Duration.ZERO, Duration.ofMillis(-5))) {
                    final String text = assertThrows(IllegalArgumentException.class, () -> run.get().deadline(time),
                        kind).getMessage();
                    assertTrue(text.contains(time.toString()) && text.contains("more than zero"), text);
                }
            });
        }
    }

    private static void checkWaiting(final Supplier<GraphRun<? extends AutoCloseable>> runs) throws Exception {
        assertTrue(assertThrows(JobCancelledException.class,
            runs.get().deadline(Duration.ofMillis(200))::run).isDeadline());
        final GraphRun<? extends AutoCloseable> early = runs.get();
        early.cancel();
        assertFalse(assertThrows(JobCancelledException.class, early::run).isDeadline());
        final GraphRun<? extends AutoCloseable> late = runs.get();
        final FutureTask<Boolean> cancelled = new FutureTask<>(() -> wasInterrupted(late));
        startToWait(cancelled);
        late.cancel();
        assertFalse(cancelled.get());
        final FutureTask<Boolean> interrupted = new FutureTask<>(() -> wasInterrupted(runs.get()));
        startToWait(interrupted).interrupt();
        assertTrue(interrupted.get());
    }

    /** Runs what is cancelled; returns whether the thread knows of an interrupt. */
    private static boolean wasInterrupted(final GraphRun<? extends AutoCloseable> run) {
        assertThrows(JobCancelledException.class, run::run);
        return Thread.currentThread().isInterrupted();
    }

    /** Returns when the thread waits for another. */
    private static Thread startToWait(final Runnable task) {
        final Thread thread = new Thread(task);
        thread.start();
        while (thread.isAlive() && !List.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.BLOCKED)
            .contains(thread.getState())) {
            Thread.onSpinWait();
        }
        return thread;
    }

    /** One walker goes on and on at one node, where nothing else is to be done. */
    @Test
    @Timeout(30)
    void shouldEndAWalkerThatIsLate() {
        try (GmtCluster cluster = TestClusters.local(1);
             Graph graph = Graph.load(cluster, Edges.of(OddShape.STAR.edges()).undirected())) {
            final WalksRun endless = graph.walks().walkers(1).length(Integer.MAX_VALUE).node2vec(0.5, 2)
                .deadline(Duration.ofMillis(100));
            assertTrue(assertThrows(JobCancelledException.class, endless::run).isDeadline());
        }
    }

    /** Callers would wait for tasks that never end. */
    @Test
    void shouldEndRunsOfAClusterThatIsClosed() throws Exception {
        final List<String> names = new ArrayList<>(List.of("load", "texts"));
        try (GmtCluster cluster = TestClusters.local(1); Graph graph = load(cluster)) {
            names.addAll(runs(graph).keySet());
        }
        for (final String name : names) {
            final CountDownLatch started = new CountDownLatch(2);
            final GmtCluster cluster = TestClusters.local(2);
            final AtomicReference<Throwable> end = new AtomicReference<>();
            final Thread caller = new Thread(() -> {
                try (Graph graph = load(cluster)) {
                    for (;;) {
                        started.countDown();
                        switch (name) {
                            case "load" -> load(cluster).close();
                            case "texts" -> Graph.load(cluster, Edges.of(new String[] {"a", "b"},
                                new String[] {"b", "c"})).close();
                            default -> runs(graph).get(name).get().run().close();
                        }
                    }
                } catch (final Throwable failure) {
                    end.set(failure);
                }
            });
            caller.start();
            started.await();
            cluster.close();
            caller.join(60_000);
            assertFalse(caller.isAlive(), name);
            assertTrue(String.valueOf(end.get()).contains("GMT-226"), name + ": " + end.get());
        }
    }

    /** Pools interrupt the threads whose work is given up. */
    @Test
    void shouldGiveMemoryBackInAnInterruptedThread() throws Exception {
        try (GmtCluster cluster = TestClusters.local(2)) {
            for (int i = 0; i < 10; i++) {
                try (Graph graph = load(cluster)) {
                    final List<AutoCloseable> results = new ArrayList<>();
                    for (final Supplier<GraphRun<? extends AutoCloseable>> run : runs(graph).values()) {
                        results.add(run.get().run());
                    }
                    Thread.currentThread().interrupt();
                    for (final AutoCloseable result : results) {
                        result.close();
                    }
                    assertTrue(Thread.currentThread().isInterrupted());
                } finally {
                    assertTrue(Thread.interrupted());
                }
                assertEquals(0, RandomGraphs.arrayBytes(cluster));
            }
        }
    }

    /** Chunks of edges as they travel: some, one of new names, which takes its time, one of known ones, one edge. */
    private static final class InterruptingEdges implements Iterator<Edge> {
        private static final int SOME = 15 << 12;
        private static final int CHUNK = 1 << 16;
        private static final int LAST = SOME + 2 * CHUNK;
        private final SplittableRandom random = new SplittableRandom(5);
        private int next;

        @Override
        public boolean hasNext() {
            return next <= LAST;
        }

        @Override
        public Edge next() {
            final int number = next++;
            if (number == LAST) {
                Thread.currentThread().interrupt();
            }
            return number >= SOME && number < SOME + CHUNK ? new Edge(random.nextLong(), random.nextLong())
                : new Edge(1, 2);
        }
    }

    /** While a node takes a chunk, which is freed afterwards. */
    @Test
    void shouldEndALoadWhoseThreadIsInterrupted() {
        try (GmtCluster cluster = TestClusters.start(1, TestClusters.Plan.SHARED_2, RunControlTest.class)) {
            for (int i = 0; i < 5; i++) {
                final Edges edges = Edges.of((Iterable<Edge>) InterruptingEdges::new);
                assertEquals("GMT-242", assertThrows(GmtException.class, () -> Graph.load(cluster, edges)).code());
                assertTrue(Thread.interrupted());
                assertEquals(0, RandomGraphs.arrayBytes(cluster));
            }
        }
    }

    private static volatile CountDownLatch isReading;
    private static volatile long read;

    /** Then it may close what was read, whose memory a last task must not look at. */
    @Test
    void shouldReadToTheEndBeforeAnInterruptedCallerGoesOn() throws Exception {
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = load(cluster)) {
            isReading = new CountDownLatch(1);
            read = 0;
            final AtomicReference<Long> seen = new AtomicReference<>();
            final Thread caller = new Thread(() -> {
                assertThrows(GmtException.class, () -> graph.call(ctx -> readOn(ctx)));
                seen.set(read);
            });
            caller.start();
            isReading.await();
            caller.interrupt();
            caller.join();
            assertTrue(seen.get() != 0);
        }
    }

    /** Goes on for a moment after the job was cancelled. */
    private static long readOn(final TaskContext ctx) throws SuspendExecution {
        isReading.countDown();
        try {
            for (;;) {
                ctx.checkCancelled();
                ctx.yield();
            }
        } catch (final JobCancelledException cancelled) {
            long hash = 1;
            for (int i = 0; i < 20_000_000; i++) {
                hash = hash * 0x9E3779B97F4A7C15L ^ i;
            }
            read = hash | 1;
            return hash;
        }
    }

    /** At a moment of its own each time: a file is whole, or nothing of it is there. */
    @Test
    void shouldLeaveNothingOfAFileWhoseWriterIsInterrupted(@TempDir final Path folder) throws Exception {
        final Random random = new Random(7);
        try (GmtCluster cluster = TestClusters.local(3);
             Graph graph = Graph.load(cluster, Edges.kronecker(15, 4, 1)); Bfs bfs = graph.bfs(graph.sample(1, 1)[0])
             .run()) {
            final Path right = folder.resolve("right.csv");
            bfs.levels().write(right);
            final Path file = folder.resolve("levels.csv");
            int interrupted = 0;
            for (int i = 0; i < 60; i++) {
                Files.deleteIfExists(file);
                final Thread writer = new Thread(() -> {
                    try {
                        bfs.levels().write(file);
                    } catch (final GmtException cancelled) {
                        // as it may be
                    }
                });
                writer.start();
                final long endNs = System.nanoTime() + random.nextInt(15_000_000);
                while (System.nanoTime() < endNs) {
                    Thread.onSpinWait();
                }
                writer.interrupt();
                writer.join();
                final boolean isThere = Files.exists(file);
                interrupted += isThere ? 0 : 1;
                assertTrue(!isThere || Files.mismatch(right, file) < 0);
                try (Stream<Path> all = Files.list(folder)) {
                    assertEquals(isThere ? 2 : 1, all.count());
                }
            }
            assertTrue(interrupted > 0);
        }
    }

    /**
     * Runs it, and cancels it once it holds memory of its own, or at its report of a number. Returns whether it was
     * cancelled within.
     *
     * @param report 0 for memory
     */
    static boolean isCancelledWithin(final GmtCluster cluster, final GraphRun<? extends AutoCloseable> run,
                                     final int report) throws Exception {
        final long before = RandomGraphs.arrayBytes(cluster);
        final AtomicBoolean isOver = new AtomicBoolean();
        final AtomicBoolean isWithin = new AtomicBoolean();
        final int[] reports = {0};
        run.onProgress(progress -> {
            if (++reports[0] == report) {
                isWithin.set(true);
                run.cancel();
            }
        });
        final Thread other = new Thread(() -> {
            while (report == 0 && !isOver.get() && !isWithin.get()) {
                if (RandomGraphs.arrayBytes(cluster) > before) {
                    isWithin.set(true);
                    run.cancel();
                }
            }
        });
        other.start();
        try {
            run.run().close();
            return false;
        } catch (final JobCancelledException cancelled) {
            return isWithin.get();
        } finally {
            isOver.set(true);
            other.join();
        }
    }

    /** At moments of its own: a run ends whole, or as if it had never begun. */
    @Test
    void shouldLeaveNothingOfARunCancelledAnywhere() throws Exception {
        try (GmtCluster cluster = TestClusters.local(3); Graph graph = load(cluster)) {
            for (final Map.Entry<String, Supplier<GraphRun<? extends AutoCloseable>>> entry : runs(graph).entrySet()) {
                entry.getValue().get().run().close();           // makes what the graph keeps
                final long before = RandomGraphs.arrayBytes(cluster);
                final boolean takesMemory = !entry.getKey().equals("neighbourhood");     // of few vertices
                int within = 0;
                for (int i = 0; i < 6 || within == 0 && takesMemory && i < 1000; i++) {
                    final GraphRun<? extends AutoCloseable> run = entry.getValue().get();
                    if (i % 4 == 3) {
                        run.cancel();                           // before it begins
                    }
                    within += isCancelledWithin(cluster, run, i % 2 == 0 ? 0 : 1 + i / 4) ? 1 : 0;
                    if (!entry.getKey().equals("bfs")) {        // which gives up its kernel, and makes a new one
                        assertEquals(before, RandomGraphs.arrayBytes(cluster), entry.getKey());
                    }
                    run.cancel();
                    assertThrows(JobCancelledException.class, run::run, entry.getKey());
                }
                assertTrue(within > 0 || !takesMemory, entry.getKey());
                entry.getValue().get().run().close();
                assertEquals(before, RandomGraphs.arrayBytes(cluster), entry.getKey());
            }
            graph.close();
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    @Test
    void shouldKnowWhatResultsTake() throws Exception {
        for (final int nodes : new int[] {1, 2}) {
            try (GmtCluster cluster = TestClusters.local(nodes); Graph graph = load(cluster)) {
                for (final Map.Entry<String, Supplier<GraphRun<? extends AutoCloseable>>> entry
                    : runs(graph).entrySet()) {
                    final RunEstimate before = entry.getValue().get().estimate();
                    entry.getValue().get().run().close();
                    final RunEstimate estimate = entry.getValue().get().estimate();
                    assertTrue(estimate.bytes() <= before.bytes(), "the graph keeps what it has made");
                    final long bytes = RandomGraphs.arrayBytes(cluster);
                    try (AutoCloseable result = entry.getValue().get().run()) {
                        if (result instanceof Neighbourhood near) {
                            near.distances();                   // few vertices take nothing before
                        }
                        assertEquals(estimate.resultBytes() * nodes,
                            RandomGraphs.arrayBytes(cluster) - bytes, entry.getKey());
                    }
                }
            }
        }
    }

    /** Where a run needs as much as it says, and where it needs a byte more than there is. */
    @Test
    void shouldRefuseWhatDoesNotFit() {
        final List<Long> needs = new ArrayList<>();
        final long graphBytes;
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = load(cluster)) {
            graphBytes = RandomGraphs.arrayBytes(cluster) / 2;
            runs(graph).values().forEach(run -> needs.add(run.get().estimate().bytes()));
        }
        final long least = needs.stream().mapToLong(need -> need).min().orElseThrow();
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).memoryMax(4 * graphBytes + least).start();
             Graph graph = load(cluster);
             PageRank first = graph.pageRank().run()) {
            final List<PageRank> kept = new ArrayList<>(List.of(first));
            GraphException refused = null;
            while (refused == null) {
                final long before = RandomGraphs.arrayBytes(cluster);
                try {
                    kept.add(graph.pageRank().run());
                } catch (final GraphException e) {
                    refused = e;
                    assertEquals(before, RandomGraphs.arrayBytes(cluster));
                }
            }
            assertEquals(GraphException.RUN_TOO_LARGE, refused.number());
            assertTrue(refused.getMessage().contains("the run needs " + graph.pageRank().estimate().bytes() + " bytes"),
                refused.getMessage());
            assertTrue(refused.getMessage().contains("gmt.memory.max"), refused.getMessage());
            kept.forEach(PageRank::close);
            graph.pageRank().run().close();
        }
    }
}
