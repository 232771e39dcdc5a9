package org.gmt4j.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * A graph of stages whose lengths fall very often for whoever follows the row first that came last. Each vertex of a
 * stage has a heavy edge to each of the next one, and light ones to some between, from which light ones lead on. The
 * heavy edge of a stage is as heavy as those of all later ones: so there are as many lengths as ways, two to the power
 * of the stages. In buckets that hold them all, one after the other is found.
 */
final class ManyWays {
    static final long SOURCE = 1L << 40;
    /** Vertices of a stage: as many as are followed in one go. */
    private static final int GROUP = 32;

    private ManyWays() {
    }

    static List<Edge> edges(final int stages) {
        final List<Edge> edges = new ArrayList<>();
        for (int to = 0; to < GROUP; to++) {
            edges.add(new Edge(SOURCE, to, 1));
        }
        for (int stage = 0; stage < stages; stage++) {
            final long here = 2L * GROUP * stage;
            for (long from = here; from < here + GROUP; from++) {
                for (long to = 0; to < GROUP; to++) {
                    edges.add(new Edge(from, here + GROUP + to, 1));
                    edges.add(new Edge(from, here + 2 * GROUP + to, 1L << stages - stage));
                    edges.add(new Edge(from + GROUP, here + 2 * GROUP + to, 1));
                }
            }
        }
        return edges;
    }

    /** The length of the shortest path to a vertex of a stage, or between that and the next one. */
    static long distance(final long vertex) {
        return vertex == SOURCE ? 0 : 1 + vertex / GROUP;
    }
}
