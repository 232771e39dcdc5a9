package org.gmt4j.quasar;

import co.paralleluniverse.fibers.Coroutine;
import java.util.concurrent.LinkedBlockingQueue;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Stands in for another node: its thread answers {@code get(i)} with {@code 10 * i}, after the asking coroutine has
 * left or while it does.
 */
final class RemoteNode {
    private static final class Request {
        private final TestWorker worker;
        private final Runnable fiber;
        private final long index;
        private long value;

        Request(final TestWorker worker, final long index) {
            this.worker = worker;
            this.fiber = worker.current();
            this.index = index;
        }
    }

    static final RemoteNode REMOTE = new RemoteNode();

    private final LinkedBlockingQueue<Request> requests = new LinkedBlockingQueue<>();

    private RemoteNode() {
        final Thread thread = new Thread(this::answer, "remote");
        thread.setDaemon(true);
        thread.start();
    }

    long get(final TestWorker worker, final long index) throws SuspendExecution {
        final Request request = new Request(worker, index);
        requests.add(request);
        Coroutine.suspend();
        return request.value;
    }

    private void answer() {
        try {
            for (;;) {
                final Request request = requests.take();
                request.value = 10 * request.index;
                request.worker.ready(request.fiber);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
