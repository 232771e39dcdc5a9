package org.gmt4j;

import org.gmt4j.engine.container.EntryOperation;

/** How a map combines the value of a key with another one. The first value of a key is stored as it is. */
public enum Merge {
    /** The sum; of integers it wraps. */
    ADD(EntryOperation.ADD, EntryOperation.ADD_FLOATING),
    /** The smaller one; of {@code double} as {@link Math#min(double, double)}. */
    MIN(EntryOperation.MIN, EntryOperation.MIN_FLOATING),
    /** The larger one; of {@code double} as {@link Math#max(double, double)}. */
    MAX(EntryOperation.MAX, EntryOperation.MAX_FLOATING),
    /** The bits that both have. Of integers only. */
    AND(EntryOperation.AND, -1),
    /** The bits that one or both have. Of integers only. */
    OR(EntryOperation.OR, -1),
    /** The bits that one of both has. Of integers only. */
    XOR(EntryOperation.XOR, -1),
    /** The value that was there. */
    FIRST(EntryOperation.KEEP, EntryOperation.KEEP),
    /** The new value. */
    LAST(EntryOperation.SET, EntryOperation.SET);

    private final int integer;
    private final int floating;

    Merge(final int integer, final int floating) {
        this.integer = integer;
        this.floating = floating;
    }

    int ofIntegers() {
        return integer;
    }

    int ofDoubles() {
        if (floating < 0) {
            throw new IllegalArgumentException("GMT-823 " + this + " combines bits, which values of double have none "
                + "of; take ADD, MIN, MAX, FIRST or LAST, or a map with values of long");
        }
        return floating;
    }
}
