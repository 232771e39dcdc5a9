package org.gmt4j.apps.graph.run;

import org.gmt4j.cli.CliException;
import org.gmt4j.graph.Graph;
import picocli.CommandLine.Option;

/** Where searches begin: a mixin for applications that search from a vertex, a different one in each trial. */
public final class SourceOptions {
    @Option(names = {"-r", "--root"}, paramLabel = "V",
        description = "search from this vertex, as the graph's file names it (default: random ones with a neighbour)")
    private String root;

    private Graph graph;
    private long[] chosen;

    public SourceOptions() {
        // filled by the command line
    }

    /** @param root as the graph's file names it; null for random ones */
    SourceOptions(final String root) {
        this.root = root;
    }

    /** Chooses, once the graph is there. */
    void choose(final Graph loaded, final int trials, final long seed) {
        graph = loaded;
        chosen = root != null ? new long[] {vertex(loaded, root)} : sample(loaded, trials, seed);
    }

    /** The vertex of a name as the command line has it; refuses one that the graph does not have. */
    static long vertex(final Graph graph, final String name) {
        if (graph.hasTextNames() ? !graph.contains(name) : !isNumber(name) || !graph.contains(Long.parseLong(name))) {
            throw CliException.usage("-r " + name + ": the graph has no such vertex, of its " + graph.vertices()
                + (graph.hasTextNames() || isNumber(name) ? "." : ", which are named by numbers."));
        }
        return graph.hasTextNames() ? graph.vertex(name) : Long.parseLong(name);
    }

    private static boolean isNumber(final String name) {
        try {
            Long.parseLong(name);
            return true;
        } catch (final NumberFormatException none) {
            return false;
        }
    }

    /** What a vertex is called outside: a number or a text. */
    Object name(final long vertex) {
        return name(graph, vertex);
    }

    static Object name(final Graph graph, final long vertex) {
        return graph.hasTextNames() ? graph.name(vertex) : (Object) vertex;
    }

    /** Chooses random vertices with a neighbour; refuses a graph that has none. */
    static long[] sample(final Graph graph, final int count, final long seed) {
        final long[] vertices = graph.sample(count, seed);
        if (vertices.length == 0) {
            throw GraphWords.nothingToSearch("the graph", graph.vertices());
        }
        return vertices;
    }

    /** The vertex of a trial, numbered from 0. */
    long of(final long trial) {
        return chosen[(int) (trial % chosen.length)];
    }
}
