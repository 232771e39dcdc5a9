package org.gmt4j.bench.graph;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.Settling;
import org.gmt4j.cli.result.BenchResult;

/**
 * Measures one kernel on one graph: warm-up of both versions in turn until neither becomes faster, or the time for it
 * is over; then trials in turn. Answers are compared outside of the times. Main thread of node 0.
 */
final class KernelTrials<N extends AutoCloseable, S> {
    private final KernelPair<N, S> pair;
    private final boolean isVerifying;
    private final LongSupplier clockNs;
    private Optional<String> mistake = Optional.empty();
    private long runs;
    private long nodesNs;
    private long serialNs;
    private long edges;
    private double medianSeconds;

    KernelTrials(final KernelPair<N, S> pair, final boolean isVerifying, final LongSupplier clockNs) {
        this.pair = pair;
        this.isVerifying = isVerifying;
        this.clockNs = clockNs;
    }

    /** What is wrong with an answer of the nodes, if anything is. */
    Optional<String> mistake() {
        return mistake;
    }

    /** The median of the nodes' times, once measured. */
    double medianSeconds() {
        return medianSeconds;
    }

    /** Adds the figures to a result; ends early when an answer is wrong: there are no rates then. */
    BenchResult measure(final BenchResult result, final int trials, final double warmUpSeconds) {
        final boolean isSettled = warmUp(warmUpSeconds);
        final double[] rates = new double[trials];
        final double[] seconds = new double[trials];
        final double[] serialSeconds = new double[trials];
        final double[] ratios = new double[trials];
        for (int i = 0; i < trials && mistake.isEmpty(); i++) {
            pair(i);
            rates[i] = edges * 1e3 / nodesNs;
            seconds[i] = nodesNs / 1e9;
            serialSeconds[i] = serialNs / 1e9;
            ratios[i] = (double) serialNs / nodesNs;
        }
        medianSeconds = Medians.of(seconds);
        return result.mops(rates).figure("seconds", medianSeconds)
            .figure("serialSeconds", Medians.of(serialSeconds)).figure("ratio", Medians.of(ratios))
            .settled(isSettled ? "" : "one of both was still becoming faster after " + warmUpSeconds
                + " s of warm-up");
    }

    private boolean warmUp(final double seconds) {
        final Settling nodes = new Settling();
        final Settling serial = new Settling();
        final long startNs = clockNs.getAsLong();
        do {
            pair(runs);
            nodes.took(1e9 / nodesNs);
            serial.took(1e9 / serialNs);
            if (nodes.isSettled() && serial.isSettled()) {
                return true;
            }
        } while (mistake.isEmpty() && clockNs.getAsLong() - startNs < seconds * 1e9);
        return false;
    }

    private void pair(final long trial) {
        final long startNs = clockNs.getAsLong();
        final N found = pair.nodes().apply(trial);
        final long middleNs = clockNs.getAsLong();
        final S expected = pair.serial().apply(trial);
        serialNs = Math.max(1, clockNs.getAsLong() - middleNs);
        nodesNs = Math.max(1, middleNs - startNs);
        edges = pair.edges().applyAsLong(expected);
        if (isVerifying) {
            mistake = mistake.or(() -> pair.difference().apply(found, expected));
        }
        runs++;
        close(found);
    }

    private static void close(final AutoCloseable answer) {
        try {
            answer.close();
        } catch (final Exception failure) {
            throw new IllegalStateException("an answer could not be closed", failure);
        }
    }
}
