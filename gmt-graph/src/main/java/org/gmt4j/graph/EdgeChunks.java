package org.gmt4j.graph;

import java.util.Iterator;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Edges of the caller's process, a chunk after the other. Owned by one thread. */
interface EdgeChunks extends AutoCloseable {
    /** Fills both arrays from their beginning on, and only at the end less than all of them; returns how many. */
    int next(long[] from, long[] to);

    @Override
    default void close() {
    }

    static EdgeChunks of(final long[] sources, final long[] targets) {
        return new EdgeChunks() {
            private int at;

            @Override
            public int next(final long[] from, final long[] to) {
                final int count = Math.min(from.length, sources.length - at);
                System.arraycopy(sources, at, from, 0, count);
                System.arraycopy(targets, at, to, 0, count);
                at += count;
                return count;
            }
        };
    }

    static EdgeChunks of(final int[] sources, final int[] targets) {
        final PrimitiveIterator.OfInt indices = IntStream.range(0, sources.length).iterator();
        return (from, to) -> {
            int count = 0;
            while (count < from.length && indices.hasNext()) {
                final int at = indices.nextInt();
                from[count] = sources[at];
                to[count++] = targets[at];
            }
            return count;
        };
    }

    static EdgeChunks of(final Iterator<Edge> edges) {
        return (from, to) -> {
            int count = 0;
            while (count < from.length && edges.hasNext()) {
                final Edge edge = edges.next();
                from[count] = edge.from();
                to[count++] = edge.to();
            }
            return count;
        };
    }

    static EdgeChunks of(final Stream<Edge> edges) {
        final EdgeChunks chunks = of(edges.iterator());
        return new EdgeChunks() {
            @Override
            public int next(final long[] from, final long[] to) {
                return chunks.next(from, to);
            }

            @Override
            public void close() {
                edges.close();
            }
        };
    }
}
