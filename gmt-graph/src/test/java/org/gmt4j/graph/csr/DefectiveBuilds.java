package org.gmt4j.graph.csr;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.source.EdgeBatch;

/** Builds that make a mistake on purpose, for tests of other packages too. */
public final class DefectiveBuilds {
    /** What is done to a batch after the source has yielded it. */
    public enum Defect {
        /** One edge in a thousand does not arrive: each batch that is long enough loses its last ones. */
        LOSES_ONE_IN_A_THOUSAND,
        /** One edge of each batch leads to another vertex. */
        CHANGES_A_TARGET,
        /** One edge of each batch is turned round: it matters in directed graphs, and to who counts as listed. */
        TURNS_ONE_ROUND,
        /** One edge arrives twice, another one not at all: the count is right, the repetition would be dropped. */
        REPLACES_ONE_BY_ANOTHER,
        /** Two edges swap their targets: all degrees are right. */
        SWAPS_TARGETS;

        void strike(final EdgeBatch batch) {
            final int count = batch.count();
            if (count < 2) {
                return;
            }
            final long[] edges = new long[2 * count];
            for (int i = 0; i < count; i++) {
                edges[2 * i] = batch.source(i);
                edges[2 * i + 1] = batch.target(i);
            }
            int kept = count;
            switch (this) {
                case LOSES_ONE_IN_A_THOUSAND -> kept = count - (count + 999) / 1000;
                case CHANGES_A_TARGET -> edges[1] ^= 1;
                case TURNS_ONE_ROUND -> swap(edges, 0, 1);
                case REPLACES_ONE_BY_ANOTHER -> {
                    edges[0] = edges[2];
                    edges[1] = edges[3];
                }
                default -> swap(edges, 1, 3);
            }
            batch.clear();
            for (int i = 0; i < kept; i++) {
                batch.add(edges[2 * i], edges[2 * i + 1]);
            }
        }

        private static void swap(final long[] values, final int i, final int j) {
            final long value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
    }

    private DefectiveBuilds() {
    }

    /** Register this class and {@link Defect}. */
    public static CsrGraph build(final TaskContext ctx, final EdgeSourceOpener opener, final boolean isDirected,
                                 final BuildTimes times, final Defect defect) throws SuspendExecution {
        return CsrBuilder.build(ctx, opener, isDirected ? RowRule.DIRECTED : RowRule.SYMMETRIC, times,
            batch -> defect.strike(batch));
    }
}
