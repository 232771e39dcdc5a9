package org.gmt4j.graph.serial;

import java.util.Arrays;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.TypicalWeight;
import org.gmt4j.graph.source.WeightKind;

/**
 * Rows with a weight for each target. Immutable, any thread; the array is not a copy.
 *
 * @param rows    of the graph
 * @param weights of the targets, at the same positions: of parallel edges the smallest; zero or more
 */
public record WeightedCsr(LocalCsr rows, int[] weights) {
    /**
     * Makes rows of edges, and finds the place of each weight. Time O(E log D), where D is the largest degree.
     *
     * @throws GraphException GMT-345 for weights that are negative, or that no int holds
     */
    public static WeightedCsr of(final NumberedEdges edges) {
        final LocalCsr rows = LocalCsr.of(edges.toSource(), edges.isDirected());
        final int[] offsets = rows.offsets();
        final int[] weights = new int[rows.targets().length];
        Arrays.fill(weights, Integer.MAX_VALUE);
        edges.forEachDirection((from, to, word) -> {
            if (from != to) {
                final int at = Arrays.binarySearch(rows.targets(), offsets[from], offsets[from + 1], to);
                weights[at] = Math.min(weights[at], checked(edges, word));
            }
        });
        return new WeightedCsr(rows, weights);
    }

    private static int checked(final NumberedEdges edges, final long word) {
        if (edges.weightKind().isDouble() || word < 0 || word > Integer.MAX_VALUE) {
            throw new GraphException(GraphException.BAD_WEIGHT, "the weight " + edges.weightKind().text(word)
                + ": one thread's rows hold whole numbers from 0 to " + Integer.MAX_VALUE);
        }
        return (int) word;
    }

    /** Returns the largest weight, 1 at least. */
    public int heaviest() {
        int heaviest = 1;
        for (final int weight : weights) {
            heaviest = Math.max(heaviest, weight);
        }
        return heaviest;
    }

    /** Returns a {@link TypicalWeight}, 1 at least. */
    double typical() {
        return Math.max(1, TypicalWeight.of(WeightKind.LONG,
            TypicalWeight.sample(weights.length, TypicalWeight.SAMPLE, at -> weights[(int) at]), heaviest()));
    }
}
