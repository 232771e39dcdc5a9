package org.gmt4j.graph.csr;

/**
 * Parallel edges whose weights have no sum that their type can hold. Immutable; travels.
 *
 * @param from  number of a vertex
 * @param to    number of the other one
 * @param count of the edges
 */
record NoSum(long from, long to, long count) {
    /** The one of the smaller vertices; null where both are. */
    static NoSum first(final NoSum one, final NoSum other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.from < other.from || one.from == other.from && one.to <= other.to ? one : other;
    }
}
