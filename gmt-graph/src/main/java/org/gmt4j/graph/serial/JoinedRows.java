package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/**
 * The edges of a graph as if they had no direction, without loops, with what an edge between two vertices weighs: of
 * edges in the same direction the smallest weight, of the two directions of a directed graph the sum. Immutable, any
 * thread; the array is not a copy.
 *
 * @param rows    of the graph, symmetric
 * @param weights of the targets, at the same positions; null where each is one
 */
record JoinedRows(LocalCsr rows, double[] weights) {
    /** Makes rows of edges that weigh one each; of a directed graph two where they lead to and fro. */
    static JoinedRows plain(final NumberedEdges edges) {
        if (!edges.isDirected()) {
            return new JoinedRows(LocalCsr.symmetrised(edges.toSource()), null);
        }
        final JoinedRows joined = of(edges, word -> 1);
        return Arrays.stream(joined.weights).allMatch(sum -> sum == 1) ? new JoinedRows(joined.rows, null) : joined;
    }

    /** Makes rows of edges, and finds the place of each weight. Time O(E log D), where D is the largest degree. */
    static JoinedRows of(final NumberedEdges edges) {
        return of(edges, word -> edges.weightKind().number(word));
    }

    private static JoinedRows of(final NumberedEdges edges, final LongToDoubleFunction weight) {
        final LocalCsr rows = LocalCsr.symmetrised(edges.toSource());
        final double[] smallest = new double[rows.targets().length];
        Arrays.fill(smallest, Double.POSITIVE_INFINITY);
        edges.forEachDirection((from, to, word) -> {
            if (from != to) {
                final int at = place(rows, from, to);
                smallest[at] = Math.min(smallest[at], weight.applyAsDouble(word));
            }
        });
        return new JoinedRows(rows, edges.isDirected() ? toAndFro(rows, smallest) : smallest);
    }

    private static int place(final LocalCsr rows, final int from, final int to) {
        return Arrays.binarySearch(rows.targets(), rows.offsets()[from], rows.offsets()[from + 1], to);
    }

    /** @param there weight of each entry's edge in its own direction, infinite where there is none */
    private static double[] toAndFro(final LocalCsr rows, final double[] there) {
        final double[] sums = new double[there.length];
        for (int v = 0; v < rows.vertexCount(); v++) {
            for (int at = rows.offsets()[v]; at < rows.offsets()[v + 1]; at++) {
                final double back = there[place(rows, rows.targets()[at], v)];
                sums[at] = finite(there[at]) + finite(back);
            }
        }
        return sums;
    }

    private static double finite(final double weight) {
        return weight == Double.POSITIVE_INFINITY ? 0 : weight;
    }
}
