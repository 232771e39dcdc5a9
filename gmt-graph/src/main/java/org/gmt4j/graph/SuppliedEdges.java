package org.gmt4j.graph;

import java.util.Iterator;
import java.util.OptionalLong;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;

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
        return false;
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        final Iterator<Edge> iterator = edges.of(part, parts);
        return batch -> {
            batch.clear();
            while (!batch.isFull() && iterator.hasNext()) {
                final Edge edge = iterator.next();
                batch.add(edge.from(), edge.to());
            }
            return batch.count() > 0;
        };
    }
}
