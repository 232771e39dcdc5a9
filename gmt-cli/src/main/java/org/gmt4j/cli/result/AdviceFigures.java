package org.gmt4j.cli.result;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.profile.NodeProfile;
import org.gmt4j.engine.publish.NodeReport;

/**
 * The figures of a run that rules of {@code --advise} look at: counters of all nodes together, and shares of them.
 * Shares whose whole is too small to say anything are NaN. Immutable.
 */
final class AdviceFigures {
    /** Columns of a role's times: in this role, in others of the thread, waiting, idle. */
    enum Time { RUNNING, OTHERS, WAITING, IDLE }

    private static final int ENOUGH_TRIALS = 8;

    private final RunResult result;
    private final Map<String, Long> counters;

    AdviceFigures(final RunResult result) {
        this.result = result;
        counters = result.counters();
    }

    RunPlan plan() {
        return result.plan();
    }

    RunEnvironment environment() {
        return result.environment();
    }

    /** Sum of a counter over all nodes; 0 where there is none of that name. */
    long count(final String counter) {
        return counters.getOrDefault(counter, 0L);
    }

    /** A counter for each of another, where there are more than {@code enough} of the other. */
    double share(final String counter, final String of, final long enough) {
        return count(of) > enough ? (double) count(counter) / count(of) : Double.NaN;
    }

    /** The host with the most threads to a core. */
    HostLoad busiestHost() {
        return HostLoad.highest(result);
    }

    /** All hosts together. */
    HostLoad allHosts() {
        return HostLoad.all(result);
    }

    /** Whether arrays that are declared combining have been updated. */
    boolean combines() {
        return count("combining.sums") + count("combining.combined") + count("combining.dropped")
            + count("combining.evicted") > 0;
    }

    boolean isDedicated() {
        return plan().plan() == RunConfig.Plan.DEDICATED;
    }

    /** Time of the first quarter of the trials over that of the last. */
    double speedUpDuringTrials() {
        final double[] seconds = result.trials().stream().mapToDouble(Trial::seconds).toArray();
        final int quarter = seconds.length / 4;
        return seconds.length < ENOUGH_TRIALS ? Double.NaN
            : SampleStatistics.of(Arrays.copyOf(seconds, quarter)).median()
                / SampleStatistics.of(Arrays.copyOfRange(seconds, seconds.length - quarter, seconds.length)).median();
    }

    /** Names of results that say that they have not settled. */
    List<String> unsettled() {
        return result.results().stream().filter(bench -> !bench.unsettled().orElse("").isEmpty())
            .map(BenchResult::name).distinct().toList();
    }

    /** Busy time of the busiest node over the mean. */
    double imbalance() {
        return result.imbalance().stream().filter(one -> one.measure().equals("busyNs")).findFirst()
            .map(Imbalance::largestOverMean).orElse(Double.NaN);
    }

    /** The most of the nodes. */
    long largest(final ToLongFunction<NodeReport> figure) {
        return result.reports().stream().mapToLong(figure).max().orElse(0);
    }

    boolean isProfiled() {
        return result.reports().stream().anyMatch(report -> report.tables().containsKey(NodeProfile.COLLECTIONS));
    }

    /** Share of the time of all threads of a role that was of one kind; NaN without a profile. */
    double timeShare(final String role, final Time kind) {
        long part = 0;
        long whole = 0;
        for (final NodeReport report : result.reports()) {
            final long[] row = report.tables().getOrDefault(NodeProfile.ROLE + role, new long[Time.values().length]);
            part += row[kind.ordinal()];
            whole += Arrays.stream(row).sum();
        }
        return whole == 0 ? Double.NaN : (double) part / whole;
    }

    /** Share of the time of a node's worker, of the node where it is largest, that collections took. */
    double collectionShare() {
        double largest = Double.NaN;
        for (final NodeReport report : result.reports()) {
            final long[] collections = report.tables().get(NodeProfile.COLLECTIONS);
            final long[] row = report.tables().get(NodeProfile.ROLE + "worker");
            if (collections != null && row != null && Arrays.stream(row).sum() > 0) {
                // all workers of a node stand still at the same time
                final double ns = (double) Arrays.stream(row).sum() / Math.max(1, plan().workers());
                largest = Math.max(Double.isNaN(largest) ? 0 : largest, collections[1] * 1e6 / ns);
            }
        }
        return largest;
    }
}
