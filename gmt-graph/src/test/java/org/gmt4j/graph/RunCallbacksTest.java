package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a callback of a run may do with the graph: run, ask, fail; not close what the run uses. */
@Timeout(240)
class RunCallbacksTest {
    private static long[] levels(final Bfs bfs, final int vertices) {
        final long[] levels = new long[vertices];
        bfs.levels().forEach((vertex, level) -> levels[(int) vertex] = level);
        return levels;
    }

    /** A search whose levels are wrong, or a crash, where both have one kernel. */
    @Test
    void shouldSearchInACallbackOfASearch() throws Exception {
        final int side = 1500;
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = Graph.load(cluster, Edges.grid(side, side, 1))) {
            final int count = side * side;
            final long[] fromFirst;
            final long[] fromMiddle;
            try (Bfs first = graph.bfs(0).run(); Bfs middle = graph.bfs(count / 3).run()) {
                fromFirst = levels(first, count);
                fromMiddle = levels(middle, count);
            }
            final long before = RandomGraphs.arrayBytes(cluster);
            for (int round = 0; round < 3; round++) {
                final int[] called = {0};
                try (Bfs outer = graph.bfs(0).onProgress(report -> {
                    if (report.done() > 0 && called[0]++ == 0) {
                        try (Bfs inner = graph.bfs(count / 3).run()) {
                            assertArrayEquals(fromMiddle, levels(inner, count));
                        }
                    }
                }).run()) {
                    assertArrayEquals(fromFirst, levels(outer, count));
                }
                assertTrue(called[0] > 0);
            }
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** A search that is ended in its middle, by whatever, leaves nothing to the next one. */
    @Test
    void shouldSearchAfterACallbackHasFailed() {
        final int length = 4000;                                // many levels in which all nodes have a part
        final int count = 24 * length;
        try (GmtCluster cluster = TestClusters.local(3); Graph graph = Graph.load(cluster, Edges.grid(24, length, 1))) {
            final long[] expected;
            try (Bfs whole = graph.bfs(count / 3).run()) {
                expected = levels(whole, count);
            }
            final long before = RandomGraphs.arrayBytes(cluster);
            final Map<Class<? extends Throwable>, Runnable> failures = new LinkedHashMap<>();
            failures.put(GraphException.class, () -> graph.degree(-5));
            failures.put(AssertionError.class, () -> {
                throw new AssertionError("of the program");
            });
            failures.put(IllegalStateException.class, () -> {
                throw new IllegalStateException("of the program");
            });
            failures.forEach((kind, failure) -> {
                assertThrows(kind, () -> graph.bfs(0).onProgress(report -> {
                    if (report.done() > 0) {
                        failure.run();
                    }
                }).run());
                try (Bfs again = graph.bfs(count / 3).run()) {
                    assertArrayEquals(expected, levels(again, count), kind.getName());
                }
            });
            assertEquals(before, RandomGraphs.arrayBytes(cluster));
        }
    }

    /** What a graph makes for a run and keeps is not made twice where a callback of that run needs it, too. */
    @Test
    void shouldRunInACallbackOfTheFirstRun() throws Exception {
        try (GmtCluster cluster = TestClusters.local(2)) {
            for (int i = 0; i < 3; i++) {
                final Map<String, Integer> called = new LinkedHashMap<>();
                final Graph graph = RunControlTest.load(cluster);
                for (final String name : RunControlTest.runs(graph).keySet()) {
                    RunControlTest.runs(graph).get(name).get().onProgress(report -> {
                        if (called.merge(name, 1, Integer::sum) == 1) {
                            try {
                                RunControlTest.runs(graph).get(name).get().run().close();
                            } catch (final Exception e) {
                                throw new IllegalStateException(name, e);
                            }
                        }
                    }).run().close();
                }
                assertEquals(RunControlTest.runs(graph).keySet(), called.keySet());
                graph.close();
                assertEquals(0, RandomGraphs.arrayBytes(cluster));
            }
        }
    }

    /** Who asks behind the one that closes waits for that one, which waits for the callback. */
    @Test
    void shouldAskInACallbackWhileOthersCloseAndAsk() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            for (int way = 0; way < 4; way++) {
                final Graph graph = RunControlTest.load(cluster);
                final Neighbourhood near = graph.neighbourhood(1, 1).run();
                final Runnable ask = List.<Runnable>of(() -> graph.attributes().longs("a"),
                    () -> graph.attributes().doubles("a"), () -> near.distances(), () -> near.find(1)).get(way);
                final Thread closes = new Thread(graph::close);
                final AtomicReference<Throwable> refusal = new AtomicReference<>();
                final Thread asks = new Thread(ask);
                asks.setUncaughtExceptionHandler((thread, thrown) -> refusal.set(thrown));
                final PageRankRun run = graph.pageRank().maxIterations(1).onProgress(report -> {
                    if (report instanceof RankProgress) {
                        startToWait(closes);
                        startToWait(asks);
                        ask.run();
                    }
                });
                assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                    run.run();
                    closes.join();
                    asks.join();
                });
                assertEquals(GraphException.CLOSED,
                    assertInstanceOf(GraphException.class, refusal.get(), "way " + way).number());
                assertEquals(0, RandomGraphs.arrayBytes(cluster));
            }
        }
    }

    /** One has the rows and asks for a search, the other one has the search and asks for the rows. */
    @Test
    void shouldRunInCallbacksOfEachOther() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            final Graph graph = RunControlTest.load(cluster);
            final CountDownLatch both = new CountDownLatch(2);
            final GraphRun<PageRank> ranks = graph.pageRank().maxIterations(1)
                .onProgress(once(() -> meet(both, () -> graph.bfs(1).run().close())));
            final GraphRun<Bfs> search = graph.bfs(1)
                .onProgress(once(() -> meet(both, () -> graph.pageRank().maxIterations(1).run().close())));
            final AtomicReference<Throwable> failure = new AtomicReference<>();
            final Thread searches = new Thread(() -> search.run().close());
            searches.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
            searches.setDaemon(true);
            searches.start();
            assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                ranks.run().close();
                searches.join();
            });
            assertNull(failure.get());
            graph.close();
            assertEquals(0, RandomGraphs.arrayBytes(cluster));
        }
    }

    private static Consumer<Progress> once(final Runnable body) {
        final AtomicBoolean isDone = new AtomicBoolean();
        return report -> {
            if (!isDone.getAndSet(true)) {
                body.run();
            }
        };
    }

    private static void meet(final CountDownLatch all, final Runnable then) {
        all.countDown();
        try {
            all.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
        then.run();
    }

    private static void startToWait(final Thread thread) {
        thread.setDaemon(true);
        thread.start();
        while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    /** It would wait for its own end. */
    @Test
    void shouldRefuseToCloseWhatTheRunUses() {
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = RunControlTest.load(cluster)) {
            for (final String name : RunControlTest.runs(graph).keySet()) {
                final GraphException refusal = assertThrows(GraphException.class,
                    () -> RunControlTest.runs(graph).get(name).get().onProgress(report -> graph.close()).run(), name);
                assertEquals(GraphException.IN_USE, refusal.number(), name);
            }
        }
    }

    /** It is not the load that did not fit. */
    @Test
    void shouldHandOnWhatTheProgramHasMetWhileItLoads() {
        final GraphException refusal = new GraphException(GraphException.RUN_TOO_LARGE, "the run of another graph");
        final List<Edge> edges = List.of(new Edge(1, 2), new Edge(2, 3));
        final Iterable<Edge> failing = () -> {
            throw refusal;
        };
        try (GmtCluster cluster = TestClusters.local(2)) {
            assertSame(refusal, assertThrows(GraphException.class,
                () -> Graph.loading(cluster, Edges.of(edges)).onProgress(report -> {
                    throw refusal;
                }).run()));
            assertSame(refusal, assertThrows(GraphException.class, () -> Graph.load(cluster, Edges.of(failing))));
        }
    }

    /** Whatever it has as a cause. */
    @Test
    void shouldThrowWhatACallbackThrows() {
        final IllegalStateException enough = new IllegalStateException("enough",
            new GraphException(GraphException.UNKNOWN_VERTEX, "vertex 9"));
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = RunControlTest.load(cluster)) {
            assertSame(enough, assertThrows(RuntimeException.class, () -> graph.bfs(1).onProgress(report -> {
                throw enough;
            }).run()));
        }
    }

    /** Small lists have no other chunks than those. */
    @Test
    void shouldTranslateTheFailureOfALastChunk() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(RunCallbacksTest.class).start();
             SentChunks sent = new SentChunks(new LoadRun(cluster, Edges.of(List.of())), 4)) {
            sent.add(cluster.submit(ctx -> {
                ctx.execute(1, node -> {
                    throw new GraphException(GraphException.TOO_LARGE, "more than 9 names");
                });
                return null;
            }));
            assertEquals(GraphException.TOO_LARGE, assertThrows(GraphException.class, sent::join).number());
        }
    }
}
