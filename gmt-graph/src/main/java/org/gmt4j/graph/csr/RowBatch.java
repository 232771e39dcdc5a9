package org.gmt4j.graph.csr;

/**
 * Rows whose edges are followed next. Where they begin, and what is there, is read of all of them before the first one
 * is followed: so the processor waits for many of these reads at the same time, not for each. Owned by one thread; per
 * row.
 */
public final class RowBatch {
    /** Rows at most. */
    public static final int CAPACITY = 32;

    private final CsrPart part;
    private final boolean isWeighted;
    private final int[] rows = new int[CAPACITY];
    private final long[] begins = new long[CAPACITY];
    private final long[] ends = new long[CAPACITY];
    private int count;
    private int next;
    /** What was read to have it in the cache; otherwise it would not be read. */
    private long touched;

    /** @param isWeighted weights are read as well */
    public RowBatch(final CsrPart part, final boolean isWeighted) {
        this.part = part;
        this.isWeighted = isWeighted;
    }

    public boolean isFull() {
        return count == CAPACITY;
    }

    /** Adds a row, before any is taken. */
    public void add(final int row) {
        rows[count++] = row;
    }

    /** Reads what the rows need, when all have been added. */
    public void read() {
        for (int i = 0; i < count; i++) {
            begins[i] = part.begin(rows[i]);
            ends[i] = part.begin(rows[i] + 1L);
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            if (begins[i] < ends[i]) {
                sum += part.target(begins[i]) + (isWeighted ? part.weight(begins[i]) : 0);
            }
        }
        touched = sum;
    }

    /** Goes to the next row; returns its place in the batch, -1 behind the last one: the batch is empty then. */
    public int take() {
        if (next < count) {
            return next++;
        }
        next = 0;
        count = 0;
        return -1;
    }

    public int row(final int place) {
        return rows[place];
    }

    /** Position of the first target. */
    public long begin(final int place) {
        return begins[place];
    }

    /** Position behind the last target. */
    public long end(final int place) {
        return ends[place];
    }
}
