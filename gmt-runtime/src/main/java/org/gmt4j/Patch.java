package org.gmt4j;

import java.util.Arrays;

/**
 * A shape and its place in memory: a run of neighbours, repeated at a distance, the whole repeated at another distance,
 * up to {@value #MAX_LEVELS} times. The unit is bytes for one-sided memory and elements for arrays.
 *
 * <pre>{@code
 * Patch.of(30, 64)                                       // 64 neighbours, from 30 on
 * Patch.of(30, 64).times(10, 1000)                       // ten such rows, 1000 apart: a tile of a matrix
 * Patch.of(30, 64).times(10, 1000).times(4, 100_000)     // four such tiles, one above the other
 * }</pre>
 *
 * <p>These loops define the order of the contents of a patch; the first is the innermost. A transfer has a patch on
 * each side. Both have the same size but may differ in shape: ten rows may become one run. A count of 0 makes an empty
 * patch.
 *
 * <p>Immutable; any thread, and bodies may capture it. Create patches at set-up and reuse them: each step of the
 * construction allocates two arrays and an object, some 100 bytes for a tile; {@link #at} allocates one object and
 * shares the arrays.
 */
public final class Patch implements Transferable {
    /** Greatest number of levels of repetition. */
    public static final int MAX_LEVELS = 8;
    private static final long LARGEST = 1L << 62;
    private static final long[] NONE = {};

    private final long offset;
    private final long run;
    private final long[] counts;
    private final long[] distances;
    private final long size;

    private Patch(final long offset, final long run, final long[] counts, final long[] distances, final long size) {
        this.offset = offset;
        this.run = run;
        this.counts = counts;
        this.distances = distances;
        this.size = size;
    }

    /**
     * Returns a run of neighbours.
     *
     * @param offset place of the first, in bytes or elements
     * @param count  number of neighbours, 0 or more
     * @throws IllegalArgumentException GMT-273 when the count is negative, or larger than any memory
     */
    public static Patch of(final long offset, final long count) {
        if (count < 0 || count > LARGEST) {
            throw new IllegalArgumentException("GMT-273 a run of " + count + ", expected 0 to 2^62");
        }
        return new Patch(offset, count, NONE, NONE, count);
    }

    /**
     * Returns this patch repeated {@code count} times.
     *
     * @param distance from one start to the next, 0 or more; repetitions may interleave, and must not overlap at a
     *                 target
     * @throws IllegalArgumentException GMT-273 when a number is negative, the patch would have more than
     *                                  {@value #MAX_LEVELS} levels, or it is larger than any memory
     */
    public Patch times(final long count, final long distance) {
        if (count < 0 || distance < 0) {
            throw new IllegalArgumentException("GMT-273 " + count + " times at a distance of " + distance
                + ": neither can be negative");
        }
        final int level = counts.length;
        if (level == MAX_LEVELS) {
            throw new IllegalArgumentException("GMT-273 a patch has at most " + MAX_LEVELS + " levels above its run");
        }
        if (size > 0 && count > LARGEST / size) {
            throw new IllegalArgumentException("GMT-273 " + count + " times " + size + " is beyond any memory");
        }
        final long[] allCounts = Arrays.copyOf(counts, level + 1);
        final long[] allDistances = Arrays.copyOf(distances, level + 1);
        allCounts[level] = count;
        allDistances[level] = distance;
        return new Patch(offset, run, allCounts, allDistances, size * count);
    }

    /** Returns the same shape at another offset. */
    public Patch at(final long newOffset) {
        return new Patch(newOffset, run, counts, distances, size);
    }

    /** Returns the offset of the first byte or element. */
    public long offset() {
        return offset;
    }

    /** Returns the number of bytes or elements, including repetitions. */
    public long size() {
        return size;
    }

    /** Returns the number of neighbours in a run. */
    public long run() {
        return run;
    }

    /** Returns the number of nested repetitions, 0 to {@value #MAX_LEVELS}. */
    public int levels() {
        return counts.length;
    }

    /** Returns the number of repetitions at a level; 0 is the innermost. */
    public long count(final int level) {
        return counts[level];
    }

    /** Returns the distance from one start to the next at a level. */
    public long distance(final int level) {
        return distances[level];
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder().append("patch of ").append(run);
        for (int i = 0; i < counts.length; i++) {
            text.append(", ").append(counts[i]).append(" x ").append(distances[i]);
        }
        return text.append(" at ").append(offset).toString();
    }
}
