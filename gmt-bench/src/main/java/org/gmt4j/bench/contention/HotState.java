package org.gmt4j.bench.contention;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Signals between the processes of one node: contending, and pausing to be measured. Any task of the node.
 *
 * <pre>
 *   IDLE --contend--> BEGINNING --warm--> RUNNING --pause--> ASKED --seen--> PAUSED --resume--> RUNNING ... closed
 * </pre>
 */
final class HotState {
    private static final int BEGINNING = 1;
    private static final int RUNNING = 2;
    private static final int ASKED = 3;
    private static final int PAUSED = 4;

    private final AtomicIntegerArray phases;
    private final AtomicLong operations = new AtomicLong();
    private volatile boolean isOpen = true;

    HotState(final int processes) {
        phases = new AtomicIntegerArray(processes);
    }

    boolean isOpen() {
        return isOpen;
    }

    void close() {
        isOpen = false;
    }

    void begin(final int process) {
        phases.set(process, BEGINNING);
    }

    void isWarm(final int process) {
        phases.compareAndSet(process, BEGINNING, RUNNING);
    }

    boolean isRunning(final int process) {
        return phases.get(process) == RUNNING;
    }

    void pause(final int process) {
        phases.set(process, ASKED);
    }

    /** Called by the contender: is it to do nothing now? */
    boolean pauses(final int process) {
        phases.compareAndSet(process, ASKED, PAUSED);
        return phases.get(process) == PAUSED;
    }

    boolean isPaused(final int process) {
        return phases.get(process) == PAUSED;
    }

    void resume(final int process) {
        phases.set(process, RUNNING);
    }

    void count(final long done) {
        operations.addAndGet(done);
    }

    long operations() {
        return operations.get();
    }
}
