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
    private volatile Thread thread;
    private boolean isClosed;

    /** Runs the action once after a time; a time longer than a hundred years never ends. */
    synchronized Future<?> after(final Duration time, final Runnable action) {
        if (isClosed) {
            return CompletableFuture.completedFuture(null);
        }
        if (timer == null) {
            timer = new ScheduledThreadPoolExecutor(1, this::daemon);
            timer.setRemoveOnCancelPolicy(true);
        }
        return timer.schedule(action, (time.compareTo(LONGEST) > 0 ? LONGEST : time).toNanos(), TimeUnit.NANOSECONDS);
    }

    private Thread daemon(final Runnable body) {
        final Thread made = new Thread(body, "gmt-deadlines");
        made.setDaemon(true);
        thread = made;
        return made;
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
        final Thread last = thread;
        if (last == null) {
            return;
        }
        try {
            last.join(CLOSE_LIMIT_MS);                    // the executor has terminated before its thread has
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
