package org.gmt4j.graph.table;

/**
 * How a query is dealt to those who read it: by ranges of a column of whole numbers. Immutable; travels as a captured
 * value.
 *
 * @param column of the query
 * @param low    smallest value; rows below belong to the first part
 * @param high   largest value; rows above belong to the last part
 */
public record JdbcRange(String column, long low, long high) {
    /** Refuses a range without values. */
    public JdbcRange {
        if (low > high) {
            throw new IllegalArgumentException("a range from " + low + " to " + high + ": the first must not be above"
                + " the second");
        }
    }

    /** First value of a part; of part 0 it is {@code low}. They ascend, whatever the distance: it may exceed a long. */
    public long start(final int part, final int parts) {
        final long width = high - low;                  // without a sign
        final long rest = Long.remainderUnsigned(width, parts);
        return low + Long.divideUnsigned(width, parts) * part + rest * part / parts;
    }
}
