package org.gmt4j.graph;

import java.util.ArrayDeque;
import java.util.Deque;
import org.gmt4j.Job;

/**
 * Chunks of edges on their way to the nodes, some at a time. Owned by the thread that loads; none is under way when
 * this is closed.
 */
final class SentChunks implements AutoCloseable {
    private final Deque<Job<Void>> underWay = new ArrayDeque<>();
    private final GraphRun<?> run;
    private final int most;

    /**
     * @param run  that they belong to
     * @param most chunks under way at a time
     */
    SentChunks(final GraphRun<?> run, final int most) {
        this.run = run;
        this.most = most;
    }

    /** A chunk that may still be taken stays under way: also where the thread is interrupted while it waits. */
    void makeRoom() {
        if (underWay.size() == most) {
            join(underWay.element());
            underWay.remove();
        }
    }

    void add(final Job<Void> chunk) {
        underWay.add(chunk);
    }

    /**
     * Waits for all of them.
     *
     * @throws GraphException where one was refused
     */
    void join() {
        underWay.forEach(this::join);
    }

    private void join(final Job<Void> chunk) {
        try {
            chunk.join();
        } catch (final RuntimeException failure) {
            throw run.failed(failure);
        }
    }

    @Override
    public void close() {
        underWay.forEach(WholeJob::awaitEnd);
    }
}
