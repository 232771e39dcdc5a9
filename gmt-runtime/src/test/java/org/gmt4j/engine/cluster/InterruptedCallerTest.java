package org.gmt4j.engine.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.Job;
import org.gmt4j.TaskBody;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that waits for a job and is interrupted: behind the wait it may free what the job has used. */
@Timeout(value = 40, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InterruptedCallerTest {
    /** Long enough for a caller that does not wait to end first. */
    private static final long HEAD_START_MS = 200;
    private static final AtomicInteger BEGUN = new AtomicInteger();
    private static final AtomicInteger AWAITED = new AtomicInteger();
    private static volatile Thread caller;
    private static volatile boolean isReleased;

    @Test
    void shouldReturnWhenTheTasksHaveEnded() throws Exception {
        final TaskBody lingering = ctx -> ctx.executeOnAll(c -> {
            BEGUN.incrementAndGet();
            while (!c.isCancelled()) {
                Thread.onSpinWait();
            }
            joinCaller();
        });
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.SHARED_2, InterruptedCallerTest.class)) {
            for (final boolean isCall : new boolean[] {false, true}) {
                BEGUN.set(0);
                AWAITED.set(0);
                final List<GmtException> thrown = new CopyOnWriteArrayList<>();
                final Thread waiting = new Thread(() -> thrown.add(assertThrows(GmtException.class, () -> {
                    if (isCall) {
                        cluster.call(ctx -> {
                            lingering.run(ctx);
                            return 1;
                        });
                    } else {
                        cluster.run(lingering);
                    }
                })));
                caller = waiting;
                waiting.start();
                while (BEGUN.get() < 2) {
                    Thread.onSpinWait();
                }
                waiting.interrupt();
                waiting.join();
                assertEquals("GMT-242", thrown.get(0).code());
                assertEquals(2, AWAITED.get(), "tasks that ended before the call did");
            }
        }
    }

    private static void joinCaller() {
        try {
            caller.join(HEAD_START_MS);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (caller.isAlive()) {
            AWAITED.incrementAndGet();
        }
    }

    /** It reads and writes arrays of the caller. */
    @Test
    void shouldReturnWhenTheOneSidedOperationHasEnded() throws Exception {
        isReleased = false;
        BEGUN.set(0);
        AWAITED.set(0);
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.SHARED_2, InterruptedCallerTest.class)) {
            final List<GmtException> thrown = new CopyOnWriteArrayList<>();
            final Thread waiting = new Thread(() -> thrown.add(assertThrows(GmtException.class,
                () -> cluster.armci().call(armci -> {
                    BEGUN.incrementAndGet();
                    while (!isReleased) {
                        Thread.onSpinWait();
                    }
                    joinCaller();
                    return null;
                }))));
            caller = waiting;
            waiting.start();
            while (BEGUN.get() == 0) {
                Thread.onSpinWait();
            }
            waiting.interrupt();
            isReleased = true;
            waiting.join();
            assertEquals("GMT-279", thrown.get(0).code());
            assertTrue(thrown.get(0).getMessage().endsWith("the operation has ended"), thrown.get(0).getMessage());
            assertEquals(1, AWAITED.get(), "operations that ended before the call did");
        }
    }

    @Test
    void shouldNotWaitForEverForABodyThatDoesNotEnd() throws Exception {
        isReleased = false;
        BEGUN.set(0);
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.SHARED_2, InterruptedCallerTest.class)) {
            final Job<Void> job = cluster.submit(ctx -> {
                BEGUN.incrementAndGet();
                while (!isReleased) {
                    Thread.onSpinWait();
                }
                return null;
            });
            while (BEGUN.get() == 0) {
                Thread.onSpinWait();
            }
            Thread.currentThread().interrupt();
            final GmtException e = assertThrows(GmtException.class,
                () -> ((SubmittedJob<?>) job).join(Duration.ofMillis(10)));
            assertTrue(Thread.interrupted());
            assertEquals("GMT-242", e.code());
            isReleased = true;
            job.ended().toCompletableFuture().get();
        }
    }
}
