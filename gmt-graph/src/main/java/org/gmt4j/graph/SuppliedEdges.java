package org.gmt4j.graph;

import java.util.Iterator;
import java.util.OptionalLong;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.WeightKind;

/**
 * What each node brings, as a source with a part for each node, which is opened once. Any thread.
 *
 * @param name  of the graph
 * @param edges of the nodes
 */
record SuppliedEdges(String name, NodeEdges edges) implements EdgeSource {
    @Override
    public OptionalLong vertexCount() {
        return OptionalLong.empty();
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.empty();
    }

    @Override
    public boolean directed() {
        return true;
    }

    @Override
    public boolean weighted() {
        return true;
    }

    @Override
    public WeightKind weightKind() {
        return WeightKind.DOUBLE_IF_ANY;
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        final Iterator<Edge> iterator = edges.of(part, parts);
        if (iterator == null) {
            throw new GraphException(GraphException.BAD_EDGES, "node " + part + ": there is no iterator of edges; an"
                + " empty one says that the node has none");
        }
        return new IteratorCursor(iterator, part);
    }

    /**
     * Edges of one node, which may come from files and data bases of its own: so many are taken at a time that a
     * hand-over to a plain thread costs little beside them. Owned by one thread at a time.
     */
    private static final class IteratorCursor implements EdgeCursor {
        private static final int AHEAD = 8 * EdgeBatch.CAPACITY;

        private final Iterator<Edge> iterator;
        private final int node;
        private final long[] from = new long[AHEAD];
        private final long[] to = new long[AHEAD];
        private final long[] words = new long[AHEAD];
        private int position;
        private int end;
        private long read;

        IteratorCursor(final Iterator<Edge> iterator, final int node) {
            this.iterator = iterator;
            this.node = node;
        }

        @Override
        public boolean isReady() {
            return position < end;
        }

        @Override
        public boolean next(final EdgeBatch batch) {
            batch.clear();
            if (!isReady()) {
                take();
            }
            while (!batch.isFull() && position < end) {
                batch.addWord(from[position], to[position], words[position++]);
            }
            return batch.count() > 0;
        }

        /** Fewer where the load is cancelled meanwhile. */
        private void take() {
            position = 0;
            end = 0;
            while (end < AHEAD && iterator.hasNext()) {
                final Edge edge = iterator.next();
                words[end] = word(edge, read++, node);
                from[end] = edge.from();
                to[end++] = edge.to();
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
        }
    }

    private static long word(final Edge edge, final long number, final int node) {
        try {
            return EdgeChunks.word(EdgeChunks.there(edge, number), number);
        } catch (final GraphException failure) {
            throw new GraphException(failure.number(), "node " + node + ": " + failure.reason());
        }
    }
}
