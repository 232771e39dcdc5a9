package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls on plain threads: tasks wait for them, others go on, and nothing that they throw is lost. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BlockingCallTest {
    private static final int LIMIT_S = 20;
    private static CountDownLatch gate = new CountDownLatch(1);
    private static CountDownLatch interrupted = new CountDownLatch(1);
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final AtomicInteger MOST = new AtomicInteger();
    private static volatile boolean hasEnded;
    private static volatile CompletableFuture<String> answer = new CompletableFuture<>();

    private static GmtCluster start(final int nodes, final TestClusters.Plan plan) {
        return TestClusters.start(nodes, plan, BlockingCallTest.class);
    }

    private static boolean awaitGate() throws InterruptedException {
        return gate.await(LIMIT_S, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldLetOthersRunMeanwhile(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            final boolean wasOpened = cluster.call(ctx -> {
                gate = new CountDownLatch(1);
                // the task waits for a thread that only another task of its node lets go on
                ctx.executeNb(ctx.nodeId(), c -> gate.countDown());
                final boolean is = ctx.callBlocking(BlockingCallTest::awaitGate);
                ctx.awaitTasks();
                return is;
            });
            assertTrue(wasOpened);
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray sums = GlobalLongArray.allocate(ctx, 7);
                ctx.parFor(500, 1, (i, c) -> {
                    sums.addNb(c, i % 7, 1);
                    sums.addNb(c, i % 7, c.callBlocking(() -> i));
                });
                final long all = sums.sum(ctx);
                sums.free(ctx);
                return all;
            });
            assertEquals(500 + 500 * 499 / 2, sum);
        }
    }

    @Test
    void shouldRunNotMoreThanSoManyAtATime() {
        try (GmtCluster cluster = start(1, TestClusters.Plan.COMBINED)) {
            MOST.set(0);
            gate = new CountDownLatch(64);
            cluster.run(ctx -> ctx.parFor(400, 1, (i, c) -> {
                c.callBlocking(() -> {
                    MOST.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
                    gate.countDown();
                    awaitGate();                             // 64 are there at the same time
                    return RUNNING.decrementAndGet();
                });
            }));
            assertEquals(64, MOST.get());
            assertEquals(0, gate.getCount());
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldThrowWhatTheCallThrows(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            cluster.run(ctx -> {
                check(ctx, UncheckedIOException.class, new IOException("disk"));
                check(ctx, IllegalArgumentException.class, new IllegalArgumentException("value"));
                check(ctx, CompletionException.class, new TimeoutException("late"));
                check(ctx, StackOverflowError.class, new StackOverflowError("deep"));
                assertEquals("on", ctx.callBlocking(() -> "on"));
                assertTrue(ctx.callBlocking(() -> null) == null);
            });
        }
    }

    private static void check(final TaskContext ctx, final Class<? extends Throwable> expected, final Throwable thrown)
        throws org.gmt4j.fibers.SuspendExecution {
        Throwable caught = null;
        try {
            ctx.callBlocking(() -> {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (Exception) thrown;
            });
        } catch (final RuntimeException | Error e) {
            caught = e;
        }
        assertInstanceOf(expected, caught);
        assertTrue(caught == thrown || caught.getCause() == thrown);
    }

    @Test
    void shouldRefuseTheContextAndBodiesThatMayNotWait() {
        try (GmtCluster cluster = start(2, TestClusters.Plan.COMBINED)) {
            final RuntimeException captured = assertThrows(RuntimeException.class,
                () -> cluster.run(ctx -> ctx.callBlocking(() -> ctx.nodeCount())));
            assertTrue(text(captured).contains("GMT-249"), text(captured));
            cluster.run(ctx -> ctx.executeLocal(1, c -> assertTrue(assertThrows(IllegalStateException.class, () -> {
                c.callBlocking(() -> 1);
            }).getMessage().contains("GMT-214"))));
        }
    }

    private static String text(final Throwable e) {
        final StringBuilder all = new StringBuilder();
        for (Throwable at = e; at != null; at = at.getCause()) {
            all.append(at).append('\n');
        }
        return all.toString();
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldAwaitAStageOfAnyThread(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            answer = new CompletableFuture<>();
            final Thread other = new Thread(() -> answer.complete("answered"));
            final String found = cluster.call(ctx -> {
                other.start();
                return ctx.await(answer);
            });
            assertEquals("answered", found);
            assertEquals("at once", cluster.call(ctx -> ctx.await(CompletableFuture.completedFuture("at once"))));
            cluster.run(ctx -> {
                Throwable caught = null;
                try {
                    ctx.await(CompletableFuture.supplyAsync(() -> {
                        throw new IllegalStateException("on purpose");
                    }));
                } catch (final IllegalStateException e) {
                    caught = e;
                }
                assertEquals("on purpose", caught.getMessage());
            });
        }
    }

    /** More tasks than fibers wait for a stage which the last of them completes. */
    @Test
    void shouldBeginTheTaskThatCompletesTheStageOfAllOthers() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(1).set("gmt.plan", "combined").set("gmt.fibers", 8)
            .register(BlockingCallTest.class).start()) {
            final CompletableFuture<String> stage = new CompletableFuture<>();
            answer = stage;
            cluster.run(ctx -> ctx.parFor(200, 1, (i, c) -> {
                if (i == 199) {
                    answer.complete("by a task");
                } else {
                    assertEquals("by a task", c.await(answer));
                }
            }));
            assertEquals("by a task", stage.join());
        }
    }

    /** Returns when the call has begun. */
    private static Job<Integer> submitEndless(final GmtCluster cluster) throws InterruptedException {
        interrupted = new CountDownLatch(1);
        gate = new CountDownLatch(1);
        hasEnded = false;
        final Job<Integer> job = cluster.submit(ctx -> ctx.callBlocking(() -> {
            gate.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (final InterruptedException e) {
                interrupted.countDown();
                final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
                while (System.nanoTime() < endNs) {          // what it uses must not be freed meanwhile
                    Thread.onSpinWait();
                }
            }
            hasEnded = true;
            return 0;
        }));
        assertTrue(awaitGate());
        return job;
    }

    @Test
    void shouldInterruptTheCallOfACancelledJob() throws Exception {
        try (GmtCluster cluster = start(2, TestClusters.Plan.COMBINED)) {
            final Job<Integer> job = submitEndless(cluster);
            assertTrue(job.cancel());
            assertTrue(interrupted.await(LIMIT_S, TimeUnit.SECONDS));
            final Throwable over = assertThrows(ExecutionException.class, () -> job.get(LIMIT_S, TimeUnit.SECONDS));
            assertInstanceOf(JobCancelledException.class, over.getCause());
            job.ended().toCompletableFuture().get(LIMIT_S, TimeUnit.SECONDS);
            assertTrue(hasEnded);
            assertEquals(Integer.valueOf(3), cluster.<Integer>call(ctx -> ctx.callBlocking(() -> 3)));
        }
    }

    @Test
    void shouldNameTheCallInAReport() throws Exception {
        try (GmtCluster cluster = start(1, TestClusters.Plan.COMBINED)) {
            gate = new CountDownLatch(1);
            final Job<Boolean> job = cluster.submit(ctx -> ctx.callBlocking(BlockingCallTest::awaitGate));
            String report = "";
            while (!report.contains("a call on a plain thread (" + BlockingCallTest.class.getName())) {
                report = cluster.report();
            }
            assertTrue(report.contains("1 for a plain thread"), report);
            gate.countDown();
            assertTrue(job.get(LIMIT_S, TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldEndWithTheCluster() throws Exception {
        final Job<Integer> job;
        try (GmtCluster cluster = start(1, TestClusters.Plan.COMBINED)) {
            job = submitEndless(cluster);
        }
        assertTrue(hasEnded);
        assertTrue(interrupted.await(LIMIT_S, TimeUnit.SECONDS));
        assertThrows(ExecutionException.class, () -> job.get(LIMIT_S, TimeUnit.SECONDS));
    }
}
