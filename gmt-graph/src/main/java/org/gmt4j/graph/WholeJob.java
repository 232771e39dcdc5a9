package org.gmt4j.graph;

import java.time.Duration;
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
            job.ended().toCompletableFuture().join();
            final T unwanted = made.get();
            if (unwanted != null) {
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
