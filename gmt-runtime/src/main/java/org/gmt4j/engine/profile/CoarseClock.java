package org.gmt4j.engine.profile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The time, renewed every millisecond by a thread of its own. Reading it costs a load, so it can be read for each
 * chunk. It identifies long intervals, and sums of many differences are right on average. Any thread.
 */
final class CoarseClock implements AutoCloseable {
    static final long STEP_NS = 1_000_000;

    private static final VarHandle NOW;

    static {
        try {
            NOW = MethodHandles.lookup().findVarHandle(CoarseClock.class, "nowNs", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;
    @SuppressWarnings("unused") // through NOW: written by its thread, read by all
    private long nowNs = System.nanoTime();
    private volatile boolean isRunning = true;

    CoarseClock(final int nodeId) {
        thread = new Thread(this::run, "gmt-" + nodeId + "-profile-clock");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        while (isRunning) {
            NOW.setOpaque(this, System.nanoTime());
            LockSupport.parkNanos(this, STEP_NS);
        }
    }

    long nowNs() {
        return (long) NOW.getOpaque(this);
    }

    @Override
    public void close() {
        isRunning = false;
        LockSupport.unpark(thread);
    }
}
