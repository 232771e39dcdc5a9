package org.gmt4j.graph;

import java.util.Arrays;
import org.gmt4j.graph.names.TextBlock;
import org.gmt4j.graph.source.WeightKind;

/** Edges of two columns of texts, some at a time. Owned by one thread. */
final class TextChunks implements EdgeChunks {
    private static final int MOST_BYTES = 1 << 20;
    private static final long[] NO_WORDS = {};

    private final String[] sources;
    private final String[] targets;
    private final WeightKind kind;
    private final Column words;
    private int at;

    /**
     * Some edges.
     *
     * @param names of sources and targets in turn
     * @param words weights; none where there are none
     */
    record Chunk(byte[] names, long[] words) {
    }

    TextChunks(final String[] sources, final String[] targets, final WeightKind kind, final Column words) {
        this.sources = sources;
        this.targets = targets;
        this.kind = kind;
        this.words = words;
    }

    @Override
    public WeightKind weightKind() {
        return kind;
    }

    /** Edges that have been given out. */
    int taken() {
        return at;
    }

    boolean hasNext() {
        return at < sources.length;
    }

    /** The next edges, {@code most} of them or a megabyte. */
    Chunk next(final int most) {
        final TextBlock block = new TextBlock();
        final int first = at;
        long bytes = 0;
        while (at < sources.length && at - first < most && bytes < MOST_BYTES) {
            bytes += add(block, sources[at], "source") + add(block, targets[at], "target");
            at++;
        }
        if (kind == WeightKind.NONE) {
            return new Chunk(block.take(), NO_WORDS);
        }
        final long[] weights = new long[at - first];
        Arrays.setAll(weights, i -> words.at(first + i));
        return new Chunk(block.take(), weights);
    }

    private int add(final TextBlock block, final String name, final String role) {
        if (name == null) {
            throw new GraphException(GraphException.BAD_NAME, "edge " + at + " (counted from 0): the " + role
                + " is null. A vertex has a name, if an empty one");
        }
        try {
            final byte[] text = TextBlock.bytesOf(name);
            block.add(text);
            return text.length;
        } catch (final GraphException e) {
            throw new GraphException(e.number(), "edge " + at + " (counted from 0), its " + role + ": " + e.reason(),
                e);
        }
    }
}
