package org.gmt4j.engine.task;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.gmt4j.CaptureException;
import org.gmt4j.LongsOperator;

/**
 * Partial results of a reduction, combined as far as possible: of the chunks that one task has run, or, at the caller,
 * of all nodes. Guarded by its owner. Per chunk.
 *
 * <p><b>Unordered</b>: each value is combined with the previous ones, so there is one value. <b>Ordered</b>: values are
 * combined along one binary tree over the numbers of the chunks, which does not depend on place and time of execution.
 * Two values are combined only when they cover the two halves of one subtree, the left one first. Values without their
 * other half are kept; of k successive chunks these are at most 2 log2(k) values.
 *
 * <pre>
 * packed:  length of a value | start, count, value | start, count, value | ...       count 0: unordered
 * </pre>
 */
final class Partials {
    /** Replaces the number of a chunk when the order does not matter. */
    static final long UNORDERED = -1;

    private final LongsOperator operator;
    private final TreeMap<Long, Subtree> ordered = new TreeMap<>();
    private long[] unordered;
    /** Length of the first value, which all have; -1 before. */
    private int length = -1;

    /** Value of {@code count} chunks, a power of two, from a multiple of it on. */
    private record Subtree(long count, long[] value) {
    }

    Partials(final LongsOperator operator) {
        this.operator = operator;
    }

    /**
     * Adds the value of a chunk.
     *
     * @param chunk number of the chunk, or {@link #UNORDERED}
     * @throws IllegalArgumentException when the value, or one that the operator returns, is of another length than the
     *                                  first: the chunk fails, before anything is packed
     */
    void add(final long chunk, final long[] value) {
        if (length < 0) {
            length = value.length;
        }
        requireLength(value.length, length);
        if (chunk == UNORDERED) {
            unordered = unordered == null ? value : combine(unordered, value);
        } else {
            add(chunk, 1, value);
        }
    }

    private void add(final long chunk, final long size, final long[] value) {
        long start = chunk;
        long count = size;
        long[] all = value;
        for (;;) {
            final long other = start ^ count;
            final Subtree half = ordered.get(other);
            if (half == null || half.count != count) {
                break;
            }
            ordered.remove(other);
            all = other < start ? combine(half.value, all) : combine(all, half.value);
            start = Math.min(start, other);
            count <<= 1;
        }
        ordered.put(start, new Subtree(count, all));
    }

    private long[] combine(final long[] a, final long[] b) {
        final long[] both = operator.apply(a, b);
        Objects.requireNonNull(both, "the operator of a reduction has returned null");
        requireLength(both.length, length);
        return both;
    }

    private static void requireLength(final long found, final long expected) {
        if (found != expected) {
            throw new IllegalArgumentException("one value of a reduction has " + found + " longs, another one "
                + expected + ": those of the function and of the operator must all have the same length");
        }
    }

    /** Adds values that another node or task has packed. */
    void addPacked(final long[] packed) {
        final int count = (int) packed[0];
        if (length < 0) {
            length = count;
        }
        requireLength(count, length);
        for (int at = 1; at < packed.length; at += 2 + count) {
            final long[] value = java.util.Arrays.copyOfRange(packed, at + 2, at + 2 + count);
            if (packed[at + 1] == 0) {
                add(UNORDERED, value);
            } else {
                add(packed[at], packed[at + 1], value);
            }
        }
    }

    /** Returns all values, for {@link #addPacked}; null when there are none. */
    long[] pack() {
        if (unordered == null && ordered.isEmpty()) {
            return null;
        }
        final long[] packed = new long[1 + ((unordered == null ? 0 : 1) + ordered.size()) * (2 + length)];
        packed[0] = length;
        int at = 1;
        if (unordered != null) {
            at = put(packed, at, 0, 0, unordered);
        }
        for (final Map.Entry<Long, Subtree> entry : ordered.entrySet()) {
            at = put(packed, at, entry.getKey(), entry.getValue().count, entry.getValue().value);
        }
        return packed;
    }

    /**
     * Returns several packed values as bytes; null for null, when there are none.
     *
     * @throws IllegalArgumentException when those of different tasks have different lengths
     */
    static byte[] toBytes(final List<long[]> all) {
        if (all == null || all.isEmpty()) {
            return null;
        }
        int length = 1;
        for (final long[] packed : all) {
            requireLength(packed[0], all.get(0)[0]);
            length += packed.length - 1;
        }
        final ByteBuffer bytes = ByteBuffer.allocate(length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN)
            .putLong(all.get(0)[0]);
        for (final long[] packed : all) {
            bytes.asLongBuffer().put(packed, 1, packed.length - 1);
            bytes.position(bytes.position() + (packed.length - 1) * Long.BYTES);
        }
        return bytes.array();
    }

    /**
     * Refuses packed values that would be longer than a message may be.
     *
     * @param what  description of the values
     * @param limit bytes
     */
    static void requireSendable(final List<long[]> all, final String what, final int limit) {
        long length = 1;
        long values = 0;
        for (final long[] packed : all) {
            length += packed.length - 1;
            values += (packed.length - 1) / (2 + packed[0]);
        }
        if (length > limit / Long.BYTES) {
            throw new CaptureException("GMT-203", what + " would be " + length * Long.BYTES + " bytes long (" + values
                + (values == 1 ? " value of " : " values of ") + all.get(0)[0] + " longs), allowed are " + limit
                + ". Put them into a global array.");
        }
    }

    /** Returns null for bytes that {@link #toBytes} has not written. */
    static long[] ofBytes(final byte[] bytes) {
        final long[] packed = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(packed);
        final boolean isSound = packed.length > 1 && bytes.length % Long.BYTES == 0 && packed[0] >= 0
            && packed[0] < packed.length && (packed.length - 1) % (2 + packed[0]) == 0;
        return isSound ? packed : null;
    }

    private static int put(final long[] packed, final int at, final long start, final long count, final long[] value) {
        packed[at] = start;
        packed[at + 1] = count;
        System.arraycopy(value, 0, packed, at + 2, value.length);
        return at + 2 + value.length;
    }

    /**
     * Returns the combined value; null when there is none. Ordered values without their other half are combined from
     * the right.
     */
    long[] result() {
        if (ordered.isEmpty()) {
            return unordered;
        }
        long[] all = null;
        for (final Subtree subtree : ordered.descendingMap().values()) {
            all = all == null ? subtree.value : combine(subtree.value, all);
        }
        return all;
    }
}
