package org.gmt4j.engine.cluster;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gmt4j.GmtException;
import org.gmt4j.Job;
import org.gmt4j.JobCancelledException;
import org.gmt4j.JobProgress;
import org.gmt4j.ParForException;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.task.RunningJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A {@link Job}: the future that its node completes, its deadline, and its cancellation. Any thread. */
final class SubmittedJob<R> extends JobStage<R> implements Job<R> {
    private static final Logger LOG = LoggerFactory.getLogger(SubmittedJob.class);

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final NodeCluster cluster;
    private final long startNs = System.nanoTime();
    private RunningJob running;               // null when the node had failed or was closed
    private Future<?> alarm;                  // guarded by this

    private SubmittedJob(final NodeCluster cluster) {
        super(new CompletableFuture<>(), cluster.continuations());
        this.cluster = cluster;
    }

    static <R> SubmittedJob<R> start(final Node node, final NodeCluster cluster, final TaskFunction<R> body) {
        final SubmittedJob<R> job = new SubmittedJob<>(cluster);
        job.outcome.whenComplete((result, failure) -> job.clearAlarm());
        job.running = node.startJob(body, job.outcome, job.ended);
        return job;
    }

    // --- result ---

    @Override
    public R join() {
        return join(Duration.ZERO);
    }

    /**
     * As {@link #join()}. An interrupted caller has the exception when the job's tasks have ended: what they use may be
     * freed next.
     *
     * @param grace longest wait for them, since a body may never end
     */
    R join(final Duration grace) {
        requireNoBody();
        try {
            return outcome.get();
        } catch (final ExecutionException e) {
            throw thrown(e.getCause());
        } catch (final InterruptedException e) {
            cancel();
            if (!grace.isZero()) {
                awaitEnd(grace);
            }
            Thread.currentThread().interrupt();
            throw new GmtException("GMT-242",
                "the thread that waits for the program was interrupted; its job was cancelled", e);
        }
    }

    /** Waits for the tasks, whatever else interrupts the thread. */
    private void awaitEnd(final Duration grace) {
        final long endNs = System.nanoTime() + grace.toNanos();
        for (;;) {
            try {
                ended.get(endNs - System.nanoTime(), TimeUnit.NANOSECONDS);
                return;
            } catch (final InterruptedException again) {
                continue;
            } catch (final ExecutionException failed) {                 // so has its node: nothing runs any more
                return;
            } catch (final TimeoutException late) {
                LOG.warn("GMT-242 tasks of {} still run {} s after its caller was interrupted: what they use must not "
                    + "be freed yet, see Job.ended()", this, grace.toSeconds());
                return;
            }
        }
    }

    private static RuntimeException thrown(final Throwable cause) {
        if (cause instanceof ParForException || cause instanceof JobCancelledException) {
            cause.setStackTrace(stackOfCaller());           // its own stack is that of a thread of the runtime
        }
        return cause instanceof RuntimeException ? (RuntimeException) cause : new IllegalStateException(cause);
    }

    /** Returns the stack from the program's waiting line on. */
    private static StackTraceElement[] stackOfCaller() {
        final StackTraceElement[] stack = new Throwable().getStackTrace();
        int first = 0;
        while (first < stack.length && (stack[first].getClassName().equals(SubmittedJob.class.getName())
            || stack[first].getClassName().equals(NodeCluster.class.getName()))) {
            first++;
        }
        return Arrays.copyOfRange(stack, first, stack.length);
    }

    private void requireNoBody() {
        if (!outcome.isDone()) {
            cluster.requireNoBody("waits for a job of its own cluster");
        }
    }

    @Override
    public R get() throws InterruptedException, ExecutionException {
        requireNoBody();
        return outcome.get();
    }

    @Override
    public R get(final long time, final TimeUnit unit) throws InterruptedException, ExecutionException,
        TimeoutException {
        requireNoBody();
        return outcome.get(time, unit);
    }

    @Override
    public boolean isDone() {
        return outcome.isDone();
    }

    @Override
    public CompletionStage<Void> ended() {
        return continuations.of(ended).copy();
    }

    // --- cancellation ---

    @Override
    public boolean cancel() {
        return end(JobCancelledException.asked(toString()), false);
    }

    @Override
    public boolean cancel(final boolean mayInterruptIfRunning) {
        return cancel();
    }

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

    @Override
    public Job<R> deadline(final Duration time) {
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("the deadline of a job is " + time
                + " after its start, expected more than zero");
        }
        synchronized (this) {
            clearAlarm();
            if (!outcome.isDone()) {
                final Duration left = time.minusNanos(System.nanoTime() - startNs);
                alarm = cluster.clock().after(left.isNegative() ? Duration.ZERO : left, () -> late(time));
            }
        }
        return this;
    }

    private void late(final Duration time) {
        if (!outcome.isDone()) {
            end(JobCancelledException.late("the program has not ended within " + time + "\n" + cluster.report()), true);
        }
    }

    private synchronized void clearAlarm() {
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }

    // --- progress ---

    @Override
    public JobProgress progress() {
        return running == null ? JobProgress.NONE : running.progress();
    }

    @Override
    public String toString() {
        return "job" + (running == null ? "" : " " + running.number());
    }
}
