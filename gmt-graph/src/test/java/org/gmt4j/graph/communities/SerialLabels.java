package org.gmt4j.graph.communities;

import org.gmt4j.graph.serial.LocalCsr;

/** The same algorithm without weights in one thread of plain Java, with an array for the sums of labels. */
final class SerialLabels {
    private final LocalCsr graph;
    private final int[] sums;
    private int iterations;

    SerialLabels(final LocalCsr graph) {
        this.graph = graph;
        sums = new int[graph.vertexCount()];
    }

    int iterations() {
        return iterations;
    }

    /** The label of each vertex. */
    int[] find(final int maxIterations) {
        int[] labels = new int[sums.length];
        for (int v = 0; v < labels.length; v++) {
            labels[v] = v;
        }
        boolean isStable = false;
        for (iterations = 0; !isStable && iterations < maxIterations;) {
            iterations++;
            isStable = true;
            for (int half = 0; half < 2; half++) {
                final int[] next = labels.clone();
                for (int v = 0; v < next.length; v++) {
                    if (LabelSearch.isInFirstHalf(v, iterations) == (half == 0)) {
                        next[v] = best(v, labels);
                        isStable &= next[v] == labels[v];
                    }
                }
                labels = next;
            }
        }
        return labels;
    }

    private int best(final int vertex, final int[] labels) {
        final int[] targets = graph.targets();
        final int begin = graph.offsets()[vertex];
        final int end = graph.offsets()[vertex + 1];
        final int own = labels[vertex];
        int most = 0;
        int best = own;
        for (int at = begin; at < end; at++) {
            sums[labels[targets[at]]]++;
        }
        for (int at = begin; at < end; at++) {
            final int label = labels[targets[at]];
            if (sums[label] > most || sums[label] == most && label != best && best != own && sums[label] > 0
                && (label == own || LabelWeights.rank(label) < LabelWeights.rank(best))) {
                most = sums[label];
                best = label;
            }
        }
        for (int at = begin; at < end; at++) {
            sums[labels[targets[at]]] = 0;
        }
        return best;
    }
}
