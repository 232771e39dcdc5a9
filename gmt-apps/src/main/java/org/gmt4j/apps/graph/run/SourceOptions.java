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
            chosen = new long[] {root};
            if (!graph.contains(root)) {
                throw CliException.usage("-r " + root + ": the graph has no such vertex, of its " + graph.vertices()
                    + ".");
            }
            return;
        }
        chosen = graph.sample(trials, seed);
        if (chosen.length == 0) {
            throw CliException.failed("GMT-330", "the graph has " + graph.vertices()
                + " vertices, but no edge between two of them, so there is nothing to search. Choose another graph"
                + (graph.vertices() > 0 ? ", or a root with -r." : "."), null);
        }
    }

    /** The vertex of a trial, numbered from 0. */
    long of(final long trial) {
        return chosen[(int) (trial % chosen.length)];
    }
}
