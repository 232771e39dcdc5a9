package org.gmt4j.engine.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads on which what follows a job runs. A job ends on a thread of its node, which a continuation would hold,
 * and stop for good where it waits for the next job. As many daemon threads as continuations wait, none when there is
 * nothing to do. Any thread.
 */
final class Continuations implements AutoCloseable {
    private static final long IDLE_MS = 1_000;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_MS,
        TimeUnit.MILLISECONDS, new SynchronousQueue<>(), Continuations::daemon,
        (action, closed) -> action.run());              // no node is left whose thread could be held

    private static Thread daemon(final Runnable body) {
        final Thread made = new Thread(body, "gmt-continuation");
        made.setDaemon(true);
        return made;
    }

    /** Returns the future where it has been completed, else one that these threads complete in the same way. */
    <R> CompletableFuture<R> of(final CompletableFuture<R> future) {
        if (future.isDone()) {
            return future;
        }
        final CompletableFuture<R> relay = new CompletableFuture<>();
        future.whenComplete((result, failure) -> threads.execute(() -> {
            if (failure == null) {
                relay.complete(result);
            } else {
                relay.completeExceptionally(failure);
            }
        }));
        return relay;
    }

    /** Takes no more; what runs goes on. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
