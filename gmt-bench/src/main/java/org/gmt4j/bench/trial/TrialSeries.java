package org.gmt4j.bench.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.cli.Progress;

/**
 * Measures several things in turn: warm-up of each, then trial after trial over all of them, so that a disturbance of
 * the machine affects all alike and the ratio of two things within one trial means something. Main thread of node 0.
 */
public final class TrialSeries {
    private static final long FIRST_OPERATIONS = 1 << 10;
    /** Longest warm-up in runs, how many without progress end it, and the least progress. */
    private static final int PATIENCE = 40;
    private static final int SETTLED = 6;
    private static final double BETTER = 1.03;
    private static final double SHORTEST_CALIBRATION_NS = 30e6;

    /** One thing and its rates. */
    public static final class Row {
        private final Measured measured;
        private final double[] mops;
        private long operations;

        private Row(final Measured measured, final int trials) {
            this.measured = measured;
            mops = new double[trials];
        }

        /** Million operations per second of each trial, all nodes together. */
        public double[] mops() {
            return mops.clone();
        }

        /** Operations of each node in one trial. */
        public long operations() {
            return operations;
        }

        /** Median of this row's share of another's rate in the same trial. */
        public double medianShareOf(final Row other) {
            final double[] shares = new double[mops.length];
            Arrays.setAll(shares, trial -> mops[trial] / other.mops[trial]);
            return Medians.of(shares);
        }
    }

    private final TrialOptions options;
    private final double secondsByDefault;
    private final long seed;
    private final Progress progress;
    private final List<Row> rows = new ArrayList<>();
    private long runCount;

    public TrialSeries(final TrialOptions options, final double secondsByDefault, final long seed,
                       final Progress progress) {
        this.options = options;
        this.secondsByDefault = secondsByDefault;
        this.seed = seed;
        this.progress = progress;
    }

    public Row add(final Measured measured) {
        final Row row = new Row(measured, options.trials());
        rows.add(row);
        return row;
    }

    /** Runs all warm-ups, then all trials. */
    public void run() {
        final int total = rows.size() * (1 + options.trials());
        int done = 0;
        for (final Row row : rows) {
            warmUp(row);
            progress.update("warm-up", ++done, total, "");
        }
        for (int trial = 0; trial < options.trials(); trial++) {
            for (final Row row : rows) {
                row.mops[trial] = sample(row).mops();
                progress.update("trial " + (trial + 1), ++done, total, "");
            }
        }
    }

    private Measured.Sample sample(final Row row) {
        return row.measured.run(row.operations, RandomIndex.mix(seed + ++runCount));
    }

    private void warmUp(final Row row) {
        if (options.operations() > 0) {
            row.operations = options.operations();
            for (int i = 0; i < options.warmup(); i++) {
                sample(row);
            }
            return;
        }
        final double targetNs = options.seconds(secondsByDefault) * 1e9;
        row.operations = FIRST_OPERATIONS;
        Measured.Sample last = sample(row);
        while (last.ns() < Math.min(SHORTEST_CALIBRATION_NS, targetNs)) {
            row.operations *= 4;
            last = sample(row);
        }
        // The compiler is at work: until it has made nothing faster for a while.
        double best = 0;
        int sinceBest = 0;
        for (int i = 0; i < options.warmup() || sinceBest < SETTLED && i < PATIENCE; i++) {
            row.operations = operationsFor(targetNs / 2, row.operations, last);
            last = sample(row);
            sinceBest++;
            if (last.mops() > best * BETTER) {
                best = last.mops();
                sinceBest = 0;
            }
        }
        row.operations = operationsFor(targetNs, row.operations, last);
    }

    private static long operationsFor(final double ns, final long operations, final Measured.Sample last) {
        return Math.max(1, (long) (operations * (ns / Math.max(1, last.ns()))));
    }
}
