package org.gmt4j.engine.combining;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.wire.CommandType;

/**
 * Minima, or maxima, without result of one lane to elements of its node, of 8 bytes, that other lanes change, too. An
 * element is read at once; only what would change it is put aside, and applied by an atomic operation when a task of
 * the lane waits, uses the array otherwise, or the room for it is used up. Owned by the lane. Per update: a check, a
 * load, and two stores where the value is better.
 *
 * <p>An atomic operation within a loop would keep compilers from moving anything out of it: a loop over the edges of a
 * graph took some 35 instructions an edge instead of ten.
 */
final class OwnExtremes {
    private static final int LARGEST = 1 << 18;

    private final ArrayCombining array;
    private final boolean isMinimum;
    /** Pairs of an element's offset and a value. */
    private final long[] better;
    private int count;

    OwnExtremes(final ArrayCombining array, final int capacity) {
        this.array = array;
        isMinimum = array.operator() == CommandType.MIN;
        better = new long[2 * capacity];
    }

    /** Returns the number of updates that are put aside, at most. */
    static int capacity(final long elements, final long bytes) {
        return (int) Math.min(Math.min(elements, LARGEST), bytes / (2 * Long.BYTES));
    }

    /**
     * Puts a value aside where it is better than the element. The issuer has to join before it waits.
     *
     * @param base   address of the first element
     * @param offset of an element, checked by the caller
     */
    void update(final Completion issuer, final long base, final long offset, final long operand) {
        issuer.hold();
        final long known = UnsafeApi.getLong(base + (offset << 3));
        if (isMinimum ? operand < known : operand > known) {
            if (count == better.length) {
                apply();
            }
            better[count] = offset;
            better[count + 1] = operand;
            count += 2;
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Applies what was put aside. */
    void apply() {
        for (int i = 0; i < count && !array.isClosed(); i += 2) {
            array.segment().fetchAndUpdate(array.operator(), better[i], better[i + 1]);
        }
        count = 0;
    }
}
