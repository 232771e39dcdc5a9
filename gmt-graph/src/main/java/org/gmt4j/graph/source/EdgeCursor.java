package org.gmt4j.graph.source;

/**
 * Reads the edges of one part. Owned by one thread or fiber: the caller's loop stays its own, so it may wait between
 * batches.
 */
public interface EdgeCursor extends AutoCloseable {
    /**
     * Replaces the content of {@code batch} by the next edges; false, with an empty batch, when the part is exhausted.
     */
    boolean next(EdgeBatch batch);

    /**
     * Whether {@link #next} takes no longer than edges take to copy; false where it begins something first that may
     * take long, such as a query.
     */
    default boolean isReady() {
        return true;
    }

    @Override
    default void close() {
    }
}
