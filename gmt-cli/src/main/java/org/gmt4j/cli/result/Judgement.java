package org.gmt4j.cli.result;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One sentence about a run: verification, speed, and the obstacles, as far as the nodes' counters show
 * it. Counters cover the whole run, set-up included, so the last part names a cause only where the evidence is plain.
 */
final class Judgement {

    /**
     * From this share of buffers on that left half empty because a node had nothing else to run, a run waits more than
     * it sends.
     */
    private static final double MOSTLY_IDLE = 0.5;
    private static final long ENOUGH_BUFFERS = 100;
    /** The largest node's busy time over the mean from which on others wait for it. */
    private static final double UNEVEN = 1.3;
    /** Credit stalls per block from which on credits count. */
    private static final double MANY_STALLS = 0.1;
    /** Last quarter of the trials over the first, in time, below which the JVM was still compiling. */
    private static final double STILL_WARMING = 0.67;
    private static final int ENOUGH_TRIALS = 8;

    private final RunResult result;

    Judgement(final RunResult result) {
        this.result = result;
    }

    /** @return the sentence, without a line end */
    String sentence() {
        if (result.verified().isPresent() && !result.verified().get()) {
            return "VERIFICATION FAILED: no rates are shown";
        }
        final StringBuilder text = new StringBuilder(result.verified().isPresent() ? "verified" : "not verified");
        if (!result.trials().isEmpty()) {
            text.append(String.format(Locale.ROOT, " (%d trial%s)", result.trials().size(),
                result.trials().size() == 1 ? "" : "s"));
        }
        speed().ifPresent(speed -> text.append(": ").append(speed));
        limit().ifPresent(limit -> text.append("; ").append(limit));
        return text.toString();
    }

    private Optional<String> speed() {
        if (result.mteps().isPresent()) {
            return Optional.of(Quantity.digits(result.mteps().get().harmonicMean()) + " MTEPS in the harmonic mean");
        }
        if (result.seconds().isPresent() && result.results().isEmpty()) {
            return Optional.of(Quantity.duration(result.seconds().get().median()) + " in the median");
        }
        return bestShare();
    }

    private Optional<String> bestShare() {
        return result.results().stream().filter(bench -> bench.ceilingShare().isPresent() && bench.mops().isPresent()
            && !bench.name().startsWith("ceiling"))
            .max((a, b) -> Double.compare(a.ceilingShare().get(), b.ceilingShare().get()))
            .map(best -> String.format(Locale.ROOT, "%s reaches %s Mops/s, %.0f %% of the ceiling", best.name(),
                Quantity.digits(best.mops().get().median()), best.ceilingShare().get() * 100));
    }

    private Optional<String> limit() {
        final HostLoad host = HostLoad.highest(result);
        if (host.nodes() > host.cores()) {
            return Optional.of(String.format(Locale.ROOT,
                "limited by the cores: %d for %d nodes, so these are functional numbers", host.cores(), host.nodes()));
        }
        if (host.threads() > host.cores()) {
            return Optional.of(String.format(Locale.ROOT,
                "limited by the cores: %d for %d threads of each node, which take turns", host.cores(),
                host.threads() / host.nodes()));
        }
        return warming().or(this::credits).or(this::waiting).or(this::uneven);
    }

    private Optional<String> warming() {
        final List<Trial> trials = result.trials();
        final int quarter = trials.size() / 4;
        if (trials.size() < ENOUGH_TRIALS) {
            return Optional.empty();
        }
        final double first = median(trials.subList(0, quarter));
        final double last = median(trials.subList(trials.size() - quarter, trials.size()));
        return last < STILL_WARMING * first ? Optional.of(String.format(Locale.ROOT,
            "young JVMs: the last trials took %.2f of the time of the first, so more warm-up shows more", last / first))
            : Optional.empty();
    }

    private static double median(final List<Trial> trials) {
        return SampleStatistics.of(trials.stream().mapToDouble(Trial::seconds).toArray()).median();
    }

    private Optional<String> credits() {
        final Map<String, Long> counters = result.counters();
        final long blocks = counters.getOrDefault("blocks", 0L);
        final long stalls = counters.getOrDefault("stalls.credit", 0L);
        return blocks > ENOUGH_BUFFERS && stalls > MANY_STALLS * blocks
            ? Optional.of(String.format(Locale.ROOT, "limited by credits: %,d stalls for %,d blocks", stalls, blocks))
            : Optional.empty();
    }

    private Optional<String> waiting() {
        final Map<String, Long> counters = result.counters();
        final long buffers = counters.getOrDefault("buffers", 0L);
        final long idle = counters.getOrDefault("buffers.idle", 0L);
        return buffers > ENOUGH_BUFFERS && idle > MOSTLY_IDLE * buffers ? Optional.of(String.format(Locale.ROOT,
            "limited by waiting: %.0f %% of the buffers left before they were full because a node had "
                + "nothing else to run", 100.0 * idle / buffers))
            : Optional.empty();
    }

    private Optional<String> uneven() {
        return result.imbalance().stream()
            .filter(one -> one.measure().equals("busyNs") && one.largestOverMean() >= UNEVEN).findFirst()
            .map(one -> String.format(Locale.ROOT, "limited by uneven nodes: the busiest worked %.2f times the mean",
                one.largestOverMean()));
    }
}
