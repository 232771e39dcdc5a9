package org.gmt4j.engine.task;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One request for a worker to report the waits of its fibers. Its own thread answers it, since only that thread can
 * examine their stacks; after a timeout it is withdrawn and the asking thread answers it. Hand-off:
 *
 * <pre>
 * OPEN --the worker's thread--> TAKEN --> ANSWERED
 *      --the asking thread, after its limit--> WITHDRAWN
 * </pre>
 */
final class WaitQuestion implements Runnable {
    private enum State { OPEN, TAKEN, WITHDRAWN }

    private final WaitScan scan;
    private final Worker worker;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile WaitScan.Found answer;

    WaitQuestion(final WaitScan scan, final Worker worker) {
        this.scan = scan;
        this.worker = worker;
    }

    /** Answers the request. The worker's thread. Never throws: a report must not fail the worker. */
    @Override
    public void run() {
        if (state.compareAndSet(State.OPEN, State.TAKEN)) {
            try {
                answer = scan.of(worker, true);
            } catch (final RuntimeException | StackOverflowError e) {
                answer = WaitScan.Found.failed(worker, e);
            } finally {
                answered.countDown();
            }
        }
    }

    /** Waits for the answer. The asking thread. Returns null when the worker's thread takes no turn. */
    WaitScan.Found await(final long limitNs) {
        try {
            answered.await(Math.max(0, limitNs), TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        state.compareAndSet(State.OPEN, State.WITHDRAWN);
        return answer;
    }
}
