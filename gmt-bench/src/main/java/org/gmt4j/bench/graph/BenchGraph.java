package org.gmt4j.bench.graph;

import java.util.stream.LongStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.CliException;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.serial.SerialCommunities;
import org.gmt4j.graph.serial.WeightedCsr;
import org.gmt4j.graph.source.EdgeSource;

/** A graph in the memory of the nodes, and the same in Java arrays of one thread. Owned by that thread. */
final class BenchGraph implements AutoCloseable {
    /** Sources of searches that go on at the same time. */
    static final int MANY = 64;

    private final Graph graph;
    private final NumberedEdges edges;
    private final WeightedCsr rows;
    private final long[] sources;
    private final long[] manySources;
    private final GmtCluster cluster;
    private final Edges listed;
    private LocalCsr inRows;
    private LocalCsr bothWays;
    private Graph unweighted;

    /**
     * Loads a graph both ways.
     *
     * @param edges  with weights, for the library
     * @param source of the same edges
     * @param trials for each a random vertex to begin at
     */
    BenchGraph(final GmtCluster cluster, final Edges edges, final EdgeSource source, final int trials,
               final long seed) {
        this.cluster = cluster;
        listed = edges;
        source.prepare();
        this.edges = NumberedEdges.of(source, source.directed());
        rows = WeightedCsr.of(this.edges);
        graph = Graph.load(cluster, edges);
        sources = graph.sample(trials, seed);
        manySources = LongStream.of(graph.sample(MANY, seed)).distinct().toArray();
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

    /** Rows of both directions; the same where all rows are. Made once. */
    LocalCsr bothWays() {
        if (bothWays == null) {
            bothWays = edges.isDirected() ? LocalCsr.symmetrised(edges.toSource()) : rows();
        }
        return bothWays;
    }

    /** Communities of the same without weights, for one thread to find. */
    SerialCommunities serialCommunities() {
        return edges.isDirected() ? SerialCommunities.of(edges) : new SerialCommunities(rows());
    }

    boolean isDirected() {
        return edges.isDirected();
    }

    /** The same without weights, for what would look at them. Loaded once. */
    Graph unweighted() {
        if (unweighted == null) {
            unweighted = Graph.load(cluster, listed.withoutWeights());
        }
        return unweighted;
    }

    /** Names of vertices to begin at all at once. */
    long[] manySources() {
        return manySources;
    }

    int number(final long name) {
        return edges.find(name);
    }

    /** Name of a vertex to begin at. */
    long source(final long trial) {
        return sources[(int) (trial % sources.length)];
    }

    int sourceCount() {
        return sources.length;
    }

    /** The same by its number. */
    int sourceNumber(final long trial) {
        return number(source(trial));
    }

    /** Name of a vertex. */
    long name(final int number) {
        return edges.name(number);
    }

    @Override
    public void close() {
        if (unweighted != null) {
            unweighted.close();
        }
        graph.close();
    }
}
