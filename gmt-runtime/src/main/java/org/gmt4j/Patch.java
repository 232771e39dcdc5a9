package org.gmt4j;

import java.util.Arrays;

/**
 * A shape in memory and the place where it begins: a run of neighbours, repeated at a distance, the whole repeated at
 * another distance, up to {@value #MAX_LEVELS} times. Numbers count bytes where one-sided memory is meant, elements
 * where an array is.
 *
 * <pre>{@code
 * Patch.of(30, 64)                                       // 64 neighbours, from 30 on
 * Patch.of(30, 64).times(10, 1000)                       // ten such rows, 1000 from begin to begin: a tile of a matrix
 * Patch.of(30, 64).times(10, 1000).times(4, 100_000)     // four such tiles, one above the other
 * }</pre>
 *
 * <p>The order of what lies in a patch is that of these loops, the first the innermost. A transfer has a patch on each
 * side; both are as large, and need not be alike: ten rows may become one run. A count of 0 is a patch of nothing.
 *
 * <p>Immutable; any thread, and bodies may capture it. Made at set-up and used again: each step of its making costs
 * two arrays and an object, some 100 bytes for a tile; {@link #at} costs one object and shares the arrays.
 */
public final class Patch implements Transferable {
    /** Most repetitions of one run, one within the other. */
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
     * Neighbours.
     *
     * @throws IllegalArgumentException GMT-273 when there are less than none, or more than memory can have
     */
    public static Patch of(final long offset, final long count) {
        if (count < 0 || count > LARGEST) {
            throw new IllegalArgumentException("GMT-273 a run of " + count + ", expected 0 to 2^62");
        }
        return new Patch(offset, count, NONE, NONE, count);
    }

    /**
     * All that is in this patch, {@code count} times.
     *
     * @param distance from begin to begin, 0 or more; repetitions may interleave, and at a target must not overlap
     * @throws IllegalArgumentException GMT-273 when one of the numbers is negative, when it would be one level more
     *                                  than {@value #MAX_LEVELS}, or more than memory can have
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

    /** The same shape, beginning elsewhere. */
    public Patch at(final long newOffset) {
        return new Patch(newOffset, run, counts, distances, size);
    }

    /** Place of the first of all. */
    public long offset() {
        return offset;
    }

    /** All that is in it, repetitions included. */
    public long size() {
        return size;
    }

    /** Neighbours in a run. */
    public long run() {
        return run;
    }

    /** Repetitions one within the other, 0 to {@value #MAX_LEVELS}. */
    public int levels() {
        return counts.length;
    }

    /** How often a level repeats what is inside of it; 0 is the innermost. */
    public long count(final int level) {
        return counts[level];
    }

    /** From begin to begin of the repetitions of a level. */
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
