package org.gmt4j.graph;

import java.util.Iterator;
import java.util.stream.Stream;
import org.gmt4j.graph.source.PairWeights;
import org.gmt4j.graph.source.WeightKind;

/** Edges of the caller's process, a chunk after the other: numbers or texts. Owned by one thread. */
sealed interface EdgeChunks extends AutoCloseable permits NumberChunks, TextChunks {
    /** What the weights are. */
    default WeightKind weightKind() {
        return WeightKind.NONE;
    }

    @Override
    default void close() {
    }

    /** An element of a column as a long. */
    @FunctionalInterface
    interface Column {
        long at(int index);

        static Column of(final long[] values) {
            return index -> values[index];
        }

        static Column of(final int[] values) {
            return index -> values[index];
        }
    }

    /** @param words null where the kind says that there are none */
    static NumberChunks of(final int count, final Column sources, final Column targets, final WeightKind kind,
                         final Column words) {
        return new NumberChunks() {
            private int at;

            @Override
            public WeightKind weightKind() {
                return kind;
            }

            @Override
            public int next(final long[] from, final long[] to, final long[] weights) {
                final int length = Math.min(from.length, count - at);
                for (int i = 0; i < length; i++) {
                    from[i] = sources.at(at + i);
                    to[i] = targets.at(at + i);
                }
                for (int i = 0; i < length && kind != WeightKind.NONE; i++) {
                    weights[i] = words.at(at + i);
                }
                at += length;
                return length;
            }
        };
    }

    static NumberChunks of(final Iterator<Edge> edges) {
        if (edges == null) {
            throw new GraphException(GraphException.BAD_EDGES, "there is no iterator of edges; an empty one says that"
                + " there are none");
        }
        return new NumberChunks() {
            private long number;

            @Override
            public WeightKind weightKind() {
                return WeightKind.DOUBLE_IF_ANY;
            }

            @Override
            public int next(final long[] from, final long[] to, final long[] words) {
                int count = 0;
                while (count < from.length && edges.hasNext()) {
                    final Edge edge = there(edges.next(), number);
                    from[count] = edge.from();
                    to[count] = edge.to();
                    words[count++] = word(edge, number++);
                }
                return count;
            }
        };
    }

    /** Requires that there is an edge, which is the one of a number among all. */
    static Edge there(final Edge edge, final long number) {
        if (edge == null) {
            throw new GraphException(GraphException.BAD_EDGES, "edge " + number + " (counted from 0) is null");
        }
        return edge;
    }

    /** The weight of an edge, which is the one of a number among all. */
    static long word(final Edge edge, final long number) {
        final double weight = edge.weight();
        if (!Double.isFinite(weight)) {
            throw badWeight(number, edge.from(), edge.to(), weight);
        }
        return WeightKind.wordOf(weight);
    }

    static GraphException badWeight(final long number, final long from, final long to, final double weight) {
        return new GraphException(GraphException.BAD_WEIGHT, "edge " + number + " (counted from 0), from " + from
            + " to " + to + ", has the weight " + weight + ": a weight is a finite number");
    }

    static NumberChunks of(final Stream<Edge> edges) {
        final NumberChunks chunks = of(edges.iterator());
        return new WrappedChunks(chunks, chunks.weightKind()) {
            @Override
            public void close() {
                edges.close();
            }
        };
    }

    /** The same edges, with other weights. */
    static EdgeChunks weighted(final EdgeChunks chunks, final PairWeights weights) {
        if (!(chunks instanceof NumberChunks numbers)) {
            throw new GraphException(GraphException.BAD_EDGES, PairWeights.NOT_OF_TEXTS);
        }
        return new WrappedChunks(numbers, WeightKind.LONG) {
            @Override
            public int next(final long[] from, final long[] to, final long[] words) {
                final int count = super.next(from, to, words);
                for (int i = 0; i < count; i++) {
                    words[i] = weights.weight(from[i], to[i]);
                }
                return count;
            }
        };
    }
}
