package org.gmt4j.graph;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.gmt4j.Job;
import org.gmt4j.JobProgress;

/**
 * Asks a job how far it is, some times a second and when it has ended whole, and hands on what has changed. Used by the
 * thread that waits for the job.
 */
final class PolledProgress implements JobWatch {
    private static final long INTERVAL_MS = 100;

    private final Consumer<? super Progress> consumer;
    private final Function<JobProgress, Progress> reading;
    private Progress last;

    /** @param reading what the job's own numbers mean */
    PolledProgress(final Consumer<? super Progress> consumer, final Function<JobProgress, Progress> reading) {
        this.consumer = consumer;
        this.reading = reading;
    }

    @Override
    public void untilEnd(final Job<?> job) {
        while (isUnderWay(job)) {
            report(job);
        }
        if (job.isDone() && !job.toCompletableFuture().isCompletedExceptionally()) {
            report(job);
        }
    }

    /** Waits for a while; false when the job has ended, or the thread was interrupted. */
    private static boolean isUnderWay(final Job<?> job) {
        try {
            job.get(INTERVAL_MS, TimeUnit.MILLISECONDS);
            return false;
        } catch (final TimeoutException goesOn) {
            return true;
        } catch (final ExecutionException failed) {
            return false;
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void report(final Job<?> job) {
        final Progress now = reading.apply(job.progress());
        if (!now.equals(last)) {
            last = now;
            consumer.accept(now);
        }
    }
}
