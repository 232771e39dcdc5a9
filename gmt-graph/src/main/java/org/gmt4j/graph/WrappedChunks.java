package org.gmt4j.graph;

import org.gmt4j.graph.source.WeightKind;

/** Chunks of another, to be changed by a subclass. Owned by one thread. */
class WrappedChunks implements NumberChunks {
    private final NumberChunks chunks;
    private final WeightKind kind;

    WrappedChunks(final NumberChunks chunks, final WeightKind kind) {
        this.chunks = chunks;
        this.kind = kind;
    }

    @Override
    public WeightKind weightKind() {
        return kind;
    }

    @Override
    public int next(final long[] from, final long[] to, final long[] words) {
        return chunks.next(from, to, words);
    }

    @Override
    public void close() {
        chunks.close();
    }
}
