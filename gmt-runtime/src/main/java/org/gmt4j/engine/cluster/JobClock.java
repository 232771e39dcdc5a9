package org.gmt4j.engine.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Deadlines of a cluster's jobs: one daemon thread, from the first deadline until the cluster is closed. Any thread.
 */
final class JobClock implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofDays(100 * 365);
    private static final long CLOSE_LIMIT_MS = 2_000;

    private ScheduledThreadPoolExecutor timer;
    private boolean isClosed;

    /** Runs the action once after a time; a time longer than a hundred years never ends. */
    synchronized Future<?> after(final Duration time, final Runnable action) {
        if (isClosed) {
            return CompletableFuture.completedFuture(null);
        }
        if (timer == null) {
            timer = new ScheduledThreadPoolExecutor(1, JobClock::daemon);
            timer.setRemoveOnCancelPolicy(true);
        }
        return timer.schedule(action, (time.compareTo(LONGEST) > 0 ? LONGEST : time).toNanos(), TimeUnit.NANOSECONDS);
    }

    private static Thread daemon(final Runnable body) {
        final Thread thread = new Thread(body, "gmt-deadlines");
        thread.setDaemon(true);
        return thread;
    }

    /** Ends the thread, within seconds. */
    @Override
    public void close() {
        final ScheduledThreadPoolExecutor running;
        synchronized (this) {
            isClosed = true;
            running = timer;
        }
        if (running == null) {
            return;
        }
        running.shutdownNow();
        try {
            running.awaitTermination(CLOSE_LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
