package org.gmt4j.graph;

import java.util.List;
import org.gmt4j.graph.components.ConnectedComponents;

/**
 * The connected components of a graph: for each vertex the smallest vertex of its component. Of a directed graph they
 * are the weak ones, as if its edges had no direction, unless {@link Graph#strongComponents} has found them. The same
 * with any number of nodes. Any thread. Memory of the nodes: 12 (16) bytes a vertex, given back by {@link #close} of
 * this or of the graph.
 */
public final class Components implements AutoCloseable {
    private final ResultLife life;
    private final ConnectedComponents found;
    private final VertexLongs labels;
    private final VertexLongs sizes;

    Components(final Graph graph, final ConnectedComponents found) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.found = found;
        labels = VertexLongs.ofVertices(life, graph.names(), "component", found.labels());
        sizes = VertexLongs.ofNumbers(life, graph.names(), "size", found.sizes());
    }

    /** Returns the number of components; vertices without a neighbour are one each. */
    public long count() {
        return found.count();
    }

    /**
     * Returns the smallest vertex of the component of a vertex.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long value(final long vertex) {
        return labels.value(vertex);
    }

    /** Returns the largest components, each by its smallest vertex, and how many vertices they have. */
    public List<VertexLong> top(final int count) {
        return sizes.top(count).stream().filter(component -> component.value() > 0).toList();
    }

    /** Returns the smallest vertex of the component of each vertex. */
    public VertexLongs labels() {
        return labels;
    }

    /**
     * Writes a row for each vertex, with its component, by all nodes at the same time; whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, labels.part());
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
