package org.gmt4j.graph.source;

/** Cursor over edges that can be made from their index alone. Owned by one thread. */
abstract class IndexedCursor implements EdgeCursor {
    private final long end;
    private long next;

    IndexedCursor(final PartRange range) {
        next = range.start();
        end = range.end();
    }

    @Override
    public final boolean next(final EdgeBatch batch) {
        batch.clear();
        final long first = next;
        next = Math.min(end, first + EdgeBatch.CAPACITY);
        generate(first, next, batch);
        return batch.count() > 0;
    }

    /** Adds the edges with indices {@code first .. end-1}, at most one batch full. */
    abstract void generate(long first, long end, EdgeBatch batch);
}
