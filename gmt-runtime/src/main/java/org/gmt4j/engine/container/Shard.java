package org.gmt4j.engine.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A part of a table that one thread at a time uses: it grows alone, and the others are used meanwhile. Where one thread
 * of the node makes all accesses, entering costs nothing. Nobody waits, issues commands or runs fibers between
 * {@link #enter} and {@link #leave}; visits run their body there, and a lane that visits enters no other shard (see
 * {@link LaneVisits}). So threads meet here for the time of a few memory accesses, of a body, or of a growth.
 */
abstract class Shard {
    private static final VarHandle IS_TAKEN;
    private static final int SPINS = 64;

    static {
        try {
            IS_TAKEN = MethodHandles.lookup().findVarHandle(Shard.class, "isTaken", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final boolean isExclusive;
    private boolean isTaken;

    /** @param isExclusive whether one thread of the node makes all accesses */
    Shard(final boolean isExclusive) {
        this.isExclusive = isExclusive;
    }

    /** Whether memory may be read without entering: nobody else can replace or free it meanwhile. */
    final boolean isExclusive() {
        return isExclusive;
    }

    /** Begins to use the shard. Partner of {@link #leave}. */
    final void enter() {
        if (!isExclusive && !IS_TAKEN.compareAndSet(this, false, true)) {
            await();
        }
    }

    private void await() {
        for (int spins = 0; !IS_TAKEN.compareAndSet(this, false, true); spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();               // with more threads than cores the one inside may have to run first
            }
        }
    }

    /** Ends the use. What was written is seen by whoever enters next. */
    final void leave() {
        if (!isExclusive) {
            IS_TAKEN.setRelease(this, false);
        }
    }

    /** Returns the least power of two of slots, at least {@code least}, that hold so many entries without growth. */
    static long slotsFor(final long entries, final long least) {
        long slots = least;
        while (mostOf(slots) < entries) {
            slots <<= 1;
        }
        return slots;
    }

    /** Entries at which a table grows: 11/16, where a search without success looks at some five slots. */
    static long mostOf(final long slots) {
        return (slots >> 1) + (slots >> 3) + (slots >> 4);
    }

    /** Entries at which a table is full that cannot grow. */
    static long lastOf(final long slots) {
        return slots - (slots >> 4);
    }
}
