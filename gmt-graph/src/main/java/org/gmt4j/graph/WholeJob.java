package org.gmt4j.graph;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.gmt4j.GmtCluster;
import org.gmt4j.Job;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;

/** Jobs that leave what they have made, or nothing. Any thread. */
final class WholeJob {
    private WholeJob() {
    }

    /** Gives back what a job has made. */
    @FunctionalInterface
    interface Freeing<T> {
        void free(TaskContext ctx, T made) throws SuspendExecution;
    }

    /**
     * Waits for the last task of a job.
     *
     * @return false when the cluster has gone before, with all of its memory
     */
    static boolean awaitEnd(final Job<?> job) {
        try {
            job.ended().toCompletableFuture().join();
            return true;
        } catch (final CompletionException gone) {
            return false;
        }
    }

    /** Returns whether a job has failed because the cluster is closed, which gives all memory back. */
    static boolean isClosed(final RuntimeException failure) {
        return String.valueOf(failure.getMessage()).startsWith("GMT-226 ");
    }

    /** Runs a body that nobody cancels. */
    static <T> T call(final GmtCluster cluster, final Duration limit, final TaskFunction<T> body,
                      final Freeing<T> freeing) {
        return call(cluster, limit, new RunControl(), body, freeing, JobWatch.NOBODY);
    }

    /**
     * Runs a body that frees by itself what it has allocated before it fails, waits for all of its tasks, and hands on
     * how far it is: a consumer that fails ends the job. What the body has made is freed where the job was cancelled
     * in the moment of its end.
     *
     * @param limit null for none
     */
    static <T> T call(final GmtCluster cluster, final Duration limit, final RunControl control,
                      final TaskFunction<T> body, final Freeing<T> freeing, final JobWatch watch) {
        final AtomicReference<T> made = new AtomicReference<>();
        final Job<T> job = cluster.submit(ctx -> {
            final T result = body.call(ctx);
            made.set(result);
            return result;
        });
        if (limit != null) {
            job.deadline(limit);
        }
        control.begin(job);
        try {
            watch.untilEnd(job);
            return job.join();
        } catch (final RuntimeException | Error failure) {
            job.cancel();                                       // where a consumer has failed
            final boolean wasInterrupted = Thread.interrupted();
            final boolean hasEnded = awaitEnd(job);
            final T unwanted = made.get();
            if (hasEnded && unwanted != null) {
                cluster.run(ctx -> freeing.free(ctx, unwanted));
            }
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
            if (failure instanceof Error error) {
                throw error;
            }
            throw GraphFailure.of((RuntimeException) failure);
        } finally {
            control.end();
        }
    }
}
