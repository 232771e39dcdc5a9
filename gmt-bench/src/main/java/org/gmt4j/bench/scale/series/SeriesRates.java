package org.gmt4j.bench.scale.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.gmt4j.bench.scale.statistics.LaunchSamples;
import org.gmt4j.bench.scale.statistics.MedianRatio;
import org.gmt4j.cli.result.SampleStatistics;

/**
 * The conclusions from a series: its rates with statistics, efficiency and COST, and the trials without rates.
 * Immutable; set-up, some milliseconds for each row. A series with a wrong result has no rows: no reader of this class
 * can show a rate of it.
 *
 * @param series measurements
 * @param rows   by name of the rate, then in the order of the points; where points have rates of one name in several
 *               units, as transfers of few bytes and of many do, the unit is in the name, and they are not compared
 * @param costs  where one thread was measured, too: for each rate and combination of swept values
 * @param failed trials without rates, in order
 */
public record SeriesRates(Series series, List<RateRow> rows, List<OneThreadCost> costs, List<FailedTrial> failed) {
    private static final String RUNS = "runs/s";

    /** A trial that was lost or wrong, and where. */
    public record FailedTrial(SeriesPoint point, SeriesTrial trial) {
        /** Where: point, trial and seed. */
        public String place() {
            return SeriesRates.place(point) + ", trial " + trial.number() + ", seed " + trial.seed();
        }
    }

    /** Everything that follows from this series. */
    public static SeriesRates of(final Series series) {
        final List<RateRow> rows = series.isWrong() ? List.of() : rows(series);
        return new SeriesRates(series, List.copyOf(rows), OneThreadCost.of(rows),
            series.points().stream().flatMap(point -> point.trials().stream()
            .filter(trial -> trial.outcome() != Outcome.OK).map(trial -> new FailedTrial(point, trial))).toList());
    }

    /** Names of the rates, in the order measured. */
    public List<String> names() {
        return rows.stream().map(RateRow::name).distinct().toList();
    }

    /** The rows of one rate. */
    public List<RateRow> rows(final String name) {
        return rows.stream().filter(row -> row.name().equals(name)).toList();
    }

    /** The rows of one point. */
    public List<RateRow> rows(final SeriesPoint point) {
        return rows.stream().filter(row -> row.point() == point).toList();
    }

    /** The swept keys, in order. */
    public List<String> sweptKeys() {
        return sweptKeys(series);
    }

    /** The swept keys of a series, in order. */
    public static List<String> sweptKeys(final Series series) {
        return series.points().stream().flatMap(point -> point.swept().keySet().stream()).distinct().toList();
    }

    /** Whether points differ in nodes: then there is an efficiency to speak of. */
    public boolean hasSeveralNodeCounts() {
        return series.points().stream().mapToInt(SeriesPoint::nodes).distinct().count() > 1;
    }

    /** Whether some point with a rate has more threads than there are cores. */
    public boolean exceedsCores() {
        return rows.stream().anyMatch(RateRow::exceedsCores);
    }

    /** Trials that were asked for and have not been tried. */
    public int missing() {
        final int wanted = series.header().trials();
        return series.points().stream().mapToInt(point -> Math.max(0, wanted - point.trials().size())).sum();
    }

    /** Nodes and swept values in words. */
    public static String place(final SeriesPoint point) {
        final String nodes = point.nodes() + (point.nodes() == 1 ? " node" : " nodes");
        return Stream.concat(Stream.of(nodes), point.swept().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue()))
            .collect(Collectors.joining(", "));
    }

    private static List<RateRow> rows(final Series series) {
        final Map<Kind, List<Measured>> byKind = new LinkedHashMap<>();
        for (final SeriesPoint point : series.points()) {
            final List<SeriesTrial> trials = point.trials().stream().filter(trial -> trial.outcome() == Outcome.OK)
                .toList();
            for (final Kind kind : trials.stream().flatMap(trial -> trial.rates().stream())
                .filter(rate -> rate.samples().length > 0).map(Kind::of).distinct().toList()) {
                byKind.computeIfAbsent(kind, any -> new ArrayList<>())
                    .add(Measured.of(point, kind, trials, series.header().kind()));
            }
        }
        return byKind.entrySet().stream().flatMap(entry -> {
            final String name = entry.getKey().nameAmong(byKind.keySet());
            return entry.getValue().stream().map(one -> row(one, name, entry.getValue(), series.header().cores()));
        }).toList();
    }

    /** What rates that are compared have in common. */
    private record Kind(String name, String unit) {
        static Kind of(final Rate rate) {
            return new Kind(rate.name(), rate.unit());
        }

        String nameAmong(final Set<Kind> all) {
            return all.stream().filter(other -> other.name.equals(name)).count() == 1 ? name
                : name + " (" + unit + ")";
        }
    }

    private static RateRow row(final Measured one, final String name, final List<Measured> all, final int cores) {
        final Measured first = all.stream().filter(other -> other.point.swept().equals(one.point.swept()))
            .findFirst().orElse(one);
        final Measured firstSwept = all.stream().filter(other -> other.point.nodes() == one.point.nodes())
            .findFirst().orElse(one);
        return new RateRow(one.point, name, one.unit, cores, one.samples, first.point.nodes(),
            one.to(first), one.to(firstSwept), one.ofOneThread);
    }

    /**
     * The samples of one rate at one point, as work per time: a run of a weak series has as many times the work as
     * there are nodes.
     */
    private record Measured(SeriesPoint point, String unit, LaunchSamples samples, Optional<Double> ofOneThread) {
        static Measured of(final SeriesPoint point, final Kind asked, final List<SeriesTrial> trials,
                           final ScalingKind scaling) {
            final boolean isByNodes = scaling == ScalingKind.WEAK && asked.unit.equals(RUNS);
            final List<LaunchSamples.Launch> launches = new ArrayList<>();
            final List<Double> ratios = new ArrayList<>();
            for (final SeriesTrial trial : trials) {
                for (final Rate rate : trial.rates()) {
                    if (Kind.of(rate).equals(asked) && rate.samples().length > 0) {
                        launches.add(new LaunchSamples.Launch(trial.seed(), isByNodes
                            ? times(rate.samples(), point.nodes()) : rate.samples()));
                        OneThreadCost.ratio(trial, rate).ifPresent(ratios::add);
                    }
                }
            }
            return new Measured(point, isByNodes ? RUNS + " x nodes" : asked.unit, new LaunchSamples(launches),
                ratios.isEmpty() ? Optional.empty()
                : Optional.of(SampleStatistics.of(ratios.stream().mapToDouble(ratio -> ratio).toArray()).median()));
        }

        private static double[] times(final double[] samples, final int nodes) {
            return Arrays.stream(samples).map(sample -> sample * nodes).toArray();
        }

        Optional<MedianRatio> to(final Measured other) {
            return other == this ? Optional.empty() : Optional.of(MedianRatio.of(samples, other.samples));
        }
    }
}
