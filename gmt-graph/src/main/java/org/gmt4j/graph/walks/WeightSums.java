package org.gmt4j.graph.walks;

import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.source.WeightKind;

/**
 * By the position of an edge, the weights of its row up to it, for choices by weight. Immutable; any thread of the
 * node. Memory: 8 bytes an edge of the node.
 *
 * <p>A row whose sum no double can hold, or only one of few digits, has all its weights multiplied by a power of two:
 * shares stay what they are.
 */
final class WeightSums implements AutoCloseable {
    private static final long NONE = -1;
    /** The smallest sum of which each share of 2^-53 has all its digits. */
    private static final double LEAST_SUM = 0x1p-960;

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
        final WeightKind kind = graph.weights().kind();
        final LocalView sums = LocalView.allocate(rows.storedEdges(), true);
        for (long row = 0; row < rows.rowCount(); row++) {
            double sum = 0;
            for (long edge = rows.begin(row); edge < rows.begin(row + 1); edge++) {
                sum += kind.number(rows.weight(edge));
                sums.setReal(edge, sum);
            }
            if (sum == Double.POSITIVE_INFINITY || sum > 0 && sum < LEAST_SUM) {
                addScaled(rows, kind, row, sums);
            }
        }
        return new WeightSums(sums);
    }

    /** Adds the weights of a row, the largest of them scaled to below 2, but far from the smallest doubles. */
    private static void addScaled(final CsrPart rows, final WeightKind kind, final long row, final LocalView sums) {
        double largest = 0;
        for (long edge = rows.begin(row); edge < rows.begin(row + 1); edge++) {
            largest = Math.max(largest, kind.number(rows.weight(edge)));
        }
        final int shift = Math.getExponent(largest);            // -1023 of subnormal ones: they get 2^-51 or more
        double sum = 0;
        for (long edge = rows.begin(row); edge < rows.begin(row + 1); edge++) {
            sum += Math.scalb(kind.number(rows.weight(edge)), -shift);
            sums.setReal(edge, sum);
        }
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
