package org.gmt4j.bench.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.cli.Progress;
import org.gmt4j.cli.result.BenchResult;

/**
 * Measures several things in turn: warm-up of each, then trial after trial over all of them, so that a disturbance of
 * the machine affects all alike and the ratio of two things within one trial means something. Main thread of node 0.
 *
 * <p>Without {@code --operations} a {@link Calibration} finds out how many fill a trial. Where it did not settle, or
 * the trials turn out far shorter than wanted, the result says so. Then there is a {@link TimeLimit}, too: half of it
 * is for the warm-ups, which share it; trials of all rows are left away when it is over, but for the first one.
 */
public final class TrialSeries {
    /** Trials of less than this share of the wanted time were too short. */
    private static final double TOO_SHORT = 0.25;

    /** One thing and its rates. */
    public static final class Row {
        private final Measured measured;
        private double[] mops;
        private double[] ns;
        private long operations;
        private boolean isCalibrated;
        private Optional<String> complaint = Optional.empty();

        private Row(final Measured measured, final int trials) {
            this.measured = measured;
            mops = new double[trials];
            ns = new double[trials];
        }

        /** Million operations per second of each trial, all nodes together. */
        public double[] mops() {
            return mops.clone();
        }

        /** Operations of each node in one trial. */
        public long operations() {
            return operations;
        }

        private void keep(final int trials) {
            if (trials < mops.length) {
                complain(trials + " of " + mops.length + " trials within the time limit");
                mops = Arrays.copyOf(mops, trials);
                ns = Arrays.copyOf(ns, trials);
            }
        }

        private void complain(final String further) {
            complaint = Optional.of(complaint.map(before -> before + "; ").orElse("") + further);
        }

        /** Adds the rates to a result, and whether the number of operations was settled, where it was looked for. */
        public BenchResult addTo(final BenchResult result) {
            result.mops(mops);
            return isCalibrated ? result.settled(complaint.orElse("")) : result;
        }

        /** The reason for which the number of operations is not to be relied upon. */
        Optional<String> complaint() {
            return complaint;
        }

        /** Median of this row's share of another's rate in the same trial. */
        public double medianShareOf(final Row other) {
            final double[] shares = new double[mops.length];
            Arrays.setAll(shares, trial -> mops[trial] / other.mops[trial]);
            return Medians.of(shares);
        }
    }

    private final TrialOptions options;
    private final double targetNs;
    private final long seed;
    private final Progress progress;
    private final TimeLimit limit;
    private final List<Row> rows = new ArrayList<>();
    private long runCount;

    /** @param limit of warm-ups and trials together; of no effect where the number of operations is given */
    public TrialSeries(final TrialOptions options, final TimeLimit limit, final double secondsByDefault,
                       final long seed, final Progress progress) {
        this.options = options;
        this.limit = options.operations() > 0 ? TimeLimit.NONE : limit;
        this.seed = seed;
        this.progress = progress;
        targetNs = options.seconds(secondsByDefault) * 1e9;
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
        final TimeLimit warmUps = limit.part(2);
        for (final Row row : rows) {
            warmUp(row, warmUps.part(rows.size() - done));
            progress.update("warm-up", ++done, total, "");
        }
        int trials = 0;
        while (trials < options.trials() && (trials == 0 || !limit.isOver())) {
            final int trial = trials++;
            for (final Row row : rows) {
                final Measured.Sample sample = sample(row, row.operations);
                row.mops[trial] = sample.mops();
                row.ns[trial] = sample.ns();
                progress.update("trial " + (trial + 1), ++done, total, "");
            }
        }
        for (final Row row : rows) {
            row.keep(trials);
            judge(row);
        }
    }

    private Measured.Sample sample(final Row row, final long operations) {
        return row.measured.run(operations, RandomIndex.mix(seed + ++runCount));
    }

    private void warmUp(final Row row, final TimeLimit ofRow) {
        if (options.operations() > 0) {
            row.operations = options.operations();
            for (int i = 0; i < options.warmup(); i++) {
                sample(row, row.operations);
            }
            return;
        }
        final Calibration calibration = new Calibration(targetNs, options.warmup());
        while (!calibration.isOver()) {
            final Measured.Sample sample = sample(row, calibration.operations());
            calibration.took(sample);
            if (!calibration.isOver() && ofRow.isOver()) {
                calibration.stop("its part of the time limit ended before the rate had settled");
            }
        }
        row.operations = calibration.operations();
        row.isCalibrated = true;
        row.complaint = calibration.complaint();
    }

    private void judge(final Row row) {
        if (!row.isCalibrated) {
            return;
        }
        final double median = Medians.of(row.ns);
        if (row.complaint.isEmpty() && median < targetNs * TOO_SHORT) {
            row.complaint = Optional.of(String.format(Locale.ROOT,
                "trials took %.3g ms instead of %.3g ms", median / 1e6, targetNs / 1e6));
        }
    }
}
