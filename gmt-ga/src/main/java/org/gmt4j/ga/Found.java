package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.Transferable;

/** An element of a matrix that was looked for, and its place. Immutable. */
public final class Found implements Transferable {
    private final double value;
    private final long[] index;

    Found(final double value, final long[] index) {
        this.value = value;
        this.index = index;
    }

    /** Returns the element; the size of a complex one. */
    public double value() {
        return value;
    }

    /** Returns its index in a dimension. */
    public long index(final int dim) {
        return index[dim];
    }

    /** Returns whether a node without elements has looked. */
    boolean isNone() {
        return index.length == 0;
    }

    /** Returns whether this place comes first, in the order of rows. */
    boolean isBefore(final Found other) {
        for (int dim = 0; dim < index.length; dim++) {
            if (index[dim] != other.index[dim]) {
                return index[dim] < other.index[dim];
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return value + " at " + Arrays.toString(index);
    }
}
