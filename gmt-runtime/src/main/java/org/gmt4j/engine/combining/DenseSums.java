package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.wire.CommandType;

/**
 * The additions without result of one lane to one array: a sum for each element of the whole array, of this node's part
 * as well, where several threads would have to add by atomic operations. Owned by the lane. Per addition: a load and
 * three stores that no other thread sees, and nothing that keeps a compiler from moving the rest out of a loop.
 *
 * <p>Sums are issued at a flush, or before another operation of the lane on the element. Those of own elements are
 * executed at once then, those of others are commands.
 *
 * <p>Sending makes progress, which may run visits that come back here: a sum is taken out of the table before it is
 * sent.
 */
final class DenseSums {
    private static final int BLOCK_SHIFT = 6;

    private final ArrayCombining array;
    private final boolean isInteger;
    /** Whether sums are of {@code double}s; of {@code float}s where they are not of integers either. */
    private final boolean isWide;
    private final long[] sums;
    /** For each block of elements whether it may have sums. */
    private final byte[] marks;
    private final UpdateCount updates = new UpdateCount();

    DenseSums(final ArrayCombining array, final int size) {
        this.array = array;
        isInteger = array.operator() == CommandType.ADD;
        isWide = array.segment().widthShift() == 3;
        sums = new long[size];
        marks = new byte[(size - 1 >> BLOCK_SHIFT) + 1];
    }

    /** Returns the bytes of a table. */
    static long lengthInBytes(final long size) {
        return size * Long.BYTES + (size >> BLOCK_SHIFT) + 64;
    }

    /** Adds to the sum of an element. The issuer has to join before it waits. */
    void add(final Completion issuer, final int index, final long operand) {
        if (isInteger) {
            sums[index] += operand;
        } else if (isWide) {
            sums[index] = Double.doubleToRawLongBits(Double.longBitsToDouble(sums[index])
                + Double.longBitsToDouble(operand));
        } else {
            sums[index] = Float.floatToRawIntBits(Float.intBitsToFloat((int) sums[index])
                + Float.intBitsToFloat((int) operand)) & 0xFFFF_FFFFL;
        }
        marks[index >> BLOCK_SHIFT] = 1;
        updates.add();
        issuer.hold();
    }

    /** Adds to the sum of each element of a list. The issuer has to join before it waits. */
    void addEach(final Completion issuer, final long[] indices, final int from, final int end, final long operand) {
        if (isInteger) {
            addIntegers(indices, from, end, operand);
        } else if (isWide) {
            addDoubles(indices, from, end, Double.longBitsToDouble(operand));
        } else {
            addFloats(indices, from, end, Float.intBitsToFloat((int) operand));
        }
        updates.add(end - from);
        issuer.hold();
    }

    private void addIntegers(final long[] indices, final int from, final int end, final long operand) {
        final long[] all = sums;
        final byte[] marked = marks;
        for (int i = from; i < end; i++) {
            final int index = (int) indices[i];
            all[index] += operand;
            marked[index >> BLOCK_SHIFT] = 1;
        }
    }

    private void addDoubles(final long[] indices, final int from, final int end, final double operand) {
        final long[] all = sums;
        final byte[] marked = marks;
        for (int i = from; i < end; i++) {
            final int index = (int) indices[i];
            all[index] = Double.doubleToRawLongBits(Double.longBitsToDouble(all[index]) + operand);
            marked[index >> BLOCK_SHIFT] = 1;
        }
    }

    private void addFloats(final long[] indices, final int from, final int end, final float operand) {
        final long[] all = sums;
        final byte[] marked = marks;
        for (int i = from; i < end; i++) {
            final int index = (int) indices[i];
            all[index] = Float.floatToRawIntBits(Float.intBitsToFloat((int) all[index]) + operand) & 0xFFFF_FFFFL;
            marked[index >> BLOCK_SHIFT] = 1;
        }
    }

    /** Returns whether an element has a sum. */
    boolean isAdded(final int index) {
        return sums[index] != 0;
    }

    /** Issues the sum of an element, ahead of another operation on it. */
    void issue(final LaneCombining lane, final int index) {
        final long sum = sums[index];
        if (sum != 0) {
            final long place = array.place(index);
            sums[index] = 0;
            lane.combined(-1);
            if (array.isHere(place)) {
                addHere(lane, place, sum);
            } else {
                lane.dense().send(array.word(), place, sum);
            }
        }
    }

    private void addHere(final LaneCombining lane, final long place, final long sum) {
        lane.aggregator().settleOwn();                // the lane has gathered it before
        array.segment().fetchAndUpdate(array.operator(), ArrayCombining.offset(place), sum);
    }

    /** Issues all, as part of a generation that is not over. */
    void issueAll(final LaneCombining lane, final Generation generation) {
        lane.combined(updates.take());
        for (int block = 0; block < marks.length; block++) {
            if (marks[block] != 0 && !array.isClosed()) {
                marks[block] = 0;
                issueBlock(lane, generation, block);
            }
        }
    }

    private void issueBlock(final LaneCombining lane, final Generation generation, final int block) {
        final int end = Math.min(block + 1 << BLOCK_SHIFT, sums.length);
        int at = block << BLOCK_SHIFT;
        try {
            for (; at < end; at++) {
                final long sum = sums[at];
                if (sum != 0) {
                    final long place = array.place(at);
                    sums[at] = 0;
                    lane.combined(-1);
                    if (array.isHere(place)) {
                        addHere(lane, place, sum);
                    } else {
                        lane.dense().send(generation, array.word(), place, sum);
                    }
                }
            }
        } finally {
            if (at < end) {                           // the lane ends: nothing is lost without a word
                marks[block] = 1;
            }
        }
    }

    boolean isEmpty() {
        for (final byte mark : marks) {
            if (mark != 0) {
                return false;
            }
        }
        return true;
    }
}
