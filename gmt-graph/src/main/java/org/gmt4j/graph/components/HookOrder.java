package org.gmt4j.graph.components;

/**
 * A random order of all longs in which one, the root of the giant, comes first: it is never hooked, and all of its
 * neighbours are hooked to it. Immutable; per command.
 */
record HookOrder(RandomOrder random, long first) {
    private static final long FIRST_RANK = Long.MIN_VALUE;

    /** The rank of a value. */
    long rank(final long value) {
        if (value == first) {
            return FIRST_RANK;
        }
        final long rank = random.rank(value);
        return rank == FIRST_RANK ? random.rank(first) : rank;
    }

    /** The value that has a rank. */
    long value(final long rank) {
        if (rank == FIRST_RANK) {
            return first;
        }
        final long value = random.value(rank);
        return value == first ? random.value(FIRST_RANK) : value;
    }
}
