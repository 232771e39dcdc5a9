package org.gmt4j.bench.onesided;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.HdrHistogram.Histogram;
import org.gmt4j.GmtCluster;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TimeLimit;
import org.gmt4j.bench.trial.TrialSeries;

/** One verb and size between two nodes of one job: runs, latencies, proof. Main thread of node 0. */
final class OneSidedCell {
    private static final int PROOF = 3;
    private static final int WARM_UP = 1000;
    private static final long WARM_UP_BYTES = 16 << 20;

    private final GmtCluster cluster;
    private final Verb verb;
    private final Rows patch;
    private final ArmciMemory memory;
    private final long at;
    private final int window;
    private final int trials;
    private final Deque<Histogram> histograms = new ArrayDeque<>();

    /**
     * @param memory with room for the patch twice: bytes, and behind them doubles
     * @param window operations between two waits, 0 for one at a time
     * @param trials of which latencies are kept: the last so many
     */
    OneSidedCell(final GmtCluster cluster, final Verb verb, final int bytes, final ArmciMemory memory,
                 final long doublesAt, final int window, final int trials) {
        this.cluster = cluster;
        this.verb = verb;
        this.memory = memory;
        this.window = window;
        this.trials = trials;
        patch = verb.isStrided() ? Rows.square(bytes) : Rows.contiguous(bytes);
        at = verb.isAccumulate() ? doublesAt : 0;
    }

    Verb verb() {
        return verb;
    }

    int bytes() {
        return patch.bytes();
    }

    /** Runs until the compiler has had its time, or the limit is over. */
    void warmUp(final long ns, final TimeLimit limit) {
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < ns && !limit.isOver()) {
            run(Math.max(1, Math.min(WARM_UP, WARM_UP_BYTES / patch.bytes())));
        }
        histograms.clear();
    }

    Measured.Sample run(final long operations) {
        final OneSided work = new OneSided(verb, patch, memory, at);
        if (window > 0) {
            return new Measured.Sample(operations, cluster.call(ctx -> {
                work.awaken(ctx);
                return work.windows(ctx, operations, window);
            }));
        }
        final Histogram histogram = new Histogram(3);
        final long ns = cluster.call(ctx -> {
            work.awaken(ctx);
            return work.blocking(ctx, operations, histogram);
        });
        histograms.addLast(histogram);
        keep(trials);
        return new Measured.Sample(operations, ns);
    }

    /** Forgets latencies of all runs but the last so many: a time limit may leave fewer trials than were asked for. */
    void keep(final int lastTrials) {
        while (histograms.size() > lastTrials) {
            histograms.removeFirst();
        }
    }

    /** Latencies of the last trials together, in nanoseconds; empty where many were on their way at a time. */
    Histogram latencies() {
        final Histogram all = new Histogram(3);
        histograms.forEach(all::add);
        return all;
    }

    /**
     * How much faster this is than another cell, trial by trial: of single operations where they were timed, else of
     * the whole trial.
     *
     * @param rate its row, and the other's
     */
    double shareOf(final OneSidedCell other, final TrialSeries.Row rate, final TrialSeries.Row otherRate) {
        if (window > 0) {
            return rate.medianShareOf(otherRate);
        }
        final double[] mine = medians();
        final double[] others = other.medians();
        Arrays.setAll(mine, trial -> others[trial] / mine[trial]);
        return Medians.of(mine);
    }

    /** The same of the best trials: disturbances of the machine make nothing faster. */
    double bestShareOf(final OneSidedCell other, final TrialSeries.Row rate, final TrialSeries.Row otherRate) {
        return window > 0 ? best(rate.mops()) / best(otherRate.mops())
            : Arrays.stream(other.medians()).min().orElse(Double.NaN) / Arrays.stream(medians()).min()
                .orElse(Double.NaN);
    }

    private static double best(final double[] rates) {
        return Arrays.stream(rates).max().orElse(Double.NaN);
    }

    private double[] medians() {
        return histograms.stream().mapToDouble(histogram -> histogram.getValueAtPercentile(50)).toArray();
    }

    /** Does some operations into cleared memory and compares all bytes, gaps included. */
    boolean proves() {
        final long place = at;
        final int extent = patch.extent();
        final int rowBytes = patch.rowBytes();
        final int rows = patch.rows();
        final int stride = patch.stride();
        final ArmciMemory both = memory;
        final boolean isGet = verb.isGet();
        final boolean isAccumulate = verb.isAccumulate();
        final OneSided work = new OneSided(verb, patch, memory, at);
        final int operations = window > 0 ? window + 1 : PROOF;
        return cluster.call(ctx -> {
            ctx.execute(isGet ? OneSided.TARGET : 0, isAccumulate ? OneSidedBodies.fillDoubles(both, place, extent)
                : OneSidedBodies.fillBytes(both, place, extent, true));
            final int sink = isGet ? 0 : OneSided.TARGET;
            ctx.execute(sink, OneSidedBodies.fillBytes(both, place, extent, false));
            if (window > 0) {
                work.windows(ctx, operations, window);
            } else {
                work.blocking(ctx, operations, new Histogram(3));
            }
            final boolean isRight = ctx.call(sink,
                isAccumulate ? OneSidedBodies.hasSums(both, place, rowBytes, rows, stride, operations)
                : OneSidedBodies.hasBytes(both, place, rowBytes, rows, stride));
            return isRight;
        });
    }
}
