package org.gmt4j.bench.graph;

import org.gmt4j.GmtCluster;
import org.gmt4j.cli.CliException;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.serial.WeightedCsr;
import org.gmt4j.graph.source.EdgeSource;

/** A graph in the memory of the nodes, and the same in Java arrays of one thread. Owned by that thread. */
final class BenchGraph implements AutoCloseable {
    private final Graph graph;
    private final NumberedEdges edges;
    private final WeightedCsr rows;
    private final long[] sources;
    private LocalCsr inRows;

    /**
     * Loads a graph both ways.
     *
     * @param edges  with weights, for the library
     * @param source of the same edges
     * @param trials for each a random vertex to begin at
     */
    BenchGraph(final GmtCluster cluster, final Edges edges, final EdgeSource source, final int trials,
               final long seed) {
        source.prepare();
        this.edges = NumberedEdges.of(source, source.directed());
        rows = WeightedCsr.of(this.edges);
        graph = Graph.load(cluster, edges);
        sources = graph.sample(trials, seed);
        if (sources.length == 0) {
            graph.close();
            throw CliException.failed("GMT-330", source.name() + " has no edge between two vertices, so there is"
                + " nothing to search. Choose a larger graph.", null);
        }
    }

    Graph graph() {
        return graph;
    }

    LocalCsr rows() {
        return rows.rows();
    }

    WeightedCsr weighted() {
        return rows;
    }

    /** Rows against the direction of edges; the same where they have none. Made once. */
    LocalCsr inRows() {
        if (inRows == null) {
            inRows = edges.isDirected() ? rows().reversed() : rows();
        }
        return inRows;
    }

    /** Name of a vertex to begin at. */
    long source(final long trial) {
        return sources[(int) (trial % sources.length)];
    }

    /** The same by its number. */
    int sourceNumber(final long trial) {
        return edges.find(source(trial));
    }

    /** Name of a vertex. */
    long name(final int number) {
        return edges.name(number);
    }

    @Override
    public void close() {
        graph.close();
    }
}
