package org.gmt4j;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.task.RunningJob;

/**
 * A body that was submitted to a cluster, with all tasks that it has spawned, on all nodes: made by
 * {@link GmtCluster#submit}. Any thread.
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
public final class Job<R> extends JobStage<R> implements Future<R> {
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final JobClock clock;
    private final Supplier<String> report;
    private final long startNs = System.nanoTime();
    private RunningJob running;               // null: the node had failed or was closed
    private Future<?> alarm;                  // guarded by this

    private Job(final JobClock clock, final Supplier<String> report) {
        super(new CompletableFuture<>());
        this.clock = clock;
        this.report = report;
    }

    /** @param report what waits where, for a job that is late */
    static <R> Job<R> start(final Node node, final JobClock clock, final Supplier<String> report,
                            final TaskFunction<R> body) {
        final Job<R> job = new Job<>(clock, report);
        job.outcome.whenComplete((result, failure) -> job.clearAlarm());
        job.running = node.startJob(body, job.outcome, () -> job.ended.complete(null));
        if (job.running == null) {
            job.ended.complete(null);
        }
        return job;
    }

    // --- its end ---

    /**
     * Waits for its result, as {@link GmtCluster#call} does: an interrupted caller cancels the job.
     *
     * @throws GmtException what ended it, see {@link GmtCluster#call}
     */
    public R join() {
        try {
            return outcome.get();
        } catch (final ExecutionException e) {
            throw thrown(e.getCause());
        } catch (final InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
            throw new GmtException("GMT-242",
                "the thread that waits for the program was interrupted; its job was cancelled", e);
        }
    }

    private static RuntimeException thrown(final Throwable cause) {
        if (cause instanceof ParForException || cause instanceof JobCancelledException) {
            cause.setStackTrace(stackOfCaller());           // its own belongs to a thread of the runtime
        }
        return cause instanceof RuntimeException ? (RuntimeException) cause : new IllegalStateException(cause);
    }

    /** From the line of the program that waits. */
    private static StackTraceElement[] stackOfCaller() {
        final StackTraceElement[] stack = new Throwable().getStackTrace();
        int first = 0;
        while (first < stack.length && (stack[first].getClassName().equals(Job.class.getName())
            || stack[first].getClassName().equals(GmtCluster.class.getName()))) {
            first++;
        }
        return Arrays.copyOfRange(stack, first, stack.length);
    }

    /**
     * @throws ExecutionException whose cause is what ended it; {@link JobCancelledException} when it was cancelled or
     *                            late
     */
    @Override
    public R get() throws InterruptedException, ExecutionException {
        return outcome.get();
    }

    /** As {@link #get()}, but not longer than the time given: the job goes on. To end it, use {@link #deadline}. */
    @Override
    public R get(final long time, final TimeUnit unit) throws InterruptedException, ExecutionException,
        TimeoutException {
        return outcome.get(time, unit);
    }

    @Override
    public boolean isDone() {
        return outcome.isDone();
    }

    /**
     * Completes when all tasks of the job have ended, on all nodes; of a job that was cancelled that is later than its
     * own end.
     */
    public CompletionStage<Void> ended() {
        return ended.copy();
    }

    // --- ending it ---

    /**
     * Ends the job: whoever waits for it gets {@link JobCancelledException} now. Its tasks end soon after: chunks that
     * have not begun do not begin, waits of its bodies throw the same exception, and bodies that compute for long can
     * look at {@code ctx.isCancelled()}.
     *
     * @return whether this call has ended it
     */
    public boolean cancel() {
        return end(JobCancelledException.asked(toString()), false);
    }

    /** As {@link #cancel()}; no thread is interrupted. */
    @Override
    public boolean cancel(final boolean mayInterruptIfRunning) {
        return cancel();
    }

    /** Whether it was cancelled, or late. */
    @Override
    public boolean isCancelled() {
        return outcome.isCompletedExceptionally()
            && outcome.handle((result, failure) -> failure instanceof JobCancelledException).join();
    }

    private boolean end(final JobCancelledException why, final boolean isDeadline) {
        if (!outcome.completeExceptionally(why)) {
            return false;
        }
        if (running != null) {
            running.cancel(isDeadline);
        }
        return true;
    }

    /**
     * The job must have ended so long after it was submitted; otherwise it alone is cancelled, and whoever waits for it
     * gets a {@link JobCancelledException} (GMT-241) with a report of what waited where. Replaces an earlier deadline.
     *
     * @param time above zero
     */
    public Job<R> deadline(final Duration time) {
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("the deadline of a job is " + time
                + " after its start, expected more than zero");
        }
        synchronized (this) {
            clearAlarm();
            if (!outcome.isDone()) {
                final Duration left = time.minusNanos(System.nanoTime() - startNs);
                alarm = clock.after(left.isNegative() ? Duration.ZERO : left, () -> late(time));
            }
        }
        return this;
    }

    private void late(final Duration time) {
        if (!outcome.isDone()) {
            end(JobCancelledException.late("the program has not ended within " + time + "\n" + report.get()), true);
        }
    }

    private synchronized void clearAlarm() {
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }

    // --- how far it is ---

    /** What the program has said last of how far it is, with {@code ctx.progress(done, total)}. */
    public JobProgress progress() {
        return running == null ? JobProgress.NONE : running.progress();
    }

    @Override
    public String toString() {
        return "job" + (running == null ? "" : " " + running.number());
    }
}
