package org.gmt4j.armci;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A flag and the value that it is to get when data are there: for {@link Flags#put} and its sisters, and for
 * {@link Notify#putWithFlag}. Usually at the node of the data; wherever it is, it leaves after they have been
 * acknowledged. Immutable, for one call; some objects.
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
     * An aligned long of one-sided memory.
     *
     * @param node   whose part of the memory it is in
     * @param offset in bytes
     * @throws IllegalArgumentException GMT-294 when the offset is no multiple of 8
     */
    public static Flag of(final ArmciMemory memory, final int node, final long offset, final long value) {
        return new Flag(FlagPlace.of(memory, node, offset), value, NO_LIMIT);
    }

    /** An element of an array; of a replicated one, in all copies. */
    public static Flag of(final GlobalLongArray array, final long index, final long value) {
        return new Flag(FlagPlace.of(array, index), value, NO_LIMIT);
    }

    /**
     * The same, but waiting for the data at most so long: when they have not been acknowledged by then,
     * {@link org.gmt4j.GmtTimeoutException} is thrown, they go on, and the flag is not going to be set.
     */
    public Flag within(final long limitNs) {
        Flags.checkTimeout(limitNs);
        return new Flag(place, value, limitNs);
    }

    /** Waits for the data that a handle stands for, and sets the flag as an operation of the task. */
    void setBehind(final TaskContext ctx, final OperationHandle data) throws SuspendExecution {
        if (timeoutNs == NO_LIMIT) {
            ctx.await(data);
        } else {
            ctx.await(data, timeoutNs);
        }
        place.set(ctx, value);
    }
}
