package org.gmt4j.graph;

import java.time.Duration;
import java.util.Objects;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskFunction;

/**
 * One run of an algorithm, to be described and then run. For use by one thread.
 *
 * @param <R> the result
 */
public abstract class GraphRun<R> {
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
     * Runs, and waits for the result. Interrupting the caller cancels the run.
     *
     * @return the result, which stays in the memory of the nodes until it or the graph is closed
     * @throws org.gmt4j.JobCancelledException when the run was late
     * @throws GraphException                  with the reason when it cannot be done
     */
    public abstract R run();

    /** Runs a body as a job of its own, within the time set. */
    final <T> T call(final GmtCluster cluster, final TaskFunction<T> body, final WholeJob.Freeing<T> freeing) {
        return WholeJob.call(cluster, limit, body, freeing);
    }

    /** The same, and hands on what the job reports. */
    final <T> T call(final GmtCluster cluster, final TaskFunction<T> body, final WholeJob.Freeing<T> freeing,
                     final Reports<?> reports) {
        return WholeJob.call(cluster, limit, body, freeing, reports);
    }
}
