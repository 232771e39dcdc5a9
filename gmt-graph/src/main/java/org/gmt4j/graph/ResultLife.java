package org.gmt4j.graph;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.graph.values.ValueTarget;

/**
 * The memory of a result in the nodes: read by any number of threads, then given back once, by its owner or with the
 * graph. Any thread.
 */
final class ResultLife {
    private final Graph graph;
    private final String what;
    private final TaskBody free;
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
    /** Written under {@link #use}. */
    private volatile boolean isClosed;

    ResultLife(final Graph graph, final TaskBody free) {
        this(graph, "the result", free);
    }

    /** @param what for the message to whoever uses it later */
    ResultLife(final Graph graph, final String what, final TaskBody free) {
        this.graph = graph;
        this.what = what;
        this.free = free;
        graph.keep(this);
    }

    Graph graph() {
        return graph;
    }

    /** Runs a body as a job while the memory is there. */
    <R> R call(final TaskFunction<R> body) {
        return whileOpen(() -> graph.call(body));
    }

    /** Runs a body that writes a file, as {@link Graph#write} does. */
    <R> R write(final ValueTarget target, final TaskFunction<R> body) {
        return whileOpen(() -> graph.write(target, body));
    }

    /** Does something before anybody may give the memory back. */
    <R> R whileOpen(final Supplier<R> work) {
        return graph.whileOpen(() -> {
            use.readLock().lock();
            try {
                requireOpen();
                return work.get();
            } finally {
                use.readLock().unlock();
            }
        });
    }

    /** Refuses a use that is too late; one that is still right may be too late soon. Never waits. */
    void requireOpen() {
        if (isClosed) {
            throw new GraphException(GraphException.CLOSED, what + " has been closed");
        }
    }

    /**
     * Gives the memory back. Idempotent.
     *
     * @throws GraphException GMT-347 in a callback of what uses it; otherwise nothing
     */
    void close() {
        if (use.getReadHoldCount() > 0) {
            throw GraphException.inUse(what);
        }
        use.writeLock().lock();
        try {
            if (!isClosed) {
                isClosed = true;
                graph.forget(this);
                graph.free(free);
            }
        } finally {
            use.writeLock().unlock();
        }
    }
}
