package org.gmt4j.graph;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.gmt4j.GmtCluster;
import org.gmt4j.Job;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jobs that leave what they have made, or nothing. Any thread. */
final class WholeJob {
    private static final Logger LOG = LoggerFactory.getLogger(WholeJob.class);

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

    /**
     * Runs a body that gives memory back, in an interrupted thread, too: pools interrupt threads whose work is given
     * up, and what they free then would be lost. Never throws. Any thread.
     */
    static void free(final GmtCluster cluster, final TaskBody body) {
        boolean wasInterrupted = false;
        try {
            final Job<Void> job = cluster.submit(ctx -> {
                body.run(ctx);
                return null;
            });
            for (;;) {
                try {
                    job.get();
                    return;
                } catch (final InterruptedException e) {
                    wasInterrupted = true;
                }
            }
        } catch (final ExecutionException failure) {
            notFreed(failure.getCause());
        } catch (final RuntimeException failure) {
            notFreed(failure);
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void notFreed(final Throwable failure) {
        if (!(failure instanceof IllegalStateException)) {      // which says that the cluster is closed
            LOG.warn("memory of a graph could not be given back: {}. It ends with the cluster", failure.toString());
        }
    }

    /** Runs a body that nobody cancels. */
    static <T> T call(final GmtCluster cluster, final Duration limit, final TaskFunction<T> body,
                      final Freeing<T> freeing) {
        return call(cluster, limit, new RunControl(), body, freeing, JobWatch.NOBODY);
    }

    /**
     * Runs a body that frees by itself what it has allocated before it fails, waits for all of its tasks, and hands on
     * how far it is: a consumer that fails ends the job, and its failure is thrown as it is. What the body has made is
     * freed where the job was cancelled in the moment of its end.
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
            return join(job, control);
        } catch (final RuntimeException | Error failure) {
            job.cancel();                                       // where a consumer has failed
            final boolean hasEnded = awaitEnd(job);
            final T unwanted = made.get();
            if (hasEnded && unwanted != null) {
                free(cluster, ctx -> freeing.free(ctx, unwanted));
            }
            throw failure;
        } finally {
            control.end();
        }
    }

    private static <T> T join(final Job<T> job, final RunControl control) {
        try {
            return job.join();
        } catch (final RuntimeException failure) {
            throw control.failed(failure);
        }
    }
}
