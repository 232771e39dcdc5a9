package org.gmt4j.engine.node;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.gmt4j.engine.profile.Role;
import org.gmt4j.engine.profile.RoleTimes;
import org.gmt4j.engine.task.Worker;
import org.gmt4j.engine.waiting.Expecting;
import org.gmt4j.engine.waiting.ThreadWait;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread of a node in either plan: takes turns in its role until it is stopped, and waits after turns without work.
 * {@link #start}, {@link #wake}, {@link #requestStop} and {@link #join} are for any thread, all other methods for this
 * thread.
 */
final class NodeThread implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeThread.class);

    private static final int TRIES = 100;
    private static final long PAUSE_NS = 20_000_000;

    private final NodeParts parts;
    private final Role first;
    private final RoleTimes times;                   // null without a profile
    private final ThreadWait wait;
    private final Thread thread;
    private NodeRole role;                           // set before start
    private volatile boolean running = true;
    private boolean hasFailed;

    /**
     * @param name    name of the thread, behind the node's
     * @param roles   roles shown in a profile
     * @param first   role at the start of a turn
     * @param isWoken whether everything that can arrive wakes the thread
     */
    NodeThread(final String name, final NodeParts parts, final Set<Role> roles, final Role first,
               final boolean isWoken) {
        this.parts = parts;
        this.first = first;
        times = parts.profile() == null ? null : parts.profile().thread(roles);
        wait = parts.waiting().newWait(() -> !running || role.hasArrived(), isWoken);
        thread = Worker.newThread(this, "gmt-" + parts.nodeId() + "-" + name);
        thread.setDaemon(true);
    }

    /** Sets the role of the thread. Before start. */
    void runs(final NodeRole newRole) {
        role = newRole;
    }

    @Override
    public void run() {
        TimerSlack.remove();
        try {
            role.begin();
            while (running) {
                turn();
            }
        } catch (final Throwable cause) {
            cannotGoOn(cause);
        } finally {
            wait.close();
        }
    }

    private void turn() {
        final long nowNs = System.nanoTime();
        if (times != null) {
            times.beginTurn(nowNs, first);
        }
        if (role.turn(nowNs) > 0) {
            if (times != null) {
                times.endTurn();
            }
            wait.reset(nowNs);
        } else if (wait.idle(nowNs, expecting())) {
            role.tidyUp();
        }
    }

    private Expecting expecting() {
        final Expecting expecting = role.expecting();
        if (times != null) {
            times.endEmptyTurn(expecting.isOutstanding());
        }
        return expecting;
    }

    /**
     * Fails the node and ends the thread with its turn. Data that it was about to send, or had taken, may be lost. The
     * first cause counts. Also in the middle of a body, which may catch the exception thrown afterwards.
     */
    void cannotGoOn(final Throwable cause) {
        if (!hasFailed) {
            hasFailed = true;
            running = false;
            failNode(parts.onFailure(), cause);
            LOG.error("GMT-225 {} of node {} cannot go on", thread.getName(), parts.nodeId(), cause);
        }
    }

    /** Others wait for this, so it is tried again where memory is short: what a body has filled comes back mostly. */
    static void failNode(final Consumer<Throwable> node, final Throwable cause) {
        for (int i = 0; i < TRIES; i++) {
            try {
                node.accept(cause);
                return;
            } catch (final Error e) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        node.accept(cause);
    }

    /** Throws from waits in the middle of a body when the node is stopping, because they would never end. */
    void checkRunning() {
        if (!running) {
            throw new IllegalStateException("GMT-226 node " + parts.nodeId() + " is stopping");
        }
    }

    Thread thread() {
        return thread;
    }

    ThreadWait waiting() {
        return wait;
    }

    /** Returns the times of the roles; null without a profile. */
    RoleTimes times() {
        return times;
    }

    void start() {
        thread.start();
    }

    void wake() {
        wait.wake();
    }

    void requestStop() {
        running = false;
        wait.wake();
    }

    /**
     * Waits for the end of a thread, in an interrupted caller as well: memory is freed behind it. Returns false when it
     * has not ended in time.
     */
    static boolean join(final Thread thread, final long limitMs) {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        boolean isInterrupted = false;
        for (long leftMs = limitMs; leftMs > 0 && thread.isAlive();
            leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime())) {
            try {
                thread.join(leftMs);
            } catch (final InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
