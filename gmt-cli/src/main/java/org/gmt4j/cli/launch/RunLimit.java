package org.gmt4j.cli.launch;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.time.Duration;

/**
 * Does something when a run has lasted too long ({@code --limit}), unless it is closed before. Any thread; its own
 * thread ends with it.
 */
final class RunLimit implements AutoCloseable {
    static final String CODE = "GMT-760";

    private final CountDownLatch closed = new CountDownLatch(1);
    private final long startNs = System.nanoTime();

    private RunLimit() {
    }

    /**
     * @param then first action when the time is up; {@code atLast} when the limit has not been closed
     *             {@code graceMs} later
     */
    static RunLimit start(final Optional<Duration> limit, final Runnable then, final long graceMs,
                          final Runnable atLast) {
        final RunLimit run = new RunLimit();
        limit.ifPresent(time -> {
            final Thread watch = new Thread(() -> run.watch(time, then, graceMs, atLast), "gmt-limit");
            watch.setDaemon(true);
            watch.start();
        });
        return run;
    }

    private void watch(final Duration limit, final Runnable then, final long graceMs, final Runnable atLast) {
        try {
            if (!closed.await(limit.toNanos() - (System.nanoTime() - startNs), TimeUnit.NANOSECONDS)) {
                then.run();
                if (!closed.await(graceMs, TimeUnit.MILLISECONDS)) {
                    atLast.run();
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The message for the user. */
    static String message(final Duration limit) {
        return CODE + " the run has not ended within " + spelled(limit)
            + " (--limit) and is ended. See above what waits for what; a run that "
            + "only takes longer needs a larger limit, or none.";
    }

    private static String spelled(final Duration time) {
        final long ms = time.toMillis();
        return ms % 60_000 == 0 ? ms / 60_000 + " min" : ms % 1000 == 0 ? ms / 1000 + " s" : ms > 0 ? ms + " ms"
            : time.toNanos() + " ns";
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
