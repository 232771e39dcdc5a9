package org.gmt4j.apps.nwchem;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Computes for a time: a chain of multiplications and additions, so many as this node does in that time when nothing
 * disturbs it. Where others have its processor, it takes longer, as computing does. One for each node; any task of it.
 */
final class Spinner {
    /** Between two of them the node looks after its requests. */
    private static final int SLICE_US = 100;
    private static final int WARM_UPS = 40;
    private static final int SAMPLES = 8;
    private static final long SAMPLE_TURNS = 200_000;
    private final double turnsPerUs;

    private Spinner(final double turnsPerUs) {
        this.turnsPerUs = turnsPerUs;
    }

    /** Returns one that knows this processor's speed: the best of several samples, after the compiler has come. */
    static Spinner calibrated(final TaskContext ctx) throws SuspendExecution {
        double best = 0;
        for (int i = 0; i < WARM_UPS + SAMPLES; i++) {
            final long turns = i < WARM_UPS ? SAMPLE_TURNS / 10 : SAMPLE_TURNS;
            final long startNs = System.nanoTime();
            final double end = turns(turns, i);
            final long ns = System.nanoTime() - startNs;
            if (i >= WARM_UPS && end > 0) {
                best = Math.max(best, 1e3 * turns / Math.max(1, ns));
            }
            ctx.yield();
        }
        return new Spinner(best);
    }

    /** Computes. Returns a number that follows from all of it, above 0. */
    double compute(final TaskContext ctx, final long us, final double seed) throws SuspendExecution {
        double value = seed;
        for (long left = us; left > 0; left -= SLICE_US) {
            value = turns((long) (Math.min(left, SLICE_US) * turnsPerUs), value);
            ctx.yield();
        }
        return value;
    }

    /** Each turn needs the one before it. */
    private static double turns(final long count, final double seed) {
        double value = seed;
        for (long i = 0; i < count; i++) {
            value = value * 0.999 + 0.001;
        }
        return value;
    }
}
