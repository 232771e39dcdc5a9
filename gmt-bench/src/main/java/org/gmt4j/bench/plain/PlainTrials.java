package org.gmt4j.bench.plain;

import java.util.function.LongSupplier;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.Settling;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.SampleStatistics;

/**
 * Measures one program: warm-up of both versions in turn until neither becomes faster, or the time for it is over; then
 * trials in turn. The answers of each pair are compared, outside of the times. Main thread of node 0.
 */
final class PlainTrials<A> {
    private final GmtCluster cluster;
    private final PlainProgram<A> program;
    private final LongSupplier clockNs;
    private final boolean isVerifying;
    private boolean isRight = true;
    private long runs;
    private long nodesNs;
    private long serialNs;
    private long work;

    PlainTrials(final GmtCluster cluster, final PlainProgram<A> program, final boolean isVerifying,
                final LongSupplier clockNs) {
        this.cluster = cluster;
        this.program = program;
        this.isVerifying = isVerifying;
        this.clockNs = clockNs;
    }

    /** Whether all answers so far were right. */
    boolean isRight() {
        return isRight;
    }

    /** Ends early when an answer is wrong: there are no rates then. */
    BenchResult measure(final int trials, final double warmUpSeconds) {
        final boolean isSettled = warmUp(warmUpSeconds);
        final double[] rates = new double[trials];
        final double[] serialRates = new double[trials];
        final double[] nodesSeconds = new double[trials];
        final double[] serialSeconds = new double[trials];
        final double[] ratios = new double[trials];
        for (int i = 0; i < trials && isRight; i++) {
            pair();
            nodesSeconds[i] = nodesNs / 1e9;
            serialSeconds[i] = serialNs / 1e9;
            rates[i] = work * 1e3 / nodesNs;
            serialRates[i] = work * 1e3 / serialNs;
            ratios[i] = (double) serialNs / nodesNs;
        }
        final BenchResult result = BenchResult.of(program.name()).param("work", program.unit()).mops(rates)
            .figure("seconds", Medians.of(nodesSeconds)).figure("serialSeconds", Medians.of(serialSeconds))
            .figure("ratio", Medians.of(ratios));
        if (program.unit().equals(PlainBenchmark.TRAVERSED)) {
            result.figure("mteps", SampleStatistics.of(rates).harmonicMean())
                .figure("serialMteps", SampleStatistics.of(serialRates).harmonicMean());
        }
        return result.settled(isSettled ? "" : "one of both was still becoming faster after " + warmUpSeconds
            + " s of warm-up");
    }

    private boolean warmUp(final double seconds) {
        final Settling nodes = new Settling();
        final Settling serial = new Settling();
        final long startNs = clockNs.getAsLong();
        do {
            pair();
            nodes.took(1e9 / nodesNs);
            serial.took(1e9 / serialNs);
            // fast programs have run six times long before a compiler has looked at them
            if (nodes.isSettled() && serial.isSettled() && clockNs.getAsLong() - startNs >= seconds * 1e9 / 2) {
                return true;
            }
        } while (isRight && clockNs.getAsLong() - startNs < seconds * 1e9);
        return false;
    }

    private void pair() {
        final long number = ++runs;
        final PlainProgram<A> timed = program;
        final LongSupplier clock = clockNs;
        final long[] ns = new long[1];
        final A ours = cluster.call(ctx -> {
            final long startNs = clock.getAsLong();
            final A answer = timed.nodes().run(ctx, number);
            ns[0] = clock.getAsLong() - startNs;
            return answer;
        });
        nodesNs = Math.max(1, ns[0]);
        final long startNs = clockNs.getAsLong();
        final A expected = program.serial().apply(number);
        serialNs = Math.max(1, clockNs.getAsLong() - startNs);
        work = program.work().applyAsLong(expected);
        isRight &= !isVerifying || program.agrees().test(ours, expected);
    }
}
