package org.gmt4j;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A running job: the body submitted with {@link GmtCluster#submit} and all tasks that it has spawned, on all nodes. All
 * methods may be called by any thread. Only the runtime implements this interface.
 *
 * <pre>
 * runs --body has ended--> done: result, or what it threw
 *      --cancel(), or the deadline--> done: JobCancelledException, while its tasks end at their next
 *                                             chunk or wait --> ended()
 * </pre>
 *
 * <p>What follows a job ({@code thenApply} and its like) runs on a thread of its own, or on the calling one where the
 * job has ended, and may wait, for the next job for example. A body may not: it would hold the thread of the node that
 * would run the job, and {@link #join} and {@code get} refuse it (GMT-393).
 *
 * <p>A job that is cancelled or late ends alone: other jobs of the cluster continue, and take turns with it until it
 * has ended. Memory that it has allocated and not freed remains allocated until the cluster is closed. A
 * {@code finally} block can free arrays even after the cancellation.
 *
 * @param <R> type of the result
 */
public interface Job<R> extends CompletionStage<R>, Future<R> {

    /**
     * Waits for the result, as {@link GmtCluster#call} does: interrupting the caller cancels the job. The call then
     * ends at once, with GMT-242; {@link #ended} tells when the job's tasks have ended.
     *
     * @return the result of the body
     * @throws GmtException as {@link GmtCluster#call} does
     */
    R join();

    /**
     * Waits for the result.
     *
     * @return the result of the body
     * @throws ExecutionException with the failure of the job as its cause; {@link JobCancelledException} when the job
     *                            was cancelled or late
     */
    @Override
    R get() throws InterruptedException, ExecutionException;

    /**
     * Waits for the result, but not longer than the given time. The job continues after the time; {@link #deadline}
     * would end it.
     */
    @Override
    R get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;

    /**
     * Returns a stage that completes when all tasks of the job have ended, on all nodes. For a cancelled job this is
     * later than the end of the job itself. It fails when a node does, or the cluster is closed before: tasks may then
     * have no end.
     *
     * @return a stage without a result
     */
    CompletionStage<Void> ended();

    /**
     * Cancels the job: waits for its result throw {@link JobCancelledException} at once. Its tasks end soon after: no
     * further chunk begins, and waits of its bodies throw the same exception. Bodies that compute for long can check
     * {@code ctx.isCancelled()}. Tasks that its visits have begun at other nodes belong to no job, and continue; see
     * {@link Visitor}.
     *
     * @return true when this call has ended the job
     */
    boolean cancel();

    /** Cancels the job as {@link #cancel()} does. No thread is interrupted. */
    @Override
    boolean cancel(boolean mayInterruptIfRunning);

    /** Returns whether the job was cancelled, or was late. */
    @Override
    boolean isCancelled();

    /**
     * Sets the time within which the job must end, counted from its submission. When it expires this job is cancelled,
     * and waits for its result throw a {@link JobCancelledException} (GMT-241) with a report of all waits. Replaces an
     * earlier deadline.
     *
     * @param time greater than zero
     * @return this
     * @throws IllegalArgumentException when it is zero or negative
     */
    Job<R> deadline(Duration time);

    /**
     * Returns the progress of the job.
     *
     * @return the values last passed to {@code ctx.progress(done, total)}
     */
    JobProgress progress();
}
