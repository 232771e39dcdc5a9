package org.gmt4j.bench.graph;

import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.cli.result.BenchResult;

/**
 * Measures one kernel on one graph: warm-up of each version by itself until it no longer becomes faster, or the time
 * for it is over; then trials in turn. A trial of a fast kernel is several runs in a row of one version, then as many
 * of the other, so many that the slower one takes some {@link #TRIAL_NS}: else each run would find the caches full of
 * the other version's graph, and the threads of the nodes asleep. The nodes' times include that answers are closed, but
 * for the last of a trial, which is compared outside of the times. Main thread of node 0.
 */
final class KernelTrials<N extends AutoCloseable, S> {
    static final long TRIAL_NS = 100_000_000;
    private static final int MOST_RUNS = 2_000;
    /** Shares of the longest warm-up that each version runs at least: the nodes' compilers wait for cores. */
    private static final double LEAST_OF_NODES = 0.5;
    private static final double LEAST_OF_SERIAL = 0.1;
    private final KernelPair<N, S> pair;
    private final boolean isVerifying;
    private final LongSupplier clockNs;
    private final long trialNs;
    private Optional<String> mistake = Optional.empty();
    /** Runs of each version in a trial. */
    private int runs = 1;
    /** Of a trial, all runs together. */
    private long nodesNs;
    private long serialNs;
    /** Of the last run of a trial. */
    private long lastEdges;
    private double medianSeconds;

    /** @param trialNs about how long a version runs in a trial, usually {@link #TRIAL_NS} */
    KernelTrials(final KernelPair<N, S> pair, final boolean isVerifying, final LongSupplier clockNs,
                 final long trialNs) {
        this.pair = pair;
        this.isVerifying = isVerifying;
        this.clockNs = clockNs;
        this.trialNs = trialNs;
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
            final long first = (long) i * runs;
            final long edges = edgesOf(first, first + runs - 1);
            trial(first);
            rates[i] = (edges + lastEdges) * 1e3 / nodesNs;
            seconds[i] = nodesNs / 1e9 / runs;
            serialSeconds[i] = serialNs / 1e9 / runs;
            ratios[i] = (double) serialNs / nodesNs;
        }
        medianSeconds = Medians.of(seconds);
        return result.mops(rates).figure("seconds", medianSeconds)
            .figure("serialSeconds", Medians.of(serialSeconds)).figure("ratio", Medians.of(ratios))
            .settled(isSettled ? "" : "one of both was still becoming faster after " + warmUpSeconds
                + " s of warm-up");
    }

    /** Both versions once, for the answer; then each by itself. Returns whether both have come to their speed. */
    private boolean warmUp(final double seconds) {
        trial(0);
        if (mistake.isPresent()) {
            return false;
        }
        final double limitNs = seconds * 1e9;
        final Alone nodes = new Alone(limitNs, LEAST_OF_NODES, nodesNs, number -> close(pair.nodes().apply(number)));
        final Alone serial = new Alone(limitNs, LEAST_OF_SERIAL, serialNs, number -> pair.serial().apply(number));
        runs = runs(Math.max(nodes.runNs, serial.runNs));
        return nodes.isSettled && serial.isSettled;
    }

    /** Returns how many runs fill a trial. */
    private int runs(final double runNs) {
        return (int) Math.max(1, Math.min(MOST_RUNS, trialNs / runNs));
    }

    /** One version that runs until it is at its speed, or its time is over. */
    private final class Alone {
        private final boolean isSettled;
        /** Of one of the last runs. */
        private double runNs;

        /** @param least share of the time that it runs at least */
        Alone(final double limitNs, final double least, final double firstNs, final LongConsumer version) {
            final Pace pace = new Pace(limitNs * least);
            final long startNs = clockNs.getAsLong();
            long number = 1;
            runNs = firstNs;
            while (!pace.isSettled() && clockNs.getAsLong() - startNs < limitNs) {
                final int batch = runs(runNs);
                final long batchNs = clockNs.getAsLong();
                for (int i = 0; i < batch; i++) {
                    version.accept(number++);
                }
                final long ns = Math.max(1, clockNs.getAsLong() - batchNs);
                pace.took(batch, ns);
                runNs = (double) ns / batch;
            }
            isSettled = pace.isSettled();
        }
    }

    /** Of the runs before the last one, outside of the times. */
    private long edgesOf(final long first, final long last) {
        long sum = 0;
        for (long number = first; number < last; number++) {
            sum += pair.edges().applyAsLong(pair.serial().apply(number));
        }
        return sum;
    }

    private void trial(final long first) {
        final long last = first + runs - 1;
        final long startNs = clockNs.getAsLong();
        for (long number = first; number < last; number++) {
            close(pair.nodes().apply(number));
        }
        final N found = pair.nodes().apply(last);
        final long middleNs = clockNs.getAsLong();
        for (long number = first; number < last; number++) {
            pair.serial().apply(number);
        }
        final S expected = pair.serial().apply(last);
        serialNs = Math.max(1, clockNs.getAsLong() - middleNs);
        nodesNs = Math.max(1, middleNs - startNs);
        lastEdges = pair.edges().applyAsLong(expected);
        if (isVerifying) {
            mistake = mistake.or(() -> pair.difference().apply(found, expected));
        }
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
