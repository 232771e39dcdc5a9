package org.gmt4j.graph.serial;

import java.util.Optional;

/**
 * Judges communities: they are those of one thread with arrays; where the run says that labels have come to rest, no
 * vertex has more neighbours, by weight, in another community than in its own; and their modularity follows from the
 * listed labels. Owned by one thread. Time O(V + E) for each iteration, once; memory: rows of the whole graph, and 41
 * bytes a vertex; with weights 8 bytes, of a directed graph with or without 16, for each entry of a row, and 45 a
 * vertex.
 */
public final class CommunitiesVerifier {
    private static final double ROUNDING = 1e-9;

    private final LocalCsr graph;
    private final double[] weights;
    private final NumberedEdges edges;
    private final AnswerColumn column;
    private final SerialCommunities serial;
    private final int[] expected;
    private int[] labels = new int[0];

    /**
     * Reads the edges, makes rows of them, and finds the communities.
     *
     * @param byWeight whether edges count as much as they weigh, rather than one each, in a directed graph two where
     *                 they lead to and fro
     */
    public CommunitiesVerifier(final NumberedEdges edges, final boolean byWeight, final int maxIterations) {
        this.edges = edges;
        final JoinedRows joined = byWeight ? JoinedRows.of(edges) : JoinedRows.plain(edges);
        graph = joined.rows();
        weights = joined.weights();
        column = new AnswerColumn(edges, "a community");
        serial = new SerialCommunities(joined);
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

    /**
     * Ends an answer: what is wrong with it, or nothing.
     *
     * @param communities as it says
     * @param largest     vertices of the largest one, as it says
     */
    public Optional<String> verdict(final int iterations, final boolean isStable, final double modularity,
                                    final long communities, final long largest) {
        labels = column.vertices();
        return column.gap().or(this::difference).or(() -> isStable ? restless() : Optional.empty())
            .or(() -> iterations == serial.iterations() && isStable == serial.isStable() ? Optional.empty()
                : Optional.of(iterations + " iterations, one thread needs " + serial.iterations()))
            .or(() -> Math.abs(modularity - modularity()) <= ROUNDING ? Optional.empty()
                : Optional.of("the modularity is said to be " + modularity + ", one thread says " + modularity()))
            .or(() -> GroupSizes.difference(labels, "communities", communities, largest));
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

    private double weight(final int entry) {
        return weights == null ? 1 : weights[entry];
    }

    /** A vertex that has more neighbours in another community. */
    private Optional<String> restless() {
        final double[] sums = new double[labels.length];
        for (int v = 0; v < labels.length; v++) {
            double most = 0;
            for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                sums[labels[graph.targets()[e]]] += weight(e);
                most = Math.max(most, sums[labels[graph.targets()[e]]]);
            }
            final double own = sums[labels[v]];
            for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                sums[labels[graph.targets()[e]]] = 0;
            }
            if (own < most) {
                return Optional.of("vertex " + edges.name(v) + " has " + text(own) + " in its community, " + text(most)
                    + " in another one");
            }
        }
        return Optional.empty();
    }

    private String text(final double sum) {
        return weights == null ? (long) sum + " neighbours" : "neighbours of weight " + sum;
    }

    private double modularity() {
        final double[] ofLabels = new double[labels.length];
        double within = 0;
        double all = 0;
        for (int v = 0; v < labels.length; v++) {
            for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                ofLabels[labels[v]] += weight(e);
                within += labels[graph.targets()[e]] == labels[v] ? weight(e) : 0;
                all += weight(e);
            }
        }
        double squares = 0;
        for (final double sum : ofLabels) {
            squares += sum / all * (sum / all);
        }
        return all == 0 ? 0 : within / all - squares;
    }
}
