package org.gmt4j;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A body that was submitted to a cluster, with all tasks that it has spawned, on all nodes: made by
 * {@link GmtCluster#submit}. Any thread. Implemented by the runtime alone.
 *
 * <pre>
 * runs --body has ended--> done: result, or what it threw
 *      --cancel(), or the deadline--> done: JobCancelledException, while its tasks end at their next
 *                                             chunk or wait --> ended()
 * </pre>
 *
 * <p>A job that is cancelled or late ends alone: other jobs of the cluster go on, and take turns with it until then.
 * What it has allocated and not freed stays until the cluster is closed; arrays can be freed in a {@code finally} block
 * also when the job is over.
 *
 * @param <R> its result
 */
public interface Job<R> extends CompletionStage<R>, Future<R> {

    /**
     * Waits for its result, as {@link GmtCluster#call} does: an interrupted caller cancels the job.
     *
     * @return what the body has returned
     * @throws GmtException what ended it, see {@link GmtCluster#call}
     */
    R join();

    /**
     * Waits for its result.
     *
     * @return what the body has returned
     * @throws ExecutionException whose cause is what ended it; {@link JobCancelledException} when it was cancelled or
     *                            late
     */
    @Override
    R get() throws InterruptedException, ExecutionException;

    /** As {@link #get()}, but not longer than the time given: the job goes on. To end it, use {@link #deadline}. */
    @Override
    R get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;

    /**
     * Completes when all tasks of the job have ended, on all nodes; of a job that was cancelled that is later than its
     * own end.
     *
     * @return a stage without a result
     */
    CompletionStage<Void> ended();

    /**
     * Ends the job: whoever waits for it gets {@link JobCancelledException} now. Its tasks end soon after: chunks that
     * have not begun do not begin, waits of its bodies throw the same exception, and bodies that compute for long can
     * look at {@code ctx.isCancelled()}.
     *
     * @return whether this call has ended it
     */
    boolean cancel();

    /** As {@link #cancel()}; no thread is interrupted. */
    @Override
    boolean cancel(boolean mayInterruptIfRunning);

    /** Whether it was cancelled, or late. */
    @Override
    boolean isCancelled();

    /**
     * The job must have ended so long after it was submitted; otherwise it alone is cancelled, and whoever waits for it
     * gets a {@link JobCancelledException} (GMT-241) with a report of what waited where. Replaces an earlier deadline.
     *
     * @param time above zero
     * @return this
     */
    Job<R> deadline(Duration time);

    /**
     * Says how far the job is.
     *
     * @return what the program has said last, with {@code ctx.progress(done, total)}
     */
    JobProgress progress();
}
