package org.gmt4j.ga;

import java.util.Arrays;

/**
 * Every so many index of a box, in each dimension, from the first on. Those that are taken count from 0 on in the tile
 * that stands for them. Immutable.
 *
 * @param steps from one index to the next in each dimension, 1 or more
 */
record Lattice(Box box, long[] steps) {
    private static final long[][] DENSE = new long[Box.MOST_DIMS + 1][];

    static {
        Arrays.setAll(DENSE, dims -> {
            final long[] ones = new long[dims];
            Arrays.fill(ones, 1);
            return ones;
        });
    }

    /** Returns all indices of a box. */
    static Lattice of(final Box box) {
        return new Lattice(box, DENSE[box.dims()]);
    }

    /** Returns some indices of a box that lies within a matrix; other boxes and steps are refused. */
    static Lattice of(final MatrixPart part, final Box box, final long[] steps) {
        part.check(box);
        boolean isGood = steps.length == box.dims();
        for (final long step : steps) {
            isGood &= step > 0;
        }
        if (!isGood) {
            throw MatrixSpec.bad("steps of " + Arrays.toString(steps) + " through the box " + box + " of "
                + part.spec() + part.asked() + ": expected 1 or more in each dimension");
        }
        return new Lattice(box, steps.clone());
    }

    long step(final int dim) {
        return steps[dim];
    }

    /** Returns how many of the indices from one of these on lie before an end, in one dimension. */
    long count(final int dim, final long first, final long end) {
        if (steps[dim] == 1) {
            return Math.max(0, end - first);
        }
        return first >= end ? 0 : (end - first - 1) / steps[dim] + 1;
    }

    /** Returns the place of an index among these in one dimension. */
    long place(final int dim, final long index) {
        final long distance = index - box.from(dim);
        return steps[dim] == 1 ? distance : distance / steps[dim];
    }

    long[] extents() {
        final long[] extents = new long[steps.length];
        for (int dim = 0; dim < extents.length; dim++) {
            extents[dim] = count(dim, box.from(dim), box.to(dim));
        }
        return extents;
    }

    /** Returns the first index that is not before a place in one dimension, be it in the box or behind it. */
    long first(final int dim, final long place) {
        final long from = box.from(dim);
        if (place <= from) {
            return from;
        }
        final long way = Box.times((place - from - 1) / steps[dim] + 1, steps[dim]);
        return way > Long.MAX_VALUE - from ? Long.MAX_VALUE : from + way;
    }

    /** Returns the part of another box from the first of these indices in it on; empty where it has none. */
    Box within(final Box other) {
        Box within = box.intersect(other);
        for (int dim = 0; dim < steps.length; dim++) {
            if (steps[dim] > 1) {
                final long end = within.to(dim);
                within = within.with(dim, Math.min(end, first(dim, within.from(dim))), end);
            }
        }
        return within;
    }

    /** Returns whether these are all the indices of another box, and no others. */
    boolean isAll(final Box other) {
        for (int dim = 0; dim < steps.length; dim++) {
            final long count = count(dim, box.from(dim), box.to(dim));
            if (count > 1 && steps[dim] > 1 || other.from(dim) != box.from(dim) || other.extent(dim) != count) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return Arrays.stream(steps).allMatch(step -> step == 1) ? box.toString()
            : box + " in steps of " + Arrays.toString(steps);
    }
}
