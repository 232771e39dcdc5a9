package org.gmt4j.engine.combining;

import java.util.Arrays;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.wire.CommandType;

/**
 * The minima, or maxima, without result of one lane to the remote elements of one array: the best value known here for
 * each element of the whole array. Owned by the lane. Per update: a load and a store, and more where the value is
 * better.
 *
 * <p>Elements only fall (or rise), so a value that is not better than one sent from here changes nothing and is
 * dropped. Its issuer waits for all that has not been executed at the owners yet, like for its own.
 *
 * <p>Sending makes progress, which may run visits that come back here.
 */
final class DenseExtremes {
    private final ArrayCombining array;
    /** The bits that are never better than others. */
    private final long identity;
    private final long[] best;
    /** A bit for each element whose value is to be sent. */
    private final long[] toSend;
    private final UpdateCount updates = new UpdateCount();
    private int version;
    private int failureCount;

    DenseExtremes(final ArrayCombining array, final int size) {
        this.array = array;
        identity = identity(array.operator(), array.segment().widthShift());
        best = new long[size];
        Arrays.fill(best, identity);
        toSend = new long[(size - 1 >> 6) + 1];
        version = array.version();
    }

    private static long identity(final int operator, final int widthShift) {
        switch (operator) {
            case CommandType.MIN:
                return Long.MAX_VALUE;
            case CommandType.MAX:
                return Long.MIN_VALUE;
            default:
                final double worst = operator == CommandType.MIN_FLOATING ? Double.POSITIVE_INFINITY
                    : Double.NEGATIVE_INFINITY;
                return widthShift == 3 ? Double.doubleToRawLongBits(worst) : Float.floatToRawIntBits((float) worst);
        }
    }

    /** Returns the bytes of a table. */
    static long lengthInBytes(final long size) {
        return size * Long.BYTES + (size >> 6) * Long.BYTES + 64;
    }

    /** Holds a value back, or drops it. The issuer has to join before it waits. */
    void update(final LaneCombining lane, final Completion issuer, final int index, final long operand) {
        forgetIfOld(lane);
        final long known = best[index];
        final long value = better(known, operand);
        if (value != known) {
            keep(lane, index, value);
        }
        updates.add();
        issuer.hold();
    }

    private void keep(final LaneCombining lane, final int index, final long value) {
        best[index] = value;
        lane.combined(toSend[index >> 6] >>> index & 1);
        lane.dropped(-1);
        toSend[index >> 6] |= 1L << index;
    }

    /** The same for each element of a list. */
    void updateEach(final LaneCombining lane, final Completion issuer, final long[] indices, final int from,
                    final int end, final long operand) {
        forgetIfOld(lane);
        switch (array.operator()) {
            case CommandType.MIN:
                lowerEach(lane, indices, from, end, operand);
                break;
            case CommandType.MAX:
                raiseEach(lane, indices, from, end, operand);
                break;
            default:
                improveEach(lane, indices, from, end, operand);
                break;
        }
        updates.add(end - from);
        issuer.hold();
    }

    private void lowerEach(final LaneCombining lane, final long[] indices, final int from, final int end,
                           final long operand) {
        final long[] known = best;
        for (int i = from; i < end; i++) {
            if (operand < known[(int) indices[i]]) {
                keep(lane, (int) indices[i], operand);
            }
        }
    }

    private void raiseEach(final LaneCombining lane, final long[] indices, final int from, final int end,
                           final long operand) {
        final long[] known = best;
        for (int i = from; i < end; i++) {
            if (operand > known[(int) indices[i]]) {
                keep(lane, (int) indices[i], operand);
            }
        }
    }

    private void improveEach(final LaneCombining lane, final long[] indices, final int from, final int end,
                             final long operand) {
        for (int i = from; i < end; i++) {
            final long known = best[(int) indices[i]];
            final long value = better(known, operand);
            if (value != known) {
                keep(lane, (int) indices[i], value);
            }
        }
    }

    private long better(final long known, final long operand) {
        switch (array.operator()) {
            case CommandType.MIN:
                return Math.min(known, operand);
            case CommandType.MAX:
                return Math.max(known, operand);
            default:
                return array.segment().apply(array.operator(), known, operand);
        }
    }

    /** Issues what is held back for an element, ahead of another operation on it. */
    void issue(final LaneCombining lane, final int index) {
        final long bit = 1L << index;
        if ((toSend[index >> 6] & bit) != 0) {
            toSend[index >> 6] &= ~bit;
            lane.dense().send(array.word(), array.place(index), best[index]);
        }
    }

    /** Notes that an element is at least as good as a value, which was executed there. */
    void learn(final LaneCombining lane, final int index, final long value) {
        forgetIfOld(lane);
        best[index] = better(best[index], value);
    }

    /** Issues all, as part of a generation that is not over. */
    void issueAll(final LaneCombining lane, final Generation generation) {
        lane.dropped(updates.take());
        for (int word = 0; word < toSend.length; word++) {
            while (toSend[word] != 0) {
                final long bits = toSend[word];
                final int index = (word << 6) + Long.numberOfTrailingZeros(bits);
                toSend[word] = bits & bits - 1;
                lane.dense().send(generation, array.word(), array.place(index), best[index]);
            }
        }
    }

    boolean isEmpty() {
        for (final long bits : toSend) {
            if (bits != 0) {
                return false;
            }
        }
        return true;
    }

    // --- after the elements have been set anew, or a value has not arrived ---

    private void forgetIfOld(final LaneCombining lane) {
        if (version != array.version() || failureCount != lane.dense().failureCount()) {
            forget(lane);
        }
    }

    /** No values but those to be sent stand for others. */
    private void forget(final LaneCombining lane) {
        version = array.version();
        failureCount = lane.dense().failureCount();
        for (int i = 0; i < best.length; i++) {
            if ((toSend[i >> 6] >>> i & 1) == 0) {
                best[i] = identity;
            }
        }
    }
}
