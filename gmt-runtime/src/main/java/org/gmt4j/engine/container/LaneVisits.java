package org.gmt4j.engine.container;

import java.util.ArrayDeque;

/**
 * The visits to entries on one lane. A body that visits has a shard for itself; entering another one could wait for a
 * lane that waits for this one. So operations of the body on containers of its own node are put off until the visit is
 * over, and {@link #isVisiting} tells. Owned by the lane; per visit.
 */
public final class LaneVisits {
    private final ArrayDeque<Runnable> putOff = new ArrayDeque<>();
    private boolean isVisiting;

    /** Returns whether a body on this lane has a shard for itself. */
    public boolean isVisiting() {
        return isVisiting;
    }

    /** Puts an operation off until the visit is over. */
    public void putOff(final Runnable operation) {
        putOff.add(operation);
    }

    /** Begins a visit; there is no other on this lane. */
    public void begin() {
        isVisiting = true;
    }

    /** Ends the visit, and executes what has been put off. An exception of one operation leaves out the others. */
    public void end() {
        isVisiting = false;
        try {
            for (Runnable next = putOff.poll(); next != null; next = putOff.poll()) {
                next.run();
            }
        } finally {
            putOff.clear();
        }
    }
}
