package org.gmt4j.graph.serial;

import java.util.Optional;

/**
 * Judges communities of a graph whose edges count one each: they are those of one thread with arrays; where the run
 * says that labels have come to rest, no vertex has more neighbours in another community than in its own; and their
 * modularity follows from the listed labels. Owned by one thread. Time O(V + E) for each iteration, once; memory: rows
 * of the whole graph, and 41 bytes a vertex.
 */
public final class CommunitiesVerifier {
    private static final double ROUNDING = 1e-9;

    private final LocalCsr graph;
    private final NumberedEdges edges;
    private final AnswerColumn column;
    private final SerialCommunities serial;
    private final int[] expected;
    private int[] labels = new int[0];

    /** Reads the edges, makes rows of them, and finds the communities. */
    public CommunitiesVerifier(final NumberedEdges edges, final int maxIterations) {
        this.edges = edges;
        graph = LocalCsr.symmetrised(edges.toSource());
        column = new AnswerColumn(edges, "a community");
        serial = new SerialCommunities(graph);
        expected = serial.find(maxIterations);
    }

    /** Begins with an answer. */
    public void begin() {
        column.begin();
    }

    /**
     * Takes the label of the next vertex.
     *
     * @param vertex by its name; they ascend
     * @param label  name of the smallest vertex of its community
     */
    public void accept(final long vertex, final long label) {
        column.accept(vertex, label);
    }

    /** Ends an answer: what is wrong with it, or nothing. */
    public Optional<String> verdict(final int iterations, final boolean isStable, final double modularity) {
        labels = column.vertices();
        return column.gap().or(this::difference).or(() -> isStable ? restless() : Optional.empty())
            .or(() -> iterations == serial.iterations() && isStable == serial.isStable() ? Optional.empty()
                : Optional.of(iterations + " iterations, one thread needs " + serial.iterations()))
            .or(() -> Math.abs(modularity - modularity()) <= ROUNDING ? Optional.empty()
                : Optional.of("the modularity is said to be " + modularity + ", one thread says " + modularity()));
    }

    private Optional<String> difference() {
        for (int v = 0; v < labels.length; v++) {
            if (labels[v] != expected[v]) {
                return Optional.of("vertex " + edges.name(v) + " has community " + column.word(v)
                    + ", one thread says " + edges.name(expected[v]));
            }
        }
        return Optional.empty();
    }

    /** A vertex that has more neighbours in another community. */
    private Optional<String> restless() {
        final int[] counts = new int[labels.length];
        for (int v = 0; v < labels.length; v++) {
            int most = 0;
            for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                most = Math.max(most, ++counts[labels[graph.targets()[e]]]);
            }
            final int own = counts[labels[v]];
            for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                counts[labels[graph.targets()[e]]] = 0;
            }
            if (own < most) {
                return Optional.of("vertex " + edges.name(v) + " has " + own + " neighbours in its community, " + most
                    + " in another one");
            }
        }
        return Optional.empty();
    }

    private double modularity() {
        final double[] degrees = new double[labels.length];
        long within = 0;
        for (int v = 0; v < labels.length; v++) {
            degrees[labels[v]] += graph.degree(v);
            for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                within += labels[graph.targets()[e]] == labels[v] ? 1 : 0;
            }
        }
        final double all = graph.storedEdgeCount();
        double squares = 0;
        for (final double degree : degrees) {
            squares += degree / all * (degree / all);
        }
        return all == 0 ? 0 : within / all - squares;
    }
}
