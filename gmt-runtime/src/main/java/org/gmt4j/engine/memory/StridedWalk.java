package org.gmt4j.engine.memory;

import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.wire.StridedRecord;

/**
 * Walks the bytes of a strided pattern in packed order: runs of equal length, repeated with a stride, the whole
 * repeated with another stride, up to {@link StridedRecord#MAX_LEVELS} times. Both ends of a transfer use it: one
 * packs, the other unpacks. Reusable; owned by one thread. Per piece; each run costs one copy.
 *
 * <pre>
 * reset(run, levels), level(0, count, stride) ... - seek(position) - gather or scatter, repeatedly
 * </pre>
 *
 * <p>It accesses all bytes of the pattern; {@link #isInside} checks beforehand that they lie inside a segment.
 */
public final class StridedWalk {
    /** Total of an illegal pattern. */
    public static final long INVALID = -1;
    private static final long LARGEST_TOTAL = 1L << 62;
    private static final int LONGEST_BY_WORDS = 64;
    private static final int LONGEST_GATHER = 1 << 30;

    private final long[] counts = new long[StridedRecord.MAX_LEVELS];
    private final long[] strides = new long[StridedRecord.MAX_LEVELS];
    private final long[] indices = new long[StridedRecord.MAX_LEVELS];
    private int levels;
    private long run;
    /** Start of the next run, from the first byte of the pattern; then the bytes of it that are done. */
    private long offset;
    private long within;

    public void reset(final long runLength, final int levelCount) {
        run = runLength;
        levels = levelCount;
    }

    /** Takes the pattern of another walk. */
    public void as(final StridedWalk other) {
        reset(other.run, other.levels);
        System.arraycopy(other.counts, 0, counts, 0, levels);
        System.arraycopy(other.strides, 0, strides, 0, levels);
    }

    public void level(final int level, final long count, final long stride) {
        counts[level] = count;
        strides[level] = stride;
    }

    /** Reads the pattern of a record, whose number of levels has been checked. */
    public void read(final long record) {
        reset(StridedRecord.run(record), StridedRecord.levels(record));
        for (int i = 0; i < levels; i++) {
            level(i, StridedRecord.count(record, i), StridedRecord.stride(record, i));
        }
    }

    public int levels() {
        return levels;
    }

    /** Writes the record of a piece of this pattern. */
    public void write(final long record, final long word0, final int length, final int kind, final long start) {
        StridedRecord.encode(record, word0, length, kind, levels, start, run);
        for (int i = 0; i < levels; i++) {
            StridedRecord.encodeLevel(record, i, counts[i], strides[i]);
        }
    }

    /**
     * Drops levels with one repetition and merges those that follow without a gap: the same bytes in the same order.
     * Counts are positive.
     */
    public void simplify() {
        int kept = 0;
        for (int i = 0; i < levels; i++) {
            if (counts[i] == 1) {
                continue;
            }
            if (kept == 0 && strides[i] == run && counts[i] <= LARGEST_TOTAL / run) {
                run *= counts[i];
            } else if (kept > 0 && strides[i] == strides[kept - 1] * counts[kept - 1]
                && counts[i] <= LARGEST_TOTAL / counts[kept - 1]) {
                counts[kept - 1] *= counts[i];
            } else {
                counts[kept] = counts[i];
                strides[kept++] = strides[i];
            }
        }
        levels = kept;
    }

    /**
     * Returns whether no byte belongs to two runs. Nested levels, where each stride exceeds everything inside of it,
     * are recognised at once. Where levels interleave all runs are compared, up to {@code mostRuns}; larger patterns
     * count as overlapping.
     */
    public boolean isDisjoint(final int mostRuns) {
        long extent = run;
        long runs = 1;
        boolean nests = true;
        long last = -1;
        for (int done = 0; done < levels; done++) {
            final int i = nextByStride(last);
            last = strides[i] << 3 | i;
            nests &= strides[i] >= extent;
            extent += (counts[i] - 1) * strides[i];
            runs = Math.min(runs * Math.min(counts[i], Integer.MAX_VALUE), Integer.MAX_VALUE);
        }
        return nests || runs <= mostRuns && areRunsApart((int) runs);
    }

    /** Returns the level with the least stride above {@code last}, which is a stride and a level. */
    private int nextByStride(final long last) {
        int best = -1;
        for (int i = 0; i < levels; i++) {
            final long key = strides[i] << 3 | i;
            if (key > last && (best < 0 || key < (strides[best] << 3 | best))) {
                best = i;
            }
        }
        return best;
    }

    private boolean areRunsApart(final int runs) {
        final long[] starts = new long[runs];
        seek(0);
        for (int i = 0; i < runs; i++) {
            starts[i] = offset;
            advance(1);
        }
        java.util.Arrays.sort(starts);
        for (int i = 1; i < runs; i++) {
            if (starts[i] - starts[i - 1] < run) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the number of packed bytes, or {@link #INVALID} when a run or a count is not positive, a stride is
     * negative, or the product is beyond reason.
     */
    public long total() {
        long total = run;
        if (run <= 0) {
            return INVALID;
        }
        for (int i = 0; i < levels; i++) {
            if (counts[i] <= 0 || strides[i] < 0 || counts[i] > LARGEST_TOTAL / total) {
                return INVALID;
            }
            total *= counts[i];
        }
        return total;
    }

    /**
     * Returns whether the pattern, started at {@code first}, ends within {@code length} bytes. For patterns whose
     * {@link #total} is valid.
     */
    public boolean isInside(final long first, final long length) {
        if (first < 0 || run > length - first) {
            return false;
        }
        long left = length - first - run;
        for (int i = 0; i < levels; i++) {
            if (counts[i] > 1) {
                if (strides[i] > left / (counts[i] - 1)) {
                    return false;
                }
                left -= strides[i] * (counts[i] - 1);
            }
        }
        return true;
    }

    /** Returns the bytes from the first to the last one of a pattern that is known to be within memory. */
    public long span() {
        long span = run;
        for (int i = 0; i < levels; i++) {
            span += (counts[i] - 1) * strides[i];
        }
        return span;
    }

    /** Returns whether run and strides are multiples of {@code width}, a power of two. */
    public boolean isAligned(final int width) {
        long bits = run;
        for (int i = 0; i < levels; i++) {
            bits |= strides[i];
        }
        return (bits & width - 1) == 0;
    }

    /** Goes to a packed position, from 0 to the total. */
    public void seek(final long position) {
        long runs = position / run;
        within = position % run;
        offset = 0;
        for (int i = 0; i < levels; i++) {
            indices[i] = runs % counts[i];
            runs /= counts[i];
            offset += indices[i] * strides[i];
        }
    }

    /**
     * Packs the next {@code length} bytes of the pattern at {@code base} (an array object and an offset, or null and an
     * address).
     */
    public void gather(final Object object, final long base, final Object packed, final long to, final int length) {
        long at = to;
        for (int left = length; left > 0; ) {
            if (within == 0 && left >= run && levels > 0) {
                final long n = Math.min(counts[0] - indices[0], left / run);
                copyRuns(object, base + offset, strides[0], packed, at, run, run, n);
                at += n * run;
                left -= (int) (n * run);
                advance(n);
            } else {
                final long n = Math.min(run - within, left);
                ArrayOrMemory.copy(object, base + offset + within, packed, at, n);
                at += n;
                left -= (int) n;
                advanceWithin(n);
            }
        }
    }

    /** Unpacks the next {@code length} bytes to the pattern at {@code base}. */
    public void scatter(final Object packed, final long from, final Object object, final long base, final int length) {
        long at = from;
        for (int left = length; left > 0; ) {
            if (within == 0 && left >= run && levels > 0) {
                final long n = Math.min(counts[0] - indices[0], left / run);
                copyRuns(packed, at, run, object, base + offset, strides[0], run, n);
                at += n * run;
                left -= (int) (n * run);
                advance(n);
            } else {
                final long n = Math.min(run - within, left);
                ArrayOrMemory.copy(packed, at, object, base + offset + within, n);
                at += n;
                left -= (int) n;
                advanceWithin(n);
            }
        }
    }

    /**
     * Copies the next {@code length} bytes of the pattern at {@code base} to the next bytes of another pattern, without
     * packing: row by row where both sides have rows of one length, one side has a single run, or rows of one side lie
     * within a run of the other.
     */
    public void copy(final Object object, final long base, final StridedWalk other, final Object target,
                     final long to, final long length) {
        for (long left = length; left > 0; ) {
            final long n;
            if (other.levels == 0) {
                n = Math.min(left, LONGEST_GATHER);
                gather(object, base, target, to + other.within, (int) n);
                other.advanceWithin(n);
            } else if (levels == 0) {
                n = Math.min(left, LONGEST_GATHER);
                other.scatter(object, base + within, target, to, (int) n);
                advanceWithin(n);
            } else if (run == other.run && (within | other.within) == 0 && left >= run) {
                final long rows = Math.min(Math.min(counts[0] - indices[0], other.counts[0] - other.indices[0]),
                    left / run);
                copyRuns(object, base + offset, strides[0], target, to + other.offset, other.strides[0], run, rows);
                n = rows * run;
                advance(rows);
                other.advance(rows);
            } else {
                n = copyNext(object, base, other, target, to, left);
            }
            left -= n;
        }
    }

    /** Copies what lies together on one side at least, and returns its length. */
    private long copyNext(final Object object, final long base, final StridedWalk other, final Object target,
                          final long to, final long left) {
        final long from = base + offset + within;
        final long into = to + other.offset + other.within;
        final long ours = rowsWithin(other, left);
        final long theirs = other.rowsWithin(this, left);
        final long n;
        if (ours > 1) {
            n = ours * run;
            copyRuns(object, from, strides[0], target, into, run, run, ours);
            advance(ours);
            other.advanceWithin(n);
        } else if (theirs > 1) {
            n = theirs * other.run;
            copyRuns(object, from, other.run, target, into, other.strides[0], other.run, theirs);
            advanceWithin(n);
            other.advance(theirs);
        } else {
            n = Math.min(Math.min(run - within, other.run - other.within), left);
            copyPiece(object, from, target, into, n);
            advanceWithin(n);
            other.advanceWithin(n);
        }
        return n;
    }

    /** Returns how many of the next rows of this pattern, which is at the begin of one, fit the run of another. */
    private long rowsWithin(final StridedWalk other, final long left) {
        if (within > 0 || run >= other.run) {
            return 0;
        }
        return Math.min(counts[0] - indices[0], Math.min(other.run - other.within, left) / run);
    }

    private static void copyPiece(final Object source, final long from, final Object target, final long to,
                                  final long length) {
        if (length == 8) {
            ArrayOrMemory.putLong(target, to, ArrayOrMemory.getLong(source, from));
        } else {
            ArrayOrMemory.copy(source, from, target, to, length);
        }
    }

    /**
     * Adds values like {@link #scatter}, to memory of this node. Length, position and pattern are multiples of their
     * width.
     */
    public void accumulate(final int kind, final Object packed, final long from, final long base, final int length,
                           final boolean exclusive) {
        long at = from;
        for (int left = length; left > 0; ) {
            final int n = (int) Math.min(run - within, left);
            Accumulation.add(kind, packed, at, base + offset + within, n, exclusive);
            at += n;
            left -= n;
            advanceWithin(n);
        }
    }

    private static void copyRuns(final Object source, final long from, final long fromStride, final Object target,
                                 final long to, final long toStride, final long run, final long count) {
        if ((run & 7) == 0 && run <= LONGEST_BY_WORDS) {
            copyWords(source, from, fromStride, target, to, toStride, run, count);
            return;
        }
        long in = from;
        long out = to;
        for (long i = 0; i < count; i++, in += fromStride, out += toStride) {
            ArrayOrMemory.copy(source, in, target, out, run);
        }
    }

    /** Copies short runs, for which the call of a copy would cost more than the copy. */
    private static void copyWords(final Object source, final long from, final long fromStride, final Object target,
                                  final long to, final long toStride, final long run, final long count) {
        long in = from;
        long out = to;
        for (long i = 0; i < count; i++, in += fromStride, out += toStride) {
            for (long k = 0; k < run; k += 8) {
                ArrayOrMemory.putLong(target, out + k, ArrayOrMemory.getLong(source, in + k));
            }
        }
    }

    private void advanceWithin(final long bytes) {
        within += bytes;
        if (within == run) {
            within = 0;
            advance(1);
        }
    }

    /** Advances by whole runs of the innermost level. */
    private void advance(final long runs) {
        long carry = runs;
        for (int i = 0; i < levels && carry > 0; i++) {
            indices[i] += carry;
            offset += carry * strides[i];
            carry = 0;
            if (indices[i] == counts[i]) {
                offset -= counts[i] * strides[i];
                indices[i] = 0;
                carry = 1;
            }
        }
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder().append(run).append(" B");
        for (int i = 0; i < levels; i++) {
            text.append(", ").append(counts[i]).append(" x ").append(strides[i]);
        }
        return text.toString();
    }
}
