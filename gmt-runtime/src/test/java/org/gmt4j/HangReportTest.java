package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.armci.Mutexes;
import org.gmt4j.armci.Notify;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a report says of each kind of wait, which circles it names dead-locks and which it does not. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HangReportTest {
    private static final AtomicInteger HOLDERS = new AtomicInteger();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final String LINE = "\\(node (\\d), "
        + "at org\\.gmt4j\\.HangReportTest\\.lockBoth\\(HangReportTest\\.java:\\d+\\)\\)";
    private static final Pattern DEAD_LOCK = Pattern.compile("dead-lock: (task \\d\\.\\d\\.\\d+) " + LINE
        + " holds (mutex (\\d) of node \\4 \\(set \\d+\\)) and waits for "
        + "(mutex (\\d) of node \\6 \\(set \\d+\\)), held by task \\d\\.\\d\\.\\d+ " + LINE
        + ", which waits for \\3, held by \\1\\. None of them can go on\\.");

    @BeforeEach
    void begin() {
        HOLDERS.set(0);
    }

    private static void awaitHolders(final TaskContext ctx, final int count) throws SuspendExecution {
        HOLDERS.incrementAndGet();
        while (HOLDERS.get() < count) {
            ctx.yield();
        }
    }

    private static void lockBoth(final TaskContext ctx, final Mutexes mutexes, final int firstNode, final int first,
                                 final int secondNode, final int second)
        throws SuspendExecution {
        mutexes.lock(ctx, firstNode, first);
        awaitHolders(ctx, 2);
        mutexes.lock(ctx, secondNode, second);
    }

    /** Asks until the report says what is expected: reports may be asked for at any time. */
    private static String reportOf(final GmtCluster cluster, final Predicate<String> isExpected) {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        String report = cluster.report();
        while (!isExpected.test(report)) {
            assertTrue(System.nanoTime() < endNs, report);
            report = cluster.report();
        }
        return report;
    }

    /** The program hangs; the cluster is closed in the middle of it. */
    private static GmtCluster hung(final int nodes, final Plan plan, final org.gmt4j.TaskBody body) {
        final GmtCluster cluster = TestClusters.start(nodes, plan, HangReportTest.class);
        NodeCluster.of(cluster).nodes().get(0).submit(ctx -> {
            body.run(ctx);
            return 0;
        });
        return cluster;
    }

    @ParameterizedTest
    @CsvSource({"COMBINED, 0, 0", "COMBINED, 0, 1", "DEDICATED_1_1, 0, 1", "DEDICATED_2_2, 1, 1",
        "DEDICATED_2_2, 0, 0"})
    void shouldNameTwoTasksInACircleOfMutexes(final Plan plan, final int one, final int other) {
        try (GmtCluster cluster = hung(2, plan, ctx -> {
            final Mutexes mutexes = Mutexes.create(ctx, 2);
            ctx.executeNb(one, c -> lockBoth(c, mutexes, 0, 0, 1, 1));
            ctx.executeNb(other, c -> lockBoth(c, mutexes, 1, 1, 0, 0));
            ctx.awaitTasks();
        })) {
            final String report = reportOf(cluster, text -> text.contains("dead-lock: "));
            final String lock = report.lines().filter(line -> line.startsWith("dead-lock: ")).findFirst().orElseThrow();
            assertTrue(DEAD_LOCK.matcher(lock).matches(), report);
            assertTrue(report.contains("3 tasks wait: 1 for tasks, 2 for mutexes"), report);
            assertEquals(1, report.lines().filter(line -> line.startsWith("dead-lock: ")).count(), report);
        }
    }

    @Test
    void shouldNotCallItADeadLockWhenTheHolderGoesOn() throws Exception {
        try (GmtCluster cluster = hung(2, Plan.COMBINED, ctx -> {
            final Mutexes mutexes = Mutexes.create(ctx, 1);
            ctx.executeNb(0, c -> {
                mutexes.lock(c, 0, 0);
                awaitHolders(c, Integer.MAX_VALUE);
            });
            ctx.executeNb(1, c -> mutexes.lock(c, 0, 0));
            ctx.awaitTasks();
        })) {
            final String report = reportOf(cluster, text -> text.contains("for mutex 0 of node 0")
                && text.contains("held by task 0."));
            assertFalse(report.contains("dead-lock"), report);
            assertTrue(report.contains("does not wait: it holds mutex 0 of node 0"), report);
        }
    }

    @Test
    void shouldNotCallWaitsWithADeadlineADeadLock() {
        try (GmtCluster cluster = hung(1, Plan.COMBINED, ctx -> {
            final Mutexes mutexes = Mutexes.create(ctx, 2);
            ctx.executeNb(0, c -> lockBoth(c, mutexes, 0, 0, 0, 1));
            ctx.executeNb(0, c -> {
                mutexes.lock(c, 0, 1);
                awaitHolders(c, 2);
                mutexes.lock(c, 0, 0, TimeUnit.HOURS.toNanos(1));
            });
            ctx.awaitTasks();
        })) {
            final String report = reportOf(cluster, text -> text.contains("2 for mutexes"));
            assertTrue(report.contains("until a deadline"), report);
            assertFalse(report.contains("dead-lock"), report);
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldNameAParentThatHoldsWhatItsTaskWants(final Plan plan) {
        try (GmtCluster cluster = hung(2, plan, ctx -> {
            final Mutexes mutexes = Mutexes.create(ctx, 1);
            mutexes.lock(ctx, 0, 0);
            ctx.execute(1, c -> mutexes.lock(c, 0, 0));
        })) {
            final String report = reportOf(cluster, text -> text.contains("dead-lock: "));
            assertTrue(report.contains("waits for 1 task (1 at node 1), among them task 1.")
                || report.contains("which waits for 1 task (1 at node 1), among them"),
                report);
        }
    }

    @Test
    void shouldNameATreeThatHoldsUpItsOwner() {
        try (GmtCluster cluster = hung(1, Plan.COMBINED, ctx -> {
            final Mutexes mutexes = Mutexes.create(ctx, 1);
            mutexes.lock(ctx, 0, 0);
            final TaskHandle tree = ctx.newHandle();
            ctx.execute(tree, 0, c -> c.spawnMore(0, d -> mutexes.lock(d, 0, 0)));
            ctx.await(tree);
        })) {
            reportOf(cluster, text -> text.contains("dead-lock: "));
        }
    }

    @Test
    void shouldNameAMemberThatHoldsUpACollective() {
        try (GmtCluster cluster = hung(3, Plan.COMBINED, ctx -> {
            final Mutexes mutexes = Mutexes.create(ctx, 1);
            ctx.executeOnAll(c -> {
                if (c.nodeId() == 1) {
                    mutexes.lock(c, 0, 0);
                    awaitHolders(c, 2);
                    c.barrier();
                } else if (c.nodeId() == 2) {
                    awaitHolders(c, 2);
                    mutexes.lock(c, 0, 0);
                } else {
                    c.barrier();
                }
            });
        })) {
            final String report = reportOf(cluster, text -> text.contains("dead-lock: "));
            assertTrue(report.contains("barrier, round 0 of team"), report);
            assertTrue(report.contains("node 2 has not arrived"), report);
            assertTrue(report.contains("not reached by task 2."), report);
        }
    }

    @Test
    void shouldSayWhatEachTaskWaitsFor() {
        try (GmtCluster cluster = hung(2, Plan.COMBINED, ctx -> {
            final GlobalLongArray flags = GlobalLongArray.allocate(ctx, 2);
            ctx.executeNb(0, c -> Notify.await(c, 1, 3));
            ctx.executeNb(0, c -> Notify.awaitFlag(c, flags, 0, 77));
            ctx.parForNb(1, 1, org.gmt4j.SpawnPolicy.LOCAL, (i, c) -> Notify.await(c, 1, 4));
            ctx.executeOnAll(c -> {
                if (c.nodeId() == 0) {
                    c.barrier();
                } else {
                    Notify.await(c, 0, 1);
                }
            });
        })) {
            final String report = reportOf(cluster, text -> text.contains("what waits, 2 nodes: 6 tasks wait: "
                + "1 for tasks, 1 for a collective, 3 for notifications, 1 for a flag"));
            assertTrue(report.contains("for 3 notifications of node 1"), report);
            assertTrue(report.contains("for a flag of its node to be 77"), report);
            assertTrue(report.contains("2 tasks (1 at this node, 1 at node 1)"), report);
            assertTrue(report.contains("in iteration 0 of a loop (a lambda of org.gmt4j.HangReportTest)"), report);
            assertTrue(report.contains("node 1 has not arrived"), report);
            assertFalse(report.contains("dead-lock"), report);
            assertTrue(report.contains("worker 0: runnable 0, waiting"), report);
            assertTrue(report.lines().filter(line -> line.contains("at org.gmt4j.HangReportTest.")).count() >= 6,
                report);
        }
    }

    @Test
    void shouldShowTheOldestOnly() {
        try (GmtCluster cluster = hung(1, Plan.COMBINED, ctx -> {
            for (int i = 0; i < 500; i++) {
                ctx.executeNb(0, c -> Notify.await(c, 0, 1));
            }
            ctx.awaitTasks();
        })) {
            final String report = reportOf(cluster,
                text -> text.contains("501 tasks wait: 1 for tasks, 500 for notifications"));
            assertTrue(report.contains("... and 481 that have waited less long"), report);
            assertEquals(20, report.lines().filter(line -> line.contains(" waits since ")).count(), report);
        }
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry")   // the lock is what the task waits for
    void shouldReportWhileACarrierIsBlocked() {
        LOCK.lock();
        try (GmtCluster cluster = hung(1, Plan.COMBINED, ctx -> {
            ctx.executeNb(0, c -> {
                HOLDERS.incrementAndGet();
                Notify.await(c, 0, 1);
            });
            awaitHolders(ctx, 2);
            LOCK.lock();
            LOCK.unlock();
        })) {
            try {
                final long startNs = System.nanoTime();
                final String report = reportOf(cluster,
                    text -> text.contains("takes no turns, its thread is WAITING at org.gmt4j.HangReportTest."));
                assertTrue(report.contains("1 for notifications"), report);
                assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(30));
            } finally {
                LOCK.unlock();      // before the close, which would wait for the blocked thread as long as it may
            }
        }
    }

    @Test
    void shouldReportWhenAllIsClosedOrFailed() {
        final GmtCluster cluster = TestClusters.start(2, Plan.DEDICATED_2_2, HangReportTest.class);
        NodeCluster.of(cluster).nodes().get(1).fail(new IllegalStateException("on purpose"));
        assertTrue(cluster.report().contains("no task waits"), cluster.report());
        cluster.close();
        assertTrue(cluster.report().contains("its thread has ended"), cluster.report());
    }

    /** Reports change nothing: the results are as without, however often somebody asks. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldDisturbNobody(final Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(2, plan, HangReportTest.class)) {
            final CompletableFuture<Long> sum = NodeCluster.of(cluster).nodes().get(0).submit(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                final Mutexes mutexes = Mutexes.create(ctx, 1);
                ctx.parFor(3000, 1, (i, c) -> {
                    mutexes.lock(c, 1, 0);
                    final long value = a.get(c, i % 1000);
                    c.yield();
                    a.put(c, i % 1000, value + i);
                    mutexes.unlock(c, 1, 0);
                });
                final long[] all = new long[1000];
                a.get(ctx, 0, all, 0, 1000);
                return java.util.Arrays.stream(all).sum();
            });
            int reports = 0;
            while (!sum.isDone() || reports < 3) {
                assertFalse(cluster.report().contains("dead-lock"));
                reports++;
            }
            assertEquals(3000L * 2999 / 2, sum.get(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldReportOnTimeOut() {
        try (GmtCluster cluster = TestClusters.builder(2, Plan.COMBINED, HangReportTest.class)
            .timeout(Duration.ofMillis(500)).start()) {
            final RuntimeException e = assertThrows(RuntimeException.class,
                () -> cluster.run(ctx -> Notify.await(ctx, 1, 1)));
            assertTrue(e.getMessage().contains("GMT-241") && e.getMessage()
                .contains("for 1 notification of node 1\n      at org.gmt4j.HangReportTest."),
                e.getMessage());
        }
    }
}
