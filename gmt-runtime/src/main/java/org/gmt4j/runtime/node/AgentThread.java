package org.gmt4j.runtime.node;

import org.gmt4j.runtime.task.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread of the dedicated plan: turns until it is stopped, idles when a turn found nothing. */
abstract class AgentThread implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentThread.class);
    private final Thread thread;
    private final java.util.function.Consumer<Throwable> onFailure;
    final IdleLadder ladder;
    private volatile boolean running = true;

    AgentThread(final String name, final boolean maySpin, final java.util.function.Consumer<Throwable> onFailure) {
        this.onFailure = onFailure;
        ladder = new IdleLadder(maySpin);
        thread = Worker.newThread(this, name);
        thread.setDaemon(true);
    }

    @Override
    public final void run() {
        TimerSlack.remove();
        try {
            begin();
            while (running) {
                final long nowNs = System.nanoTime();
                if (turn(nowNs) > 0) {
                    ladder.reset(nowNs);
                } else if (ladder.idle(nowNs, mustStayAwake())) {
                    tidyUp();
                }
            }
        } catch (final Throwable cause) {
            LOG.error("GMT-225 {} cannot go on", thread.getName(), cause);
            onFailure.accept(cause);
        }
    }

    void begin() {
    }

    /** One turn; returns more than 0 when something was done. */
    abstract int turn(long nowNs);

    /** After it has waited its longest. */
    void tidyUp() {
    }

    boolean mustStayAwake() {
        return false;
    }

    final boolean isRunning() {
        return running;
    }

    final void start() {
        thread.start();
    }

    final void requestStop() {
        running = false;
        ladder.wake();
    }

    final Thread thread() {
        return thread;
    }

    static boolean join(final Thread thread, final long limitMs) {
        try {
            thread.join(limitMs);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
