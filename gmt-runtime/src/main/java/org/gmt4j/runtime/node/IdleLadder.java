package org.gmt4j.runtime.node;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread of a node waits for work: spin for a moment where it has a core of its own, then park for longer and longer.
 * Owned by its thread; {@link #wake} from any.
 *
 * <p>It never yields. Where threads outnumber cores a yield gives the core away for whole time slices of all others (15 ms a
 * yield were measured with four busy threads on two cores, Linux 6.18), while a thread that wakes from a short park is run at
 * once. Where they do not, spinning is shorter than both.
 */
final class IdleLadder {
    /** How long a thread with a core of its own spins after it last had work. */
    private static final long SPIN_NS = 20_000;
    /** The same while replies are expected: the other side needs about so long. */
    private static final long SPIN_AWAITING_NS = 200_000;
    /** Spins of a thread without a core of its own. */
    private static final int SPINS = 20;
    private static final long MIN_PARK_NS = 10_000;
    private static final long MAX_PARK_NS = 1_000_000;
    private static final long MAX_PARK_AWAITING_NS = 50_000;

    private final boolean maySpin;
    private volatile Thread parked;
    private int rounds;
    private long lastWorkNs;
    private long parkNs = MIN_PARK_NS;

    /** @param maySpin every thread of the job on this machine has a core */
    IdleLadder(final boolean maySpin) {
        this.maySpin = maySpin;
    }

    void reset(final long nowNs) {
        rounds = 0;
        lastWorkNs = nowNs;
        parkNs = MIN_PARK_NS;
    }

    /**
     * @param awaiting replies are expected soon
     * @return true when it has been idle so long that it has waited its longest: time to tidy up
     */
    boolean idle(final long nowNs, final boolean awaiting) {
        rounds++;
        if (maySpin ? nowNs - lastWorkNs < (awaiting ? SPIN_AWAITING_NS : SPIN_NS) : rounds < SPINS) {
            Thread.onSpinWait();
            return false;
        } else {
            final boolean isLongest = parkNs == MAX_PARK_NS;
            park(parkNs);
            parkNs = Math.min(awaiting ? MAX_PARK_AWAITING_NS : MAX_PARK_NS, parkNs * 2);
            return isLongest;
        }
    }

    private void park(final long ns) {
        parked = Thread.currentThread();
        LockSupport.parkNanos(this, ns);
        parked = null;
    }

    /** True while the thread is parked: what it does not see by polling must wake it. */
    boolean isParked() {
        return parked != null;
    }

    /** Any thread: there is something to do. */
    void wake() {
        final Thread thread = parked;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
