package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.Mutexes;
import org.gmt4j.armci.RemoteProcedure;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.task.TaskConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs: cancelled, late, many at once; what one does is nothing to the others. */
@Timeout(value = 40, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JobTest {
    private static final int LIMIT_S = 20;
    private static final long ENDLESS = Long.MAX_VALUE;

    static void awaitEnded(final Job<?> job) throws Exception {
        job.ended().toCompletableFuture().get(LIMIT_S, TimeUnit.SECONDS);
    }

    static void awaitProgress(final Job<?> job) {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (job.progress().done() == 0) {
            assertTrue(System.nanoTime() < endNs, "the job does not begin");
            LockSupport.parkNanos(100_000);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldGiveResultsAndProgress(final int nodes, final TestClusters.Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, JobTest.class)) {
            final Job<Long> job = cluster.submit(ctx -> {
                ctx.progress(0, 100);
                ctx.parFor(100, 10, (low, high, c) -> c.progressed(high - low));
                return 7L;
            });
            assertEquals(7L, job.get(LIMIT_S, TimeUnit.SECONDS));
            assertEquals(14L, job.thenApply(x -> x * 2).toCompletableFuture().get(LIMIT_S, TimeUnit.SECONDS));
            awaitEnded(job);
            assertTrue(job.isDone() && !job.isCancelled() && !job.cancel());
            assertEquals(100, job.progress().total());
            if (nodes == 1) {
                assertEquals(100, job.progress().done());
                assertEquals(1.0, job.progress().fraction());
            }
            final Job<Long> failing = cluster.submit(ctx -> {
                throw new IllegalStateException("on purpose");
            });
            final ExecutionException e = assertThrows(ExecutionException.class,
                () -> failing.get(LIMIT_S, TimeUnit.SECONDS));
            assertInstanceOf(IllegalStateException.class, e.getCause().getCause());
        }
    }

    /** What a job may do for ever: all of it ends when the job is cancelled, and the cluster goes on. */
    private static List<Job<Void>> endless(final GmtCluster cluster) {
        final List<Job<Void>> jobs = new ArrayList<>();
        jobs.add(cluster.submit(ctx -> {
            ctx.progressed(1);
            ctx.parFor(ENDLESS, 1, (low, high, c) -> { });
            return null;
        }));
        jobs.add(cluster.submit(ctx -> {
            ctx.progressed(1);
            ctx.parFor(ENDLESS, 1000, SpawnPolicy.PARTITION.balanced(), (low, high, c) -> { });
            return null;
        }));
        jobs.add(cluster.submit(ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
            ctx.progressed(1);
            try {
                ctx.parFor(ENDLESS, 1000, (i, c) -> {
                    final long x = a.get(c, c.nextRandom(1000));
                    a.addNb(c, c.nextRandom(1000), x + 1);
                });
            } finally {
                a.free(ctx);
            }
            return null;
        }));
        jobs.add(cluster.submit(ctx -> {
            ctx.progressed(1);
            ctx.executeOnAll(c -> {
                while (c.nodeId() == 0) {
                    c.yield();
                }
                if (c.nodeCount() > 1) {
                    c.barrier();
                }
            });
            return null;
        }));
        jobs.add(cluster.submit(ctx -> {
            final Mutexes mutexes = Mutexes.create(ctx, 1);
            ctx.progressed(1);
            mutexes.lock(ctx, 0, 0);
            try {
                ctx.executeOnAll(c -> mutexes.lock(c, 0, 0));
            } finally {
                mutexes.unlock(ctx, 0, 0);
            }
            return null;
        }));
        return jobs;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldEndCancelledJobsWhateverTheyDo(final int nodes, final TestClusters.Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, JobTest.class)) {
            final List<Job<Void>> jobs = endless(cluster);
            jobs.forEach(JobTest::awaitProgress);
            assertEquals(nodes, cluster.<Integer>call(ctx -> ctx.callOnAll(c -> 1).size()));
            for (final Job<Void> job : jobs) {
                assertTrue(job.cancel());
                assertTrue(job.isCancelled() && job.isDone());
                assertEquals("GMT-720", assertThrows(JobCancelledException.class, job::join).code());
                awaitEnded(job);
                assertEquals(nodes, cluster.<Integer>call(ctx -> ctx.callOnAll(c -> 1).size()));
            }
            cluster.run(ctx -> ctx.executeOnAll(c -> c.barrier()));
        }
    }

    /** What a cancelled job opens is there on all nodes: nobody would remove what only some of them have. */
    private record Opened(Mutexes mutexes, RemoteProcedure quick, RemoteProcedure waiting, ArmciMemory memory,
                          Visitor visitor, WideVisitor wide, BulkVisitor bulk) {
    }

    private static final AtomicReference<Opened> OPENED = new AtomicReference<>();

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldOpenOnAllNodesWhenCancelled(final int nodes, final TestClusters.Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, JobTest.class)) {
            final GlobalLongArray array = cluster.call(ctx -> GlobalLongArray.allocate(ctx, 100));
            OPENED.set(null);
            final Job<Void> job = cluster.submit(ctx -> {
                ctx.progressed(1);
                while (!ctx.isCancelled()) {
                    Thread.onSpinWait();
                }
                OPENED.set(new Opened(Mutexes.create(ctx, 1),
                    RemoteProcedure.register(ctx, (c, header, data) -> data),
                    RemoteProcedure.registerWaiting(ctx, (c, header, data) -> data),
                    Armci.of(ctx).register(ByteBuffer.allocateDirect(64)),
                    Visitor.open(ctx, array, (index, argument, c) -> array.addNb(c, index, argument)),
                    WideVisitor.open(ctx, array, (index, first, second, c) -> array.addNb(c, index, first)),
                    BulkVisitor.open(ctx, (address, length, c) -> { })));
                return null;
            });
            awaitProgress(job);
            assertTrue(job.cancel());
            awaitEnded(job);
            final Opened opened = OPENED.get();
            assertNotNull(opened, "refused, perhaps in the middle");
            cluster.run(ctx -> ctx.executeOnAll(c -> {
                for (int node = 0; node < c.nodeCount(); node++) {
                    opened.mutexes().lock(c, node, 0);
                    opened.mutexes().unlock(c, node, 0);
                    opened.quick().call(c, node, new byte[0], new byte[0]);
                    opened.waiting().call(c, node, new byte[0], new byte[0]);
                }
                assertEquals(64, opened.memory().lengthInBytes(0));
                for (int i = 0; i < 100; i++) {
                    opened.visitor().send(c, i, 1);
                    opened.wide().send(c, i, 1, 2);
                }
            }));
            assertEquals(200L * nodes, cluster.<Long>call(ctx -> array.sum(ctx)));
            assertEquals(0L, cluster.<Long>call(ctx -> {
                opened.mutexes().destroy(ctx);
                opened.quick().remove(ctx);
                opened.waiting().remove(ctx);
                opened.visitor().close(ctx);
                opened.wide().close(ctx);
                opened.bulk().close(ctx);
                Armci.of(ctx).free(opened.memory());
                return 0L;
            }));
        }
    }

    @Test
    void shouldTellBodiesThatComputeForLong() throws Exception {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.DEDICATED_1_1, JobTest.class)) {
            final Job<Void> job = cluster.submit(ctx -> {
                ctx.execute(1, c -> {
                    c.progressed(1);
                    while (!c.isCancelled()) {
                        Thread.onSpinWait();
                    }
                });
                return null;
            });
            awaitProgress(job);
            assertTrue(job.cancel());
            awaitEnded(job);
            assertEquals(2, cluster.<Integer>call(ctx -> ctx.callOnAll(c -> 1).size()));
        }
    }

    /** A body that looks gives its thread back to a cluster that is closed, which waits for it. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldEndBodiesThatLookWhenTheClusterIsClosed(final int nodes, final TestClusters.Plan plan) {
        final Set<Thread> before = Thread.getAllStackTraces().keySet();
        final GmtCluster cluster = TestClusters.start(nodes, plan, JobTest.class);
        final Job<Long> job = cluster.submit(ctx -> {
            ctx.executeNb(ctx.nodeCount() - 1, JobTest::computeUntilCancelled);
            computeUntilCancelled(ctx);
            return 1L;
        });
        awaitProgress(job);
        final Set<Thread> ofNodes = new HashSet<>(Thread.getAllStackTraces().keySet());
        ofNodes.removeIf(thread -> before.contains(thread) || !thread.getName().startsWith("gmt-"));
        cluster.close();
        ofNodes.removeIf(thread -> !thread.isAlive());
        assertEquals(Set.of(), ofNodes);
        final String message = assertThrows(IllegalStateException.class, job::join).getMessage();
        assertTrue(message.startsWith("GMT-226 "), message);
    }

    private static void computeUntilCancelled(final TaskContext ctx) {
        ctx.progressed(1);
        while (!ctx.isCancelled()) {
            Thread.onSpinWait();
        }
    }

    /** Otherwise each job would start, and its handle be lost to the refusal of its deadline. */
    @Test
    void shouldRefuseDeadlinesThatNoJobCanHave() {
        final GmtCluster.Builder builder = GmtCluster.builder();
        final String message = assertThrows(IllegalArgumentException.class,
            () -> builder.timeout(Duration.ofMillis(-1))).getMessage();
        assertTrue(message.contains("PT-0.001S") && message.contains("zero for none"), message);
        assertThrows(NullPointerException.class, () -> builder.timeout(null));
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldEndALateJobAlone(final int nodes, final TestClusters.Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, JobTest.class)
            .timeout(Duration.ofSeconds(30)).start()) {
            final Job<Long> other = cluster.submit(ctx -> {
                ctx.progressed(1);
                while (!ctx.isCancelled()) {
                    ctx.yield();
                }
                return 1L;
            });
            awaitProgress(other);
            final Job<Void> late = cluster.<Void>submit(ctx -> {
                ctx.parFor(ENDLESS, 1, (low, high, c) -> { });
                return null;
            }).deadline(Duration.ofMillis(100));
            final JobCancelledException e = assertThrows(JobCancelledException.class, late::join);
            assertTrue(e.isDeadline() && e.getMessage().startsWith("GMT-241 the program has not ended within PT0.1S"),
                e.getMessage());
            assertTrue(e.getStackTrace()[0].getClassName().startsWith(JobTest.class.getName())
                || e.getStackTrace()[0].getClassName().contains("junit"),
                e.getStackTrace()[0].toString());
            awaitEnded(late);
            assertFalse(other.isDone());
            assertEquals(5L, cluster.<Long>call(ctx -> 5L));
            assertTrue(other.cancel());
            awaitEnded(other);
            assertThrows(IllegalArgumentException.class, () -> cluster.submit(ctx -> 1L).deadline(Duration.ZERO));
            assertEquals(6L, cluster.submit(ctx -> 6L).deadline(Duration.ofSeconds(Long.MAX_VALUE)).join());
        }
    }

    @Test
    void shouldCancelTheJobOfAnInterruptedCaller() throws Exception {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, JobTest.class)) {
            final AtomicReference<Throwable> thrown = new AtomicReference<>();
            final Thread caller = new Thread(() -> {
                try {
                    cluster.run(ctx -> ctx.parFor(ENDLESS, 1, (low, high, c) -> { }));
                } catch (final GmtException e) {
                    thrown.set(e);
                }
            });
            caller.start();
            final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
            while (NodeCluster.of(cluster).nodes()
                .get(1).counters().getOrDefault("chunks", 1L) == 0 && System.nanoTime() < endNs) {
                Thread.onSpinWait();
            }
            caller.interrupt();
            caller.join(LIMIT_S * 1000L);
            assertTrue(String.valueOf(thrown.get()).contains("GMT-242"), String.valueOf(thrown.get()));
            assertEquals(2L, cluster.<Long>call(ctx -> (long) ctx.callOnAll(c -> 1).size()));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldLetShortJobsThroughWhileLongOnesRun(final int nodes, final TestClusters.Plan plan) throws Exception {
        final TaskConfig few = new TaskConfig(8, 24, 64, 256, 16_384, 1 << 20);      // fibers that long jobs keep busy
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, JobTest.class).set(few).start()) {
            final Job<Void> chunks = cluster.submit(ctx -> {
                ctx.progressed(1);
                ctx.parFor(ENDLESS, 1, (low, high, c) -> {
                    for (int i = 0; i < 1000; i++) {
                        Thread.onSpinWait();
                    }
                });
                return null;
            });
            final Job<Void> waits = cluster.submit(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                ctx.progressed(1);
                ctx.parFor(64L * ctx.nodeCount(), 1, (k, c) -> {
                    for (long i = 0; i < ENDLESS; i++) {
                        a.get(c, c.nextRandom(1000));
                        c.yield();
                    }
                });
                return null;
            });
            awaitProgress(chunks);
            awaitProgress(waits);
            long slowestNs = 0;
            for (int i = 0; i < 20; i++) {
                final long startNs = System.nanoTime();
                assertEquals(10 * nodes, cluster.<Integer>call(ctx -> {
                    final GlobalLongArray sum = GlobalLongArray.allocate(ctx, 1);
                    ctx.parFor(10L * ctx.nodeCount(), 1, (k, c) -> sum.addNb(c, 0, 1));
                    final int total = (int) sum.get(ctx, 0);
                    sum.free(ctx);
                    return total;
                }));
                slowestNs = Math.max(slowestNs, System.nanoTime() - startNs);
            }
            assertTrue(slowestNs < TimeUnit.SECONDS.toNanos(5), "a short job took " + slowestNs / 1_000_000 + " ms");
            assertTrue(chunks.cancel() && waits.cancel());
            awaitEnded(chunks);
            awaitEnded(waits);
        }
    }

    @Test
    void shouldRunManyJobsOfManyThreads() throws Exception {
        try (GmtCluster cluster = TestClusters.start(3, TestClusters.Plan.COMBINED, JobTest.class)) {
            final List<Job<Long>> jobs = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                final long number = i;
                jobs.add(cluster.submit(ctx -> {
                    final GlobalLongArray sum = GlobalLongArray.allocate(ctx, 1);
                    ctx.parFor(30, 1, (k, c) -> sum.addNb(c, 0, number));
                    final long total = sum.get(ctx, 0);
                    sum.free(ctx);
                    return total;
                }));
                if (i % 3 == 2) {
                    jobs.get(i - 1).cancel();
                }
            }
            for (int i = 0; i < jobs.size(); i++) {
                awaitEnded(jobs.get(i));
                if (!jobs.get(i).isCancelled()) {
                    assertEquals(30L * i, jobs.get(i).get());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseCollectivesThatNobodyCanMeet(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, JobTest.class)) {
            for (int how = 0; how < 4; how++) {
                final int kind = how;
                final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.run(ctx -> {
                    switch (kind) {
                        case 0:
                            ctx.barrier();
                            break;
                        case 1:
                            ctx.collectives().allGather(1L);
                            break;
                        case 2:
                            ctx.execute(0, c -> c.barrier());
                            break;
                        default:
                            ctx.parFor(2, 1, SpawnPolicy.LOCAL, (i, c) -> c.barrier());
                            break;
                    }
                }));
                assertTrue(e.getMessage().contains("GMT-248"), e.getMessage());
            }
            cluster.run(ctx -> ctx.executeOnAll(c -> c.barrier()));
            cluster.run(ctx -> ctx.parFor(ctx.nodeCount(), 1, (i, c) -> c.barrier()));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldLeaveNoThreadBehind(final int nodes, final TestClusters.Plan plan) throws Exception {
        final Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, JobTest.class)
            .timeout(Duration.ofSeconds(30)).start()) {
            assertEquals(1L, cluster.<Long>call(ctx -> 1L));
        }
        final List<String> left = Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread) && thread.isAlive())
            .map(Thread::getName).filter(name -> !name.startsWith("junit")).collect(Collectors.toList());
        assertEquals(List.of(), left);
    }

    @Test
    void shouldNotThrowFromCloseWhatCallHasThrown() {
        final GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, JobTest.class);
        try {
            final GmtException e = assertThrows(GmtException.class, () -> cluster.call(ctx -> {
                NodeCluster.of(cluster).nodes().get(1).fail(new GmtException("GMT-516", "lost its power"));
                return ctx.call(1, c -> 1L);
            }));
            assertEquals(0, e.getSuppressed().length);
        } finally {
            cluster.close();
        }
    }

    /** Whoever waits for the last task would wait for ever. */
    @Test
    void shouldEndTheWaitForTasksThatHaveNoEnd() throws Exception {
        for (final boolean isLost : new boolean[] {false, true}) {
            try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, JobTest.class)) {
                final Job<Void> job = cluster.submit(ctx -> {
                    ctx.progressed(1);
                    for (;;) {
                        ctx.yield();
                    }
                });
                awaitProgress(job);
                if (isLost) {
                    NodeCluster.of(cluster).nodes().get(0).fail(new GmtException("GMT-516", "lost its power"));
                } else {
                    cluster.close();
                }
                final Throwable cause = assertThrows(ExecutionException.class, () -> awaitEnded(job)).getCause();
                assertTrue(cause.toString().contains(isLost ? "GMT-516" : "GMT-226"), cause.toString());
                assertTrue(job.isDone());
            }
        }
    }
}
