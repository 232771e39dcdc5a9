package org.gmt4j.graph;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.gmt4j.GmtCluster;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TaskFunction;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.names.VertexNames;

/**
 * One run of an algorithm, to be described and then run. For use by one thread, but for {@link #cancel}.
 *
 * @param <R> the result
 */
public abstract class GraphRun<R> {
    private static final long BETWEEN_CHECKS_MS = 20;

    private final RunControl control = new RunControl();
    private Duration limit;
    /** Null for nobody. */
    private Consumer<? super Progress> progress;
    private long beganNs;
    /** What the next job asks for before it allocates anything; null once it has. */
    private RunEstimate unchecked;

    GraphRun() {
    }

    /**
     * Sets the time that the run may take, with all that it makes for itself. A run that is late is cancelled and
     * leaves nothing behind; the graph and the cluster stay usable.
     *
     * @param time greater than zero
     * @return this
     * @throws IllegalArgumentException when it is zero or negative
     */
    public GraphRun<R> deadline(final Duration time) {
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("the deadline of a run is " + time
                + " after its start, expected more than zero");
        }
        limit = time;
        return this;
    }

    /**
     * Gives the progress to a consumer, in the thread that runs: when something has been done, but no more than some
     * times a second, and at the end of each step. What the consumer throws ends the run.
     *
     * @return this
     */
    public GraphRun<R> onProgress(final Consumer<? super Progress> consumer) {
        progress = Objects.requireNonNull(consumer, "consumer");
        return this;
    }

    /**
     * Cancels the run: {@link #run} throws {@link JobCancelledException}, and leaves nothing behind; the
     * graph and the cluster stay usable. Any thread, at any time, without waiting. A run that has ended keeps its
     * result; one that begins later ends at once. Idempotent.
     */
    public final void cancel() {
        control.cancel();
    }

    /**
     * Returns the memory that the run and its result will take, before it starts. Costs no message between nodes.
     *
     * @throws GraphException GMT-342 where the graph has been closed
     */
    public abstract RunEstimate estimate();

    /**
     * Runs, and waits for the result. Interrupting the caller cancels the run.
     *
     * @return the result, which stays in the memory of the nodes until it or the graph is closed
     * @throws JobCancelledException when the run was cancelled or late, or its caller interrupted while it waited for
     *                               another run to make what both need
     * @throws org.gmt4j.GmtException          GMT-242 when its caller was interrupted otherwise
     * @throws GraphException                  with the reason when it cannot be done; GMT-365 where a node has less
     *                                         memory than {@link #estimate} says, before anything is allocated
     */
    public abstract R run();

    /** Begins a run; its first job refuses one that does not fit. Called first, while the graph is open. */
    final void admit() {
        begin();
        unchecked = estimate();
    }

    /** The time that may be limited begins. */
    final void begin() {
        beganNs = System.nanoTime();
    }

    /** Requires that the run is neither cancelled nor late. */
    final void checkTime() {
        left();
    }

    /** A job of the run has failed, see {@link RunControl#failed}. */
    final RuntimeException failed(final RuntimeException failure) {
        return control.failed(failure);
    }

    /** See {@link RunControl#isOfJob}. */
    final boolean isOfJob(final RuntimeException thrown) {
        return control.isOfJob(thrown);
    }

    /** Returns the time that the run has left for its next job; null for any. */
    private Duration left() {
        control.check();
        if (limit == null) {
            return null;
        }
        final Duration left = limit.minusNanos(System.nanoTime() - beganNs);
        if (left.isNegative() || left.isZero()) {
            throw JobCancelledException.late("the run has not ended within " + limit);
        }
        return left;
    }

    /** What {@code ctx.progress} of the run's own job counts. */
    abstract String step();

    /** Null for nobody. */
    final Consumer<? super Progress> progress() {
        return progress;
    }

    /** Returns rows that the graph has besides its own, made within the run where there are none yet. */
    final CsrGraph rows(final Graph graph, final OtherRows.Kind kind) {
        return graph.otherRows().get(kind, this::lock,
            body -> call(graph.cluster(), body, (ctx, made) -> made.free(ctx), watch(kind.step())),
            unwanted -> graph.free(ctx -> unwanted.free(ctx)));
    }

    /**
     * Takes a lock that other runs have for as long as their jobs take. A run that is cancelled, late or interrupted
     * does not wait for it; the interrupted one goes on where it is free, to its own job, which is cancelled then.
     */
    final void lock(final ReentrantLock lock) {
        checkTime();
        try {
            while (!lock.tryLock() && !lock.tryLock(BETWEEN_CHECKS_MS, TimeUnit.MILLISECONDS)) {
                checkTime();
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw JobCancelledException.asked("the run");
        }
    }

    /**
     * Refuses weights below zero, within the run.
     *
     * @param who needs other ones
     * @throws GraphException GMT-345 with an edge
     */
    final void requireNoNegative(final Graph graph, final String who) {
        final CsrGraph rows = graph.rows();
        if (rows.weights() != null && rows.weights().hasNegative()) {
            final VertexNames names = graph.names();
            call(graph.cluster(), ctx -> {
                NamedEdge.requireNoNegative(ctx, rows, names, who);
                return true;
            }, (ctx, found) -> { }, JobWatch.NOBODY);
        }
    }

    /** Refuses names that no vertex has before rows are made, which take longer and stay. */
    final void requireVertices(final Graph graph, final long... vertices) {
        if (vertices.length > 0 && graph.bytesToCome(OtherRows.Kind.IN) > 0) {
            final VertexNames names = graph.names();
            call(graph.cluster(), ctx -> ManyBfsRun.numbers(ctx, names, vertices), (ctx, found) -> { },
                JobWatch.NOBODY);
        }
    }

    /** Runs a body as a job of its own, within what is left of the time set. */
    final <T> T call(final GmtCluster cluster, final TaskFunction<T> body, final WholeJob.Freeing<T> freeing) {
        return call(cluster, body, freeing, watch(step()));
    }

    /** The same, and hands on how far the job is. */
    final <T> T call(final GmtCluster cluster, final TaskFunction<T> body, final WholeJob.Freeing<T> freeing,
                     final JobWatch watch) {
        final RunEstimate needed = unchecked;
        unchecked = null;
        try {
            return WholeJob.call(cluster, left(), control, needed == null ? body : ctx -> {
                needed.check(ctx);
                return body.call(ctx);
            }, freeing, watch);
        } catch (final JobCancelledException late) {
            throw limit != null && late.isDeadline() ? ofTheRun(late) : late;
        }
    }

    /** The job knows what the run had left for it; the caller knows the time of the run. */
    private JobCancelledException ofTheRun(final JobCancelledException late) {
        final String text = late.getMessage();
        final int waits = text.indexOf('\n');
        final JobCancelledException ours = JobCancelledException.late("the run has not ended within " + limit
            + (waits < 0 ? "" : text.substring(waits)));
        ours.addSuppressed(late);
        return ours;
    }

    /** Hands on the numbers that a job reports, as those of a step. */
    final JobWatch watch(final String step) {
        return progress == null ? JobWatch.NOBODY
            : new PolledProgress(progress, now -> new StepProgress(step, now.done(), now.total()));
    }
}
