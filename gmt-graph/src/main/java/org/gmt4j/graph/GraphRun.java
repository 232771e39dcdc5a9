package org.gmt4j.graph;

import java.time.Duration;
import java.util.Objects;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskFunction;

/**
 * One run of an algorithm, to be described and then run. For use by one thread, but for {@link #cancel}.
 *
 * @param <R> the result
 */
public abstract class GraphRun<R> {
    private final RunControl control = new RunControl();
    private Duration limit;

    GraphRun() {
    }

    /**
     * Sets the time that the run may take. A run that is late is cancelled and leaves nothing behind; the graph and the
     * cluster stay usable.
     *
     * @param time greater than zero
     * @return this
     */
    public GraphRun<R> deadline(final Duration time) {
        limit = Objects.requireNonNull(time, "time");
        return this;
    }

    /**
     * Cancels the run: {@link #run} throws {@link org.gmt4j.JobCancelledException}, and leaves nothing behind; the
     * graph and the cluster stay usable. Any thread, at any time, without waiting. A run that has ended keeps its
     * result; one that begins later ends at once. Idempotent.
     */
    public final void cancel() {
        control.cancel();
    }

    /**
     * Returns the memory that the run and its result will take, before it starts. Costs no message.
     *
     * @throws GraphException                GMT-342 where the graph has been closed
     * @throws UnsupportedOperationException where the algorithm has no estimate
     */
    public RunEstimate estimate() {
        throw new UnsupportedOperationException("this algorithm has no estimate");
    }

    /**
     * Runs, and waits for the result. Interrupting the caller cancels the run.
     *
     * @return the result, which stays in the memory of the nodes until it or the graph is closed
     * @throws org.gmt4j.JobCancelledException when the run was cancelled or late
     * @throws GraphException                  with the reason when it cannot be done; GMT-365 where a node has less
     *                                         memory than {@link #estimate} says, before anything is allocated
     */
    public abstract R run();

    /** Refuses a run that does not fit. Called first, while the graph is open. */
    final void admit(final GmtCluster cluster) {
        final RunEstimate estimate = estimate();
        call(cluster, ctx -> {
            estimate.check(ctx);
            return true;
        }, (ctx, fits) -> { });
    }

    /** Runs a body as a job of its own, within the time set. */
    final <T> T call(final GmtCluster cluster, final TaskFunction<T> body, final WholeJob.Freeing<T> freeing) {
        return WholeJob.call(cluster, limit, control, body, freeing, new Reports<>(null));
    }

    /** The same, and hands on what the job reports. */
    final <T> T call(final GmtCluster cluster, final TaskFunction<T> body, final WholeJob.Freeing<T> freeing,
                     final Reports<?> reports) {
        return WholeJob.call(cluster, limit, control, body, freeing, reports);
    }
}
