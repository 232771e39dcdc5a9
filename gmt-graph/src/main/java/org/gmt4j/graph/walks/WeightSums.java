package org.gmt4j.graph.walks;

import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * By the position of an edge, the weights of its row up to it, for choices by weight. Immutable; any thread of the
 * node. Memory: 8 bytes an edge of the node.
 */
final class WeightSums implements AutoCloseable {
    private static final long NONE = -1;

    private final LocalView sums;

    private WeightSums(final LocalView sums) {
        this.sums = sums;
    }

    /** Returns those of this node's rows; null where edges are taken alike. */
    static WeightSums of(final CsrGraph graph, final WalkSettings settings) {
        if (!settings.isWeighted() || graph.weights() == null) {
            return null;
        }
        final CsrPart rows = graph.part();
        final LocalView sums = LocalView.allocate(rows.storedEdges(), true);
        for (long row = 0; row < rows.rowCount(); row++) {
            double sum = 0;
            for (long edge = rows.begin(row); edge < rows.begin(row + 1); edge++) {
                sum += graph.weights().kind().number(rows.weight(edge));
                sums.setReal(edge, sum);
            }
        }
        return new WeightSums(sums);
    }

    /** The edge that chance takes; -1 where none can be taken. Time O(log degree). */
    long edge(final long begin, final long degree, final long random) {
        if (degree == 0) {
            return NONE;
        }
        final double aim = WalkSettings.unit(random) * sums.real(begin + degree - 1);
        long low = begin;
        long high = begin + degree;
        while (low < high) {
            final long middle = low + high >>> 1;
            if (sums.real(middle) > aim) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == begin + degree ? NONE : low;
    }

    @Override
    public void close() {
        sums.close();
    }
}
