package org.gmt4j.bench.simulate;

import org.gmt4j.aggregation.topology.ForwardQueue;

/** A mutex at its owner, fair: waiters are in a list and hold no request buffer. */
final class Mutex {
    static final int NOBODY = -1;

    private final ForwardQueue waiting = new ForwardQueue();
    private int holder = NOBODY;

    /** @return is it the caller's now? Otherwise it waits in the list */
    boolean lock(final int process) {
        if (holder != NOBODY) {
            waiting.add(process, NOBODY);
            return false;
        }
        holder = process;
        return true;
    }

    /** @return the present holder, or {@link #NOBODY} */
    int unlock(final int process) {
        if (holder != process) {
            throw SimulationException.law("process " + process + " unlocks what process " + holder + " holds");
        }
        holder = NOBODY;
        if (!waiting.isEmpty()) {
            holder = (int) waiting.block(0);
            waiting.remove(1);
        }
        return holder;
    }

    boolean isFree() {
        return holder == NOBODY;
    }
}
