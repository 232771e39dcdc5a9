package org.gmt4j.graph.serial;

/**
 * Communities by label propagation in one thread of plain Java: in each iteration first one half of the vertices, drawn
 * by a hash, takes the label that most of its neighbours have, by weight, then the other half. Of several such labels a
 * vertex keeps its own; otherwise the one whose hash is lowest. Owned by one thread. Memory: 12 bytes a vertex, 16 with
 * weights.
 *
 * @see "Raghavan, Albert, Kumara, Near linear time algorithm to detect community structures, Phys. Rev. E 76, 2007"
 * @see "Cordasco, Gargano, Community Detection via Semi-Synchronous Label Propagation Algorithms, BASNA 2010"
 */
public final class SerialCommunities {
    private final LocalCsr graph;
    /** Null where each edge counts one. */
    private final double[] weights;
    private final int[] counts;
    private final double[] sums;
    private int iterations;
    private boolean isStable;

    /** @param graph whose rows are symmetric; each edge counts one */
    public SerialCommunities(final LocalCsr graph) {
        this(new JoinedRows(graph, null));
    }

    /** Edges of a directed graph that lead to and fro count two, all others one. */
    public static SerialCommunities of(final NumberedEdges edges) {
        return new SerialCommunities(JoinedRows.plain(edges));
    }

    SerialCommunities(final JoinedRows joined) {
        graph = joined.rows();
        weights = joined.weights();
        counts = new int[weights == null ? graph.vertexCount() : 0];
        sums = new double[weights == null ? 0 : graph.vertexCount()];
    }

    /** Iterations that were made. */
    public int iterations() {
        return iterations;
    }

    /** Whether the last iteration has changed nothing. */
    public boolean isStable() {
        return isStable;
    }

    /** Returns per vertex the smallest vertex of its community. */
    public int[] find(final int maxIterations) {
        int[] labels = new int[graph.vertexCount()];
        for (int v = 0; v < labels.length; v++) {
            labels[v] = v;
        }
        isStable = labels.length == 0;
        for (iterations = 0; !isStable && iterations < maxIterations;) {
            iterations++;
            final int[] middle = half(labels, 0);
            final int[] next = half(middle, 1);
            isStable = middle == labels && next == middle;
            labels = next;
        }
        return named(labels);
    }

    /** Returns the labels after one half of the vertices has looked; the same array where none has changed. */
    private int[] half(final int[] labels, final int half) {
        final int[] next = labels.clone();
        boolean isChanged = false;
        for (int v = 0; v < next.length; v++) {
            if ((hash(v + iterations * 0x9E3779B97F4A7C15L) & 1) == half) {
                next[v] = weights == null ? mostFrequent(v, labels) : heaviest(v, labels);
                isChanged |= next[v] != labels[v];
            }
        }
        return isChanged ? next : labels;
    }

    private int mostFrequent(final int vertex, final int[] labels) {
        final int[] targets = graph.targets();
        final int begin = graph.offsets()[vertex];
        final int end = graph.offsets()[vertex + 1];
        final int own = labels[vertex];
        int most = 0;
        int best = own;
        for (int at = begin; at < end; at++) {
            counts[labels[targets[at]]]++;
        }
        for (int at = begin; at < end; at++) {
            final int label = labels[targets[at]];
            final int count = counts[label];
            if (count > most || count == most && isBetter(label, best, own)) {
                most = count;
                best = label;
            }
        }
        for (int at = begin; at < end; at++) {
            counts[labels[targets[at]]] = 0;
        }
        return best;
    }

    private int heaviest(final int vertex, final int[] labels) {
        final int[] targets = graph.targets();
        final int begin = graph.offsets()[vertex];
        final int end = graph.offsets()[vertex + 1];
        final int own = labels[vertex];
        double most = 0;
        int best = own;
        for (int at = begin; at < end; at++) {
            sums[labels[targets[at]]] += weights[at];
        }
        for (int at = begin; at < end; at++) {
            final int label = labels[targets[at]];
            final double sum = sums[label];
            if (sum > most || sum == most && sum > 0 && isBetter(label, best, own)) {
                most = sum;
                best = label;
            }
        }
        for (int at = begin; at < end; at++) {
            sums[labels[targets[at]]] = 0;
        }
        return best;
    }

    /** Whether the first of two labels of the same weight comes before the other. */
    private static boolean isBetter(final int label, final int best, final int own) {
        return label != best && best != own && (label == own || hash(label) < hash(best));
    }

    /** Names each label by the smallest vertex that has it. */
    private static int[] named(final int[] labels) {
        final int[] smallest = new int[labels.length];
        for (int v = labels.length - 1; v >= 0; v--) {
            smallest[labels[v]] = v;
        }
        final int[] named = new int[labels.length];
        for (int v = 0; v < labels.length; v++) {
            named[v] = smallest[labels[v]];
        }
        return named;
    }

    /** The finaliser of MurmurHash3, which gives each word another one. */
    static long hash(final long word) {
        long mixed = (word ^ word >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }
}
