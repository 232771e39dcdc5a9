package org.gmt4j.bench.trial;

import java.util.Optional;

/**
 * Finds from runs how many operations fill a trial. Knows times from the samples only. Owned by one thread.
 *
 * <pre>
 * GROW     four times the operations until a run has a minimum time, and takes four times as long as the shortest
 *   |
 * SETTLE   runs of about half a trial, until the rate is settled: meanwhile compilers are at work
 *   |
 * PROBE    two runs of four times the operations, again while that raises the rate by a quarter; left out where
 *   |      runs are long, and were much shorter with fewer operations
 * OVER   also by {@link #stop}, when time runs out
 * </pre>
 *
 * <p>A run that was disturbed is no reason for shorter runs: what a run would take undisturbed is judged by the best of
 * the last three. A run also has a cost apart from its operations, such as the start of a loop on all nodes. Where this
 * cost is much of the time, fewer operations have a lower rate; then runs become longer instead of shorter, beyond the
 * wanted time if need be. Things that round operations up, to whole chunks for example, are not asked for less than
 * they do.
 */
final class Calibration {
    private static final long FIRST_OPERATIONS = 1 << 10;
    private static final int PATIENCE = 40;
    private static final int MOST_PROBES = 12;
    private static final double SHORTEST_NS = 30e6;
    /** The start of a run is not much of a run of this time ... */
    private static final double AMPLE_NS = 200e6;
    /** ... that takes so many times as long as the shortest one. */
    private static final double MANY_SHORTEST = 4;
    private static final int STEP = 4;
    private static final double FIXED_COST = 1.25;
    /** Longest run that probes lead to: so many times the wanted time, but this at least. */
    private static final double LONGEST = 8;
    private static final double LONGEST_AT_LEAST_NS = 1e9;

    private enum Phase { GROW, SETTLE, PROBE, OVER }

    private final double targetNs;
    private final int fewestRuns;
    private final Settling settling = new Settling();
    /** Rates of the last three runs, in operations per nanosecond. */
    private final double[] rates = new double[3];
    private Phase phase = Phase.GROW;
    private long operations = FIRST_OPERATIONS;
    private long leastOperations = 1;
    private long operationsOfLast;
    private double bestRate;
    private long operationsOfBest;
    /** Of the run before: operations asked for and done. */
    private long askedBefore;
    private long doneBefore;
    private double rateBefore;
    private double nsBefore;
    private Measured.Sample firstOfProbe;
    /** Time of a run while the rate settles: half a trial, or several times the start of a run. */
    private double settlingNs;
    private double shortestRunNs = Double.MAX_VALUE;
    private int runs;
    private int probes;
    private String complaint = "";

    /**
     * @param targetNs   about how long a trial shall take
     * @param fewestRuns of half a trial before it is over
     */
    Calibration(final double targetNs, final int fewestRuns) {
        this.targetNs = targetNs;
        this.fewestRuns = fewestRuns;
    }

    /** Returns the operations of each node in the next run; once it is over, in each trial. */
    long operations() {
        return operations;
    }

    boolean isOver() {
        return phase == Phase.OVER;
    }

    /** Returns the reason for which the number found is not to be relied upon; empty otherwise. */
    Optional<String> complaint() {
        return complaint.isEmpty() ? Optional.empty() : Optional.of(complaint);
    }

    /** Takes a run of {@link #operations()}. */
    void took(final Measured.Sample sample) {
        operationsOfLast = operations;
        final double rate = sample.operations() / (double) Math.max(1, sample.ns());
        rates[runs++ % rates.length] = rate;
        shortestRunNs = Math.min(shortestRunNs, sample.ns());
        switch (phase) {
            case GROW -> grow(sample);
            case SETTLE -> settle(sample, rate);
            case PROBE -> probe(sample);
            default -> throw new IllegalStateException("the calibration is over");
        }
    }

    /**
     * Ends without having settled: the next run would take too long. Trials have the operations of the last run: fewer
     * would show its start, and not its rate.
     */
    void stop(final String reason) {
        phase = Phase.OVER;
        operations = Math.max(leastOperations, operationsOfLast);
        complaint = reason;
    }

    private void grow(final Measured.Sample sample) {
        if (runs == 1 && sample.ns() >= LONGEST_AT_LEAST_NS) {
            return;             // the same again: the first run of young code says little of its operations
        }
        if (sample.ns() < Math.min(SHORTEST_NS, targetNs)
            || sample.ns() < Math.min(MANY_SHORTEST * shortestRunNs, LONGEST_AT_LEAST_NS)) {
            operations *= STEP;
            return;
        }
        phase = Phase.SETTLE;
        settlingNs = sample.ns() >= MANY_SHORTEST * shortestRunNs
            ? Math.max(targetNs / 2, MANY_SHORTEST * shortestRunNs) : targetNs / 2;
        runs = 1;
        askedBefore = operations;
        doneBefore = sample.operations();
        operations = operationsFor(settlingNs, sample);
    }

    private void settle(final Measured.Sample sample, final double rate) {
        if (rate > bestRate) {
            bestRate = rate;
            operationsOfBest = operations;
        } else if (operations < operationsOfBest && rate < bestRate / 2) {
            leastOperations = Math.max(leastOperations, operationsOfBest);
        }
        if (operations < askedBefore && sample.operations() >= doneBefore) {
            leastOperations = Math.max(leastOperations, askedBefore);
        }
        askedBefore = operations;
        doneBefore = sample.operations();
        settling.took(rate);
        if (settling.isSettled() && runs > fewestRuns || runs > Math.max(PATIENCE, fewestRuns)) {
            if (!settling.isSettled()) {
                complaint = "the rate was still rising after " + (runs - 1) + " runs of warm-up";
            }
            enterProbe(sample);
        } else {
            operations = operationsFor(settlingNs, sample);
        }
    }

    private void enterProbe(final Measured.Sample last) {
        rateBefore = bestOfLast();
        nsBefore = undisturbedNs(last);
        if (nsBefore >= Math.max(AMPLE_NS, MANY_SHORTEST * shortestRunNs) && nsBefore <= targetNs) {
            end();
        } else {
            phase = Phase.PROBE;
            operations *= STEP;
        }
    }

    private void probe(final Measured.Sample sample) {
        if (firstOfProbe == null) {
            firstOfProbe = sample;
            return;
        }
        final long ns = Math.max(1, Math.min(firstOfProbe.ns(), sample.ns()));
        final double rate = sample.operations() / (double) ns;
        firstOfProbe = null;
        final boolean isLonger = sample.operations() >= 2 * doneBefore;
        if (isLonger && rate <= rateBefore * FIXED_COST) {
            operations = askedBefore;
            end();
            return;
        }
        askedBefore = operations;
        doneBefore = sample.operations();
        rateBefore = rate;
        nsBefore = ns;
        if (++probes >= MOST_PROBES || ns > Math.max(LONGEST_AT_LEAST_NS, LONGEST * targetNs)) {
            complaint = "longer runs still had higher rates, so much of a trial is not its operations";
            end();
        } else {
            operations *= STEP;
        }
    }

    /** As many operations as fill a trial, and no fewer than in the runs before. */
    private void end() {
        phase = Phase.OVER;
        operations = (long) (operations * Math.max(1, targetNs / nsBefore));
    }

    private double bestOfLast() {
        return Math.max(rates[0], Math.max(rates[1], rates[2]));
    }

    private double undisturbedNs(final Measured.Sample sample) {
        return Math.min(sample.ns(), sample.operations() / bestOfLast());
    }

    private long operationsFor(final double ns, final Measured.Sample last) {
        final double factor = Math.max(1.0 / STEP, Math.min(STEP, ns / Math.max(1, undisturbedNs(last))));
        return Math.max(leastOperations, (long) (operations * factor));
    }
}
