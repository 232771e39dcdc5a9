package org.gmt4j.bench.scale.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.gmt4j.cli.result.SampleStatistics;

/**
 * The COST of the system (McSherry, Isard, Murray, HotOS 2015): with how many nodes and cores it beats one thread that
 * solves the same problem. For one rate and one combination of swept values. Immutable.
 *
 * @param name   of the rate
 * @param swept  the combination
 * @param beaten the first point that is faster than one thread; empty if none is
 * @param best   the point that does best against one thread
 * @param most   the most nodes that were tried
 */
public record OneThreadCost(String name, Map<String, String> swept, Optional<RateRow> beaten, RateRow best, int most) {
    private static final String BASELINE = "baseline.";

    /**
     * The rate of a trial divided by that of one thread in the same run, where that was measured: both harmonic means
     * where they are of traversed edges, otherwise medians.
     */
    static Optional<Double> ratio(final SeriesTrial trial, final Rate rate) {
        return trial.result().get(BASELINE + rate.unit().toLowerCase(Locale.ROOT)) instanceof Number oneThread
            && oneThread.doubleValue() > 0
            ? Optional.of(ofLaunch(rate) / oneThread.doubleValue()) : Optional.empty();
    }

    private static double ofLaunch(final Rate rate) {
        final SampleStatistics samples = SampleStatistics.of(rate.samples());
        return rate.unit().equals("MTEPS") ? samples.harmonicMean() : samples.median();
    }

    static List<OneThreadCost> of(final List<RateRow> rows) {
        final Map<List<Object>, List<RateRow>> groups = new LinkedHashMap<>();
        rows.stream().filter(row -> row.ofOneThread().isPresent())
            .forEach(row -> groups.computeIfAbsent(List.of(row.name(), row.point().swept()), any -> new ArrayList<>())
                .add(row));
        return groups.values().stream().map(group -> {
            RateRow best = group.get(0);
            for (final RateRow row : group) {
                best = row.ofOneThread().get() > best.ofOneThread().get() ? row : best;
            }
            return new OneThreadCost(best.name(), best.point().swept(),
                group.stream().filter(row -> row.ofOneThread().get() > 1).findFirst(), best,
                group.stream().mapToInt(row -> row.point().nodes()).max().orElse(0));
        }).toList();
    }

    /** In words. */
    public String text() {
        final String sweep = swept.isEmpty() ? ""
            : " (" + String.join(", ", swept.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList())
            + ")";
        final RateRow row = beaten.orElse(best);
        final String place = nodes(row.point().nodes()) + " on " + row.coresInUse()
            + (row.coresInUse() == 1 ? " core" : " cores");
        return "COST of " + name + sweep + ": " + (beaten.isPresent()
            ? String.format(Locale.ROOT, "%s %s one thread (%.2f times its rate)", place,
                row.point().nodes() == 1 ? "beats" : "beat",
                row.ofOneThread().get())
            : String.format(Locale.ROOT, "does not beat one thread; not up to %s, at best %.2f times its rate, with %s",
                nodes(most), row
                .ofOneThread().get(), place));
    }

    private static String nodes(final int count) {
        return count + (count == 1 ? " node" : " nodes");
    }
}
