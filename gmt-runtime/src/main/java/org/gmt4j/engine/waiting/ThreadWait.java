package org.gmt4j.engine.waiting;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The wait of one thread of a node: asks its policy, spins or parks, and is woken. Owned by its thread; {@link #wake},
 * {@link #wakeOne}, {@link #isParked} and {@link #policy(WaitPolicy)} are for any thread. {@link #reset} is called by
 * each turn that found work and costs little; all other methods only by turns without work.
 *
 * <pre>
 * turn found nothing - idle: spin, or
 *     parked = me - fence - look once more - park          deliver work - fence - parked? - unpark
 * </pre>
 *
 * <p>The caller promises that a thread which delivers work first puts it where {@code hasArrived} finds it, then calls
 * {@link #wake} or {@link #wakeOne}. Given that, no wake-up is lost: of the two fences one comes first, so either the
 * delivering thread sees the other parked, or that thread sees the work.
 */
public final class ThreadWait {
    /** Idle time after which to tidy up. */
    private static final long TIDY_NS = 5_000_000;
    /** Work that has arrived but cannot be taken, for lack of room, must not keep the thread from parking. */
    private static final int FALSE_ALARMS = 2;

    private final BooleanSupplier hasArrived;
    private final WaitEffect effect;
    private final Patience patience;
    private volatile WaitPolicy policy;
    private volatile Thread parked;
    private int rounds;
    private int falseAlarms;
    private long beginNs;
    private boolean hasParked;
    private boolean isTidy;
    private boolean isAffected;

    /**
     * @param patience   of this thread alone
     * @param hasArrived returns, on the owner's thread, whether there is work of the kind that {@link #wake} announces
     * @param effect     effect of a long wait
     */
    ThreadWait(final WaitPolicy policy, final Patience patience, final BooleanSupplier hasArrived,
               final WaitEffect effect) {
        this.policy = policy;
        this.patience = patience;
        this.hasArrived = hasArrived;
        this.effect = effect;
    }

    /** Notes a turn that found work. */
    public void reset(final long nowNs) {
        if (rounds > 0) {
            rounds = 0;
            patience.ended(nowNs - beginNs, hasParked);
        }
        if (isAffected) {
            endEffect();
        }
    }

    /**
     * Waits after a turn without work.
     *
     * @param expecting events that may follow
     * @return true, once, when the thread has been idle for some milliseconds and should tidy up
     */
    public boolean idle(final long nowNs, final Expecting expecting) {
        if (++rounds == 1) {
            beginNs = nowNs;
            hasParked = false;
            isTidy = false;
            falseAlarms = 0;
        }
        final long idleNs = nowNs - beginNs;
        if (!isAffected && effect.isWanted(idleNs, expecting)) {
            isAffected = true;
            effect.begin();
        }
        final long parkNs = policy.parkNs(idleNs, rounds, expecting, patience);
        if (parkNs == WaitPolicy.SPIN) {
            Thread.onSpinWait();
        } else if (parkNs == WaitPolicy.YIELD) {
            Thread.yield();
            patience.yielded(System.nanoTime() - nowNs);
        } else {
            hasParked = true;
            park(parkNs);
        }
        if (isTidy || idleNs < TIDY_NS) {
            return false;
        }
        isTidy = true;
        return true;
    }

    private void park(final long ns) {
        Thread.interrupted();           // a body has left it so: no park would last, and files of the next would break
        parked = Thread.currentThread();
        VarHandle.fullFence();          // partner: the one of wake and wakeOne; parked is written, work is read
        if (!hasArrived.getAsBoolean()) {
            LockSupport.parkNanos(this, ns);
        } else if (++falseAlarms > FALSE_ALARMS) {
            LockSupport.parkNanos(this, WaitPolicy.SHORTEST_NS);
        }
        parked = null;
    }

    /**
     * Returns whether the thread is parked: then work that it does not find by polling must wake it. Without a fence:
     * whoever has just delivered something takes {@link #wakeOne}, which does not answer out of the past.
     */
    public boolean isParked() {
        return parked != null;
    }

    /** Wakes the thread. The work has been put where the thread finds it. */
    public void wake() {
        VarHandle.fullFence();          // partner: the one of park; work is written, parked is read
        final Thread thread = parked;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Wakes the first of several threads that is parked; each of them would find the work. None when all look by
     * themselves after their turns.
     */
    public static void wakeOne(final ThreadWait[] waits) {
        VarHandle.fullFence();          // partner: the one of park; before the first look, or it is one of the past
        for (final ThreadWait wait : waits) {
            final Thread thread = wait.parked;
            if (thread != null) {
                LockSupport.unpark(thread);
                return;
            }
        }
    }

    /** Sets the policy from the next turn without work on. */
    void policy(final WaitPolicy other) {
        policy = other;
        final Thread thread = parked;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Restores everything that a wait has changed, at any end of the thread. */
    public void close() {
        if (isAffected) {
            endEffect();
        }
    }

    private void endEffect() {
        isAffected = false;
        effect.end();
    }
}
