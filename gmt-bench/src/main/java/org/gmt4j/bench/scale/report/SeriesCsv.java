package org.gmt4j.bench.scale.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesPoint;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.bench.scale.series.SeriesTrial;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;

/**
 * A series as comma-separated values: a row for each sample with everything that it is a sample of, and a row without
 * value for each trial that has none. The first column is the commit that was measured. Quoted as RFC 4180 says; each
 * row ends with a line feed. Of a series with a wrong result it has no values. Stateless; set-up.
 */
public final class SeriesCsv {
    private SeriesCsv() {
    }

    /** The text, with a row of names at first. */
    public static String of(final Series series) {
        final List<String> keys = SeriesRates.sweptKeys(series);
        final StringBuilder out = new StringBuilder(4096);
        final List<String> names = new ArrayList<>(List.of("commit", "app", "kind", "nodes", "threads", "cores"));
        names.addAll(keys);
        names.addAll(List.of("trial", "seed", "outcome", "rate", "unit", "sample", "value"));
        row(out, names);
        for (final SeriesPoint point : series.points()) {
            for (final SeriesTrial trial : point.trials()) {
                trial(out, series, point, trial, keys);
            }
        }
        return out.toString();
    }

    private static void trial(final StringBuilder out, final Series series, final SeriesPoint point,
                              final SeriesTrial trial, final List<String> keys) {
        final List<String> place = new ArrayList<>(List.of(
            String.valueOf(series.header().environment().getOrDefault("commit", "")), series.header().app(),
            series.header().kind().name().toLowerCase(Locale.ROOT), String
            .valueOf(point.nodes()), String.valueOf(point.threads()), String.valueOf(series.header().cores())));
        keys.forEach(key -> place.add(point.swept().getOrDefault(key, "")));
        place.addAll(List.of(String.valueOf(trial.number()), String.valueOf(trial.seed()),
            trial.outcome().name().toLowerCase(Locale.ROOT)));
        if (trial.outcome() != Outcome.OK || series.isWrong() || trial.rates().isEmpty()) {
            row(out, place, "", "", "", "");
            return;
        }
        for (final Rate rate : trial.rates()) {
            for (int i = 0; i < rate.samples().length; i++) {
                row(out, place, rate.name(), rate.unit(), String.valueOf(i + 1), String.valueOf(rate.samples()[i]));
            }
        }
    }

    private static void row(final StringBuilder out, final List<String> place, final String... further) {
        final List<String> cells = new ArrayList<>(place);
        cells.addAll(List.of(further));
        out.append(cells.stream().map(SeriesCsv::quoted).collect(Collectors.joining(","))).append('\n');
    }

    private static String quoted(final String cell) {
        return cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r') ? '"'
            + cell.replace("\"", "\"\"") + '"' : cell;
    }
}
