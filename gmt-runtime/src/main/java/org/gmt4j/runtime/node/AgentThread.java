package org.gmt4j.runtime.node;

import java.util.Set;
import org.gmt4j.runtime.profile.Role;
import org.gmt4j.runtime.profile.RoleTimes;
import org.gmt4j.runtime.task.Worker;
import org.gmt4j.runtime.waiting.Expecting;
import org.gmt4j.runtime.waiting.ThreadWait;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread of the dedicated plan: turns until it is stopped, idles when a turn found nothing. */
abstract class AgentThread implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentThread.class);
    private final Thread thread;
    private final java.util.function.Consumer<Throwable> onFailure;
    final ThreadWait wait;
    private final Role role;
    /** Null where nobody profiles. */
    final RoleTimes times;
    private volatile boolean running = true;
    private boolean hasFailed;

    /** @param isWoken everything that can come to the thread wakes it */
    AgentThread(final String name, final NodeParts parts, final Role role, final boolean isWoken) {
        this.onFailure = parts.onFailure();
        this.role = role;
        times = parts.profile() == null ? null : parts.profile().thread(Set.of(role));
        wait = parts.waiting().newWait(() -> !running || hasArrived(), isWoken);
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
                if (times != null) {
                    times.beginTurn(nowNs, role);
                }
                if (turn(nowNs) > 0) {
                    endTurn();
                    wait.reset(nowNs);
                } else if (wait.idle(nowNs, expectingNow())) {
                    tidyUp();
                }
            }
        } catch (final Throwable cause) {
            cannotGoOn(cause);
        } finally {
            wait.close();
        }
    }

    /** Its own thread: the node fails, and the thread ends with its turn. The first cause counts. */
    final void cannotGoOn(final Throwable cause) {
        if (!hasFailed) {
            hasFailed = true;
            running = false;
            LOG.error("GMT-225 {} cannot go on", thread.getName(), cause);
            onFailure.accept(cause);
        }
    }

    private void endTurn() {
        if (times != null) {
            times.endTurn();
        }
    }

    private Expecting expectingNow() {
        final Expecting expecting = expecting();
        if (times != null) {
            times.endEmptyTurn(expecting.isOutstanding());
        }
        return expecting;
    }

    void begin() {
    }

    /** One turn; returns more than 0 when something was done. */
    abstract int turn(long nowNs);

    /** After it has been idle for some milliseconds. */
    void tidyUp() {
    }

    /** What the thread waits for when a turn found nothing. */
    abstract Expecting expecting();

    /** Whether something is here that the thread is woken for. Its own thread. */
    abstract boolean hasArrived();

    final Role role() {
        return role;
    }

    final boolean isRunning() {
        return running;
    }

    final void start() {
        thread.start();
    }

    final void requestStop() {
        running = false;
        wait.wake();
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
