package org.gmt4j.apps.graph.run;

import org.gmt4j.cli.CliException;
import org.gmt4j.graph.Graph;
import picocli.CommandLine.Option;

/** Where searches begin: a mixin for applications that search from a vertex, a different one in each trial. */
public final class SourceOptions {
    @Option(names = {"-r", "--root"}, paramLabel = "V",
        description = "search from this vertex, as the graph's file names it (default: random ones with a neighbour)")
    private Long root;

    private long[] chosen;

    /** Chooses, once the graph is there. */
    void choose(final Graph graph, final int trials, final long seed) {
        if (root != null) {
            check(graph, root);
            chosen = new long[] {root};
            return;
        }
        chosen = sample(graph, trials, seed);
    }

    /** Refuses a vertex that the graph does not have. */
    static void check(final Graph graph, final long vertex) {
        if (!graph.contains(vertex)) {
            throw CliException.usage("-r " + vertex + ": the graph has no such vertex, of its " + graph.vertices()
                + ".");
        }
    }

    /** Chooses random vertices with a neighbour; refuses a graph that has none. */
    static long[] sample(final Graph graph, final int count, final long seed) {
        final long[] vertices = graph.sample(count, seed);
        if (vertices.length == 0) {
            throw CliException.failed("GMT-330", "the graph has " + graph.vertices()
                + " vertices, but no edge between two of them, so there is nothing to search. Choose another graph"
                + (graph.vertices() > 0 ? ", or a root with -r." : "."), null);
        }
        return vertices;
    }

    /** The vertex of a trial, numbered from 0. */
    long of(final long trial) {
        return chosen[(int) (trial % chosen.length)];
    }
}
