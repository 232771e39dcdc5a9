package org.gmt4j.armci;

import org.gmt4j.Combining;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A flag and the value to set when data have arrived, for {@link Flags#put} and its sisters and for
 * {@link Notify#putWithFlag}. Usually at the same node as the data; on any node it is set after the data have been
 * acknowledged. Immutable, for one call; allocates a few objects.
 */
public final class Flag {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final FlagPlace place;
    private final long value;
    private final long timeoutNs;

    private Flag(final FlagPlace place, final long value, final long timeoutNs) {
        this.place = place;
        this.value = value;
        this.timeoutNs = timeoutNs;
    }

    /**
     * Returns a flag in an aligned long of one-sided memory.
     *
     * @param node   id of the node that owns the part
     * @param offset offset in the part, in bytes
     * @throws IllegalArgumentException GMT-294 when the offset is not a multiple of 8
     */
    public static Flag of(final ArmciMemory memory, final int node, final long offset, final long value) {
        return new Flag(FlagPlace.of(memory, node, offset), value, NO_LIMIT);
    }

    /**
     * Returns a flag in an element of an array; in a replicated array, in all copies.
     *
     * @throws UnsupportedOperationException GMT-258 for an array that combines: a flag would overtake what is held
     *                                       back, and change what nodes remember, see {@link Combining}
     */
    public static Flag of(final GlobalLongArray array, final long index, final long value) {
        final Combining combining = array.spec().combining();
        if (combining != Combining.NONE) {
            throw new UnsupportedOperationException("GMT-258 a flag cannot be set in " + array
                + ", which was declared combining " + combining + ": take an array without the declaration");
        }
        return new Flag(FlagPlace.of(array, index), value, NO_LIMIT);
    }

    /**
     * Returns the same flag with a limit on the wait for the data. When the limit expires,
     * {@link org.gmt4j.GmtTimeoutException} is thrown, the transfer continues, and the flag is never set.
     */
    public Flag within(final long limitNs) {
        Flags.checkTimeout(limitNs);
        return new Flag(place, value, limitNs);
    }

    /** Waits for the data of a handle, and sets the flag as an operation of the task. */
    void setBehind(final TaskContext ctx, final OperationHandle data) throws SuspendExecution {
        if (timeoutNs == NO_LIMIT) {
            ctx.await(data);
        } else {
            ctx.await(data, timeoutNs);
        }
        place.set(ctx, value);
    }
}
