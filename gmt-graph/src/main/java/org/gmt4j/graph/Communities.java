package org.gmt4j.graph;

import java.util.List;
import org.gmt4j.graph.communities.LabelPropagation;

/**
 * Communities of a graph, found by label propagation: each vertex belongs to the one to which most of its neighbours
 * belong, by weight. A community is named by its smallest vertex. A directed graph counts as if its edges had no
 * direction; loops do not count. The same with any number of nodes and threads. Any thread. Memory of the nodes: 12
 * (16) bytes a vertex, given back by {@link #close} of this or of the graph.
 */
public final class Communities implements AutoCloseable {
    private final ResultLife life;
    private final LabelPropagation found;
    private final VertexLongs labels;
    private final VertexLongs sizes;

    Communities(final Graph graph, final LabelPropagation found) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.found = found;
        labels = VertexLongs.ofVertices(life, graph.names(), "community", found.labels());
        sizes = VertexLongs.ofNumbers(life, graph.names(), "size", found.sizes());
    }

    /** Returns the number of communities; vertices without a neighbour are one each. */
    public long count() {
        return found.count();
    }

    /**
     * Returns the smallest vertex of the community of a vertex.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long value(final long vertex) {
        return labels.value(vertex);
    }

    /** Returns the largest communities, each by its smallest vertex, and how many vertices they have. */
    public List<VertexLong> top(final int count) {
        return sizes.top(count).stream().filter(community -> community.value() > 0).toList();
    }

    /** Returns the smallest vertex of the community of each vertex. */
    public VertexLongs labels() {
        return labels;
    }

    /**
     * Returns the modularity: the share of the weights of edges that lie within communities, less the share that would
     * if edges were drawn at random between vertices of the same degrees. From -1/2 to 1; 0 without edges. The same to
     * the last bit with any number of nodes where weights are whole numbers and below 2^53 together, otherwise within
     * 1e-9.
     */
    public double modularity() {
        return found.modularity();
    }

    /** Returns the number of iterations that were made. */
    public int iterations() {
        return found.iterations();
    }

    /** Returns whether each vertex has a label that most of its neighbours have; false where there were too few. */
    public boolean converged() {
        return found.isStable();
    }

    /**
     * Writes a row for each vertex, with its community, by all nodes at the same time; whole or not at all.
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
