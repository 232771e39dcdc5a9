package org.gmt4j.engine.waiting;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How one thread of a node waits: asks its policy, spins or parks, is woken. Owned by its thread; {@link #wake},
 * {@link #isParked} and {@link #policy(WaitPolicy)} any thread. {@link #reset} is called by each turn that found work
 * and does little; all else only by turns that found none.
 *
 * <pre>
 * turn found nothing - idle: spin, or
 *     parked = me - fence - look once more - park          what is brought - fence - parked? - unpark
 * </pre>
 *
 * <p>The caller promises that whoever brings something first puts it where {@code hasArrived} finds it, then calls
 * {@link #wake}. Given that, no wake-up is lost: of the two fences one comes first, so either the bringer sees the
 * thread parked or the thread sees what was brought.
 */
public final class ThreadWait {
    /** Idle for so long: time to tidy up. */
    private static final long TIDY_NS = 5_000_000;
    /** What has arrived but cannot be taken, because there is no room, must not keep the thread from parking. */
    private static final int FALSE_ALARMS = 2;

    private final BooleanSupplier hasArrived;
    private final WaitEffect effect;
    private volatile WaitPolicy policy;
    private volatile Thread parked;
    private int rounds;
    private int falseAlarms;
    private long lastWorkNs;
    private long lastParkNs;
    private boolean isTidy;
    private boolean isAffected;

    /**
     * @param hasArrived looks, on the owner's thread, whether there is something to do that {@link #wake} tells of
     * @param effect     what happens when a wait gets long
     */
    ThreadWait(final WaitPolicy policy, final BooleanSupplier hasArrived, final WaitEffect effect) {
        this.policy = policy;
        this.hasArrived = hasArrived;
        this.effect = effect;
    }

    /** A turn found work. */
    public void reset(final long nowNs) {
        rounds = 0;
        lastWorkNs = nowNs;
        lastParkNs = 0;
        if (isAffected) {
            endEffect();
        }
    }

    /**
     * A turn found none.
     *
     * @param expecting what may come
     * @return true, once, when it has been idle for some milliseconds: time to tidy up
     */
    public boolean idle(final long nowNs, final Expecting expecting) {
        final long idleNs = nowNs - lastWorkNs;
        if (++rounds == 1) {
            isTidy = false;
            falseAlarms = 0;
        }
        if (!isAffected && effect.isWanted(idleNs, expecting)) {
            isAffected = true;
            effect.begin();
        }
        final long parkNs = policy.parkNs(idleNs, rounds, lastParkNs, expecting);
        if (parkNs == WaitPolicy.SPIN) {
            Thread.onSpinWait();
        } else {
            lastParkNs = parkNs;
            park(parkNs);
        }
        if (isTidy || idleNs < TIDY_NS) {
            return false;
        }
        isTidy = true;
        return true;
    }

    private void park(final long ns) {
        parked = Thread.currentThread();
        VarHandle.fullFence();          // partner: wake
        if (!hasArrived.getAsBoolean()) {
            LockSupport.parkNanos(this, ns);
        } else if (++falseAlarms > FALSE_ALARMS) {
            LockSupport.parkNanos(this, WaitPolicy.SHORTEST_NS);
        }
        parked = null;
    }

    /** True while the thread is parked: what it does not see by polling must wake it. */
    public boolean isParked() {
        return parked != null;
    }

    /** There is something to do, which has been put where the thread finds it. */
    public void wake() {
        VarHandle.fullFence();          // partner: park
        final Thread thread = parked;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Waits otherwise from its next turn without work on. */
    void policy(final WaitPolicy other) {
        policy = other;
        final Thread thread = parked;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** The thread ends, however: nothing that a wait has changed remains. */
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
