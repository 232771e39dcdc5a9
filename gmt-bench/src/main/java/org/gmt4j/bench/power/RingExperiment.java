package org.gmt4j.bench.power;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.trial.TimeLimit;

/** Runs the ring for one verb and size in several ways to wait, turn and turn about. Main thread of node 0. */
final class RingExperiment {
    private static final double WARM_UP = 0.3;
    private static final int WARM_UPS = 3;

    /**
     * One way to wait: the median of the time, and the energy or its proxy of all trials together, because its meter is
     * coarse, for a megabyte moved by the whole job.
     *
     * @param usedPerMb not a number where less was used than the meter can tell
     */
    record Cost(double[] mops, double secondsPerMb, double usedPerMb) {
        boolean isMeasured() {
            return usedPerMb > 0;
        }
    }

    private record Sample(long operations, double seconds, double used) {
    }

    private final GmtCluster cluster;
    private final Consumption consumption;
    private final RingVerb verb;
    private final RingMemory memory;
    private long totalRounds;
    private boolean isRight = true;
    private boolean isCut;

    RingExperiment(final GmtCluster cluster, final Consumption consumption, final RingVerb verb,
                   final RingMemory memory) {
        this.cluster = cluster;
        this.consumption = consumption;
        this.verb = verb;
        this.memory = memory;
    }

    /** Whether everything found in memory was right. */
    boolean isRight() {
        return isRight;
    }

    /** Whether the time limit ended before all warm-ups and trials. */
    boolean isCut() {
        return isCut;
    }

    /** Measures all modes; costs in their order. */
    Cost[] run(final List<PowerMode> modes, final int trials, final double seconds,
               final TimeLimit limit) {
        cluster.run(ctx -> ctx.executeOnAll(RingBodies.prepare(verb, memory)));
        final long[] rounds = new long[modes.size()];
        final List<List<Sample>> samples = new ArrayList<>();
        final TimeLimit warmUps = limit.part(2);
        for (int mode = 0; mode < rounds.length; mode++) {
            rounds[mode] = warmUp(modes.get(mode), seconds, warmUps.part(rounds.length - mode));
            samples.add(new ArrayList<>());
        }
        for (int trial = 0; trial < trials && !cuts(limit, trial > 0); trial++) {
            for (int mode = 0; mode < rounds.length; mode++) {
                samples.get(mode).add(sample(modes.get(mode), rounds[mode]));
            }
        }
        isRight &= sum(cluster.call(ctx -> ctx.callOnAll(RingBodies.check(verb, memory, totalRounds)))) == 0;
        return samples.stream().map(ofMode -> cost(ofMode.toArray(new Sample[0]))).toArray(Cost[]::new);
    }

    private boolean cuts(final TimeLimit limit, final boolean mayCut) {
        final boolean cuts = mayCut && limit.isOver();
        isCut |= cuts;
        return cuts;
    }

    private long warmUp(final PowerMode mode, final double seconds, final TimeLimit limit) {
        long rounds = 1;
        Sample last = sample(mode, rounds);
        while (last.seconds < WARM_UP * seconds && !cuts(limit, true)) {
            rounds *= Math.max(2, Math.min(16, (long) (WARM_UP * seconds / last.seconds)));
            last = sample(mode, rounds);
        }
        for (int i = 1; i < WARM_UPS && !cuts(limit, true); i++) {
            last = sample(mode, rounds);
        }
        return Math.max(1, (long) (rounds * (isCut ? Math.min(1, seconds / last.seconds) : seconds / last.seconds)));
    }

    private Sample sample(final PowerMode mode, final long rounds) {
        cluster.run(ctx -> ctx.executeOnAll(PowerBodies.waitBy(mode)));
        final double before = consumption.used();
        final long startNs = System.nanoTime();
        cluster.run(ctx -> ctx.executeOnAll(RingBodies.round(verb, memory, rounds)));
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        final double used = consumption.used() - before;
        isRight &= verb != RingVerb.GET || sum(cluster.call(ctx -> ctx.callOnAll(RingBodies.proveGets(memory)))) == 0;
        totalRounds += rounds;
        final long nodes = cluster.nodeCount();
        return new Sample(rounds * nodes * (nodes - 1), seconds, used);
    }

    private static long sum(final List<Long> counts) {
        return counts.stream().mapToLong(count -> count).sum();
    }

    private Cost cost(final Sample[] samples) {
        final double bytes = memory.size();
        final double used = Arrays.stream(samples).mapToDouble(Sample::used).sum();
        return new Cost(Arrays.stream(samples).mapToDouble(sample -> sample.operations / sample.seconds / 1e6)
            .toArray(),
            median(Arrays.stream(samples).mapToDouble(sample -> sample.seconds * 1e6 / (sample.operations * bytes))
                .toArray()),
            used <= consumption.step() * samples.length ? Double.NaN
                : used * 1e6 / (Arrays.stream(samples).mapToDouble(Sample::operations).sum() * bytes));
    }

    private static double median(final double[] values) {
        Arrays.sort(values);
        final int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
