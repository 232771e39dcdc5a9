package org.gmt4j.engine.container;

import java.util.ArrayDeque;

/**
 * The visits to entries on one lane. A body that visits has a shard for itself; entering another one could wait for a
 * lane that waits for this one. So operations of the body on containers of its own node are put off until the visit is
 * over, and {@link #isVisiting} tells. Owned by the lane; per visit.
 *
 * <p>A visit that was put off does not execute what its own body puts off: whoever executes that visit goes on with
 * it. So a chain of visits, each begun by the one before it, takes no more of the stack than one.
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

    /** Ends the visit. */
    public void end() {
        isVisiting = false;
    }

    /**
     * Executes all that has been put off, also where some of it fails: at other nodes the rest would be executed, too.
     * Throws the first failure, or adds it to what the body has thrown.
     *
     * @param thrown by the body, or null
     */
    public void executePutOff(final Throwable thrown) {
        Throwable first = null;
        for (Runnable next = putOff.poll(); next != null; next = putOff.poll()) {
            try {
                next.run();
            } catch (final RuntimeException | Error e) {
                first = first == null ? e : first;
            }
        }
        if (first == null) {
            return;
        }
        if (thrown == null) {
            throw unchecked(first);
        }
        if (thrown != first) {
            thrown.addSuppressed(first);
        }
    }

    private static RuntimeException unchecked(final Throwable failure) {
        if (failure instanceof Error) {
            throw (Error) failure;
        }
        return (RuntimeException) failure;
    }
}
