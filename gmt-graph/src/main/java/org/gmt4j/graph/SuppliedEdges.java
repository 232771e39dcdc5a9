package org.gmt4j.graph;

import java.util.Iterator;
import java.util.OptionalLong;
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
        final long[] read = {0};
        return batch -> {
            batch.clear();
            while (!batch.isFull() && iterator.hasNext()) {
                final Edge edge = iterator.next();
                final long word = word(edge, read[0]++, part);
                batch.addWord(edge.from(), edge.to(), word);
            }
            return batch.count() > 0;
        };
    }

    private static long word(final Edge edge, final long number, final int node) {
        try {
            return EdgeChunks.word(EdgeChunks.there(edge, number), number);
        } catch (final GraphException failure) {
            throw new GraphException(failure.number(), "node " + node + ": " + failure.getMessage().substring(8));
        }
    }
}
