package org.gmt4j.engine.task;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One question to a worker what its fibers wait for: answered by its own thread, which alone can look at where they
 * wait, or, when that does not come in time, withdrawn and answered by who has asked. Hand-off:
 *
 * <pre>
 * OPEN --the worker's thread--> TAKEN --> ANSWERED
 *      --who asks, out of time--> WITHDRAWN
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

    /** The worker's thread. Never throws: a report is no reason to fail. */
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

    /** Who asks. Null: the worker's thread does not take turns. */
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
