package org.gmt4j.engine.combining;

import java.util.Arrays;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.engine.memory.Segment;

/**
 * The additions without result of one lane to one array: a sum for each element of the whole array, of this node's part
 * as well, where several threads would have to add by atomic operations. Owned by the lane.
 *
 * <p>Per addition: a check, a load and a store that no other thread sees. Nothing else: where sums do not stay in a
 * cache a processor has as many misses under way as it looks ahead at additions, so each further instruction costs as
 * if it missed, too. Hence additions are not counted, and note nothing; that there are any is a store of the same value
 * each time, which compilers take out of loops. A flush reads the whole table. Only where flushes have found few sums
 * for long do additions note the blocks that they change. Rarely, because the second compiler takes the question
 * whether they do out of a loop by a guess. Once that was wrong it guesses nothing any more in the program's method,
 * takes no check out of its loops, and they run at a third of their speed.
 *
 * <p>Sums are issued at a flush, or before another operation of the lane on the element. Those of own elements are
 * executed at once then, and so are those of other processes of the host where their part is mapped; those of others
 * are commands.
 *
 * <p>Sending makes progress, which may run visits that come back here: a sum is taken out of the table before it is
 * sent.
 */
final class DenseSums {
    private static final int BLOCK_SHIFT = 6;
    /** Tables below this length are read in microseconds. */
    private static final int SHORT = 1 << 12;
    /** Elements that a flush may read for each sum that it finds. */
    private static final int FEW = 32;
    /** Flushes may read the table so many times beyond that before additions are noted. */
    private static final int PATIENCE = 32;

    private final ArrayCombining array;
    private final boolean isInteger;
    /** Whether sums are of {@code double}s; of {@code float}s where they are not of integers either. */
    private final boolean isWide;
    private final long[] sums;
    /** For each block of elements whether it may have sums: where additions are noted. */
    private final byte[] marks;
    /** Whether something was added since the begin of the last flush. */
    private boolean isAddedTo;
    private boolean isNoting;
    /** Whether all additions since the begin of the last flush have been noted, so that marks are complete. */
    private boolean isMarked;
    /** Elements that flushes may still read before additions are noted. */
    private long patience;

    DenseSums(final ArrayCombining array, final int size) {
        this.array = array;
        isInteger = array.operator() == CommandType.ADD;
        isWide = array.segment().widthShift() == 3;
        sums = new long[size];
        marks = new byte[(size - 1 >> BLOCK_SHIFT) + 1];
        patience = (long) PATIENCE * size;
    }

    /** Returns the bytes of a table. */
    static long lengthInBytes(final long size) {
        return size * Long.BYTES + (size >> BLOCK_SHIFT) + 64;
    }

    /**
     * Adds to the sum of an element. The issuer has to join before it waits.
     *
     * @throws ArrayIndexOutOfBoundsException if there is no such element
     */
    void add(final Completion issuer, final int index, final long operand) {
        issuer.hold();                                // ahead of all checks: out of a loop
        isAddedTo = true;
        if (isInteger) {
            sums[index] += operand;
        } else if (isWide) {
            sums[index] = Double.doubleToRawLongBits(Double.longBitsToDouble(sums[index])
                + Double.longBitsToDouble(operand));
        } else {
            sums[index] = Float.floatToRawIntBits(Float.intBitsToFloat((int) sums[index])
                + Float.intBitsToFloat((int) operand)) & 0xFFFF_FFFFL;
        }
        if (isNoting) {
            marks[index >> BLOCK_SHIFT] = 1;
        }
    }

    /** Adds to the sum of each element of a list. The issuer has to join before it waits. */
    void addEach(final Completion issuer, final long[] indices, final int from, final int end, final long operand) {
        issuer.hold();
        isAddedTo = true;
        if (isInteger) {
            addIntegers(indices, from, end, operand);
        } else if (isWide) {
            addDoubles(indices, from, end, Double.longBitsToDouble(operand));
        } else {
            addFloats(indices, from, end, Float.intBitsToFloat((int) operand));
        }
        if (isNoting) {
            for (int i = from; i < end; i++) {
                marks[(int) indices[i] >> BLOCK_SHIFT] = 1;
            }
        }
    }

    private void addIntegers(final long[] indices, final int from, final int end, final long operand) {
        final long[] all = sums;
        for (int i = from; i < end; i++) {
            all[(int) indices[i]] += operand;
        }
    }

    private void addDoubles(final long[] indices, final int from, final int end, final double operand) {
        final long[] all = sums;
        for (int i = from; i < end; i++) {
            final int index = (int) indices[i];
            all[index] = Double.doubleToRawLongBits(Double.longBitsToDouble(all[index]) + operand);
        }
    }

    private void addFloats(final long[] indices, final int from, final int end, final float operand) {
        final long[] all = sums;
        for (int i = from; i < end; i++) {
            final int index = (int) indices[i];
            all[index] = Float.floatToRawIntBits(Float.intBitsToFloat((int) all[index]) + operand) & 0xFFFF_FFFFL;
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
            lane.summed(1);
            if (array.isHere(place)) {
                addHere(lane, place, sum);
            } else if (!addThere(place, sum)) {
                lane.dense().send(array.word(), place, sum);
            }
        }
    }

    /** Adds in place at another process of this host; returns false where that takes a command. */
    private boolean addThere(final long place, final long sum) {
        final Segment peer = array.peer(place);
        if (peer == null) {
            return false;
        }
        peer.fetchAndUpdate(array.operator(), ArrayCombining.offset(place), sum);
        return true;
    }

    private void addHere(final LaneCombining lane, final long place, final long sum) {
        lane.aggregator().settleOwn();                // the lane has gathered it before
        array.segment().fetchAndUpdate(array.operator(), ArrayCombining.offset(place), sum);
    }

    /** Issues all, as part of a generation that is not over. */
    void issueAll(final LaneCombining lane, final Generation generation) {
        final boolean isReadingAll = !isMarked;
        isAddedTo = false;                            // visits may add meanwhile
        isMarked = isNoting;
        if (isReadingAll) {
            Arrays.fill(marks, (byte) 0);
        }
        int issued = 0;
        for (int block = 0; block < marks.length && !array.isClosed(); block++) {
            if (isReadingAll || marks[block] != 0) {
                marks[block] = 0;
                issued += issueBlock(lane, generation, block);
            }
        }
        lane.summed(issued);
        final long length = sums.length;
        patience = Math.max(-1, Math.min(PATIENCE * length, patience - length + (long) issued * FEW));
        isNoting = length >= SHORT && patience < 0;
        isMarked &= isNoting;                         // what is added from now on may not be noted
    }

    private int issueBlock(final LaneCombining lane, final Generation generation, final int block) {
        final int begin = block << BLOCK_SHIFT;
        final int end = Math.min(block + 1 << BLOCK_SHIFT, sums.length);
        boolean isDone = false;
        try {
            final Segment part = partOf(begin, end);
            if (part == array.segment()) {
                lane.aggregator().settleOwn();        // the lane has gathered it before
            }
            final int issued = part == null ? issueEach(lane, generation, begin, end) : addAll(part, begin, end);
            isDone = true;
            return issued;
        } finally {
            if (!isDone) {                            // the lane ends: nothing is lost without a word
                isAddedTo = true;
                isMarked = false;
            }
        }
    }

    /** Returns the part to which elements belong, one behind the other, if sums are added there in place; or null. */
    private Segment partOf(final int begin, final int end) {
        final long place = array.place(begin);
        if (array.place(end - 1) - place != end - 1 - begin) {
            return null;
        }
        return array.isHere(place) ? array.segment() : array.peer(place);
    }

    /** Adds sums in place. Sends nothing. */
    private int addAll(final Segment part, final int begin, final int end) {
        final long zero = ArrayCombining.offset(array.place(begin)) - begin;
        final int operator = array.operator();
        final boolean isExclusive = part.isExclusive();
        int issued = 0;
        for (int at = begin; at < end; at++) {
            final long sum = sums[at];
            if (sum != 0) {
                sums[at] = 0;
                issued++;
                if (isWide) {
                    Segment.update(operator, part.addressOf(zero + at), sum, isExclusive);
                } else {
                    part.fetchAndUpdate(operator, zero + at, sum);
                }
            }
        }
        return issued;
    }

    private int issueEach(final LaneCombining lane, final Generation generation, final int begin, final int end) {
        int issued = 0;
        for (int at = begin; at < end; at++) {
            final long sum = sums[at];
            if (sum != 0) {
                final long place = array.place(at);
                sums[at] = 0;
                issued++;
                if (array.isHere(place)) {
                    addHere(lane, place, sum);
                } else if (!addThere(place, sum)) {
                    lane.dense().send(generation, array.word(), place, sum);
                }
            }
        }
        return issued;
    }

    boolean isEmpty() {
        return !isAddedTo;
    }
}
