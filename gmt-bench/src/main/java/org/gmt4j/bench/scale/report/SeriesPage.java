package org.gmt4j.bench.scale.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesHeader;
import org.gmt4j.bench.scale.series.SeriesPoint;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.bench.scale.series.SeriesTrial;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;

/**
 * A series as one HTML page that needs nothing else: no script, no font, no request, which its own content policy
 * forbids. Pictures, tables, lost trials, the command, the machine, every sample. Follows the reader's
 * choice of light or dark; can be printed. All texts of the series are escaped. Of a series with a wrong result it has
 * no rate. Stateless; set-up.
 */
public final class SeriesPage {
    private SeriesPage() {
    }

    /** The page. */
    public static String of(final Series series) {
        return of(SeriesRates.of(series));
    }

    /** The same, with rates that are known already. */
    public static String of(final SeriesRates rates) {
        final Series series = rates.series();
        final SeriesHeader header = series.header();
        final String title = header.app() + ", " + header.kind().name().toLowerCase(Locale.ROOT) + " scaling"
            + (header.preset().isEmpty() ? "" : ", "
            + header.preset());
        final Html page = new Html();
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
            + "content=\"width=device-width, initial-scale=1\">")
            .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                + "style-src 'unsafe-inline'\">")
            .raw("<meta name=\"color-scheme\" content=\"light dark\">").element("title", title)
            .raw("<style>" + PageStyle.CSS + "</style>\n</head>\n<body>\n<main>")
            .element("h1", title).element("p", "origin", origin(header));
        Remarks.wrong(rates)
            .forEach(line -> page.raw("<p class=\"wrong\" role=\"alert\">" + Html.escaped(line) + "</p>"));
        results(page, rates);
        page.list("notes", Remarks.notes(rates));
        lost(page, rates);
        repeat(page, series);
        remarksOfRuns(page, rates);
        environment(page, header);
        samples(page, rates);
        return page.raw("</main>\n</body>\n</html>").written();
    }

    private static String origin(final SeriesHeader header) {
        final Object commit = header.environment().get("commit");
        return header.trials() + (header.trials() == 1 ? " trial" : " trials") + " per point, " + header.cores()
            + (header.cores() == 1 ? " core"
            : " cores") + ", seed " + header.seed() + ", started " + header.startedAt()
            + (commit == null ? "" : ", commit " + commit);
    }

    private static void results(final Html page, final SeriesRates rates) {
        if (rates.rows().isEmpty()) {
            page.element("p", rates.series().isWrong() ? "No rates are shown." : "No rates: no trial has ended well.");
            return;
        }
        page.element("h2", "Rates").raw("<div class=\"charts\">");
        for (final LineChart chart : SeriesCharts.charts(rates)) {
            page.raw("<figure>" + chart.inline() + "</figure>");
        }
        page.raw("</div>");
        RateTable.of(rates).forEach(table -> page.table("rates", table.title(),
            table.columns().stream().map(RateTable.Column::title).toList(), table
            .rows()));
    }

    private static void lost(final Html page, final SeriesRates rates) {
        final List<List<String>> rows = rates.failed().stream()
            .filter(failed -> failed.trial().outcome() == Outcome.LOST).map(failed -> List.of(
            SeriesRates.place(failed.point()), String.valueOf(failed.trial().number()),
            String.valueOf(failed.trial().seed()), failed.trial().reason()))
            .toList();
        if (!rows.isEmpty()) {
            page.element("h2", "Lost trials").table("Trials that have no rates",
                List.of("point", "trial", "seed", "reason"), rows);
        }
    }

    private static void repeat(final Html page, final Series series) {
        page.element("h2", "To repeat it")
            .raw("<pre class=\"command\">" + Html.escaped(CommandWords.line(series.header().commandLine())) + "</pre>")
            .raw("<details><summary>What each point launches</summary>")
            .table("Jobs, to which each trial adds its seed", List.of("point", "command"), series
                .points().stream().map(point -> List.of(SeriesRates.place(point), CommandWords.line(point.arguments())))
                .toList()).raw("</details>");
    }

    /** Notes and profiles that the jobs have left in their results; of each point the last trial's. */
    private static void remarksOfRuns(final Html page, final SeriesRates rates) {
        if (rates.series().isWrong()) {
            return;
        }
        final Html found = new Html();
        for (final SeriesPoint point : rates.series().points()) {
            final Map<String, Object> result = point.trials().stream().filter(trial -> trial.outcome() == Outcome.OK)
                .reduce((a, b) -> b).map(
                SeriesTrial::result).orElse(Map.of());
            final List<String> keys = Stream.of("notes", "profile", "traffic")
                .filter(key -> result.get(key) != null).toList();
            if (!keys.isEmpty()) {
                found.element("h3", SeriesRates.place(point));
                keys.forEach(key -> noted(found, key, result.get(key)));
            }
        }
        if (!found.written().isEmpty()) {
            page.element("h2", "What the jobs noted")
                .raw("<details><summary>Notes, profiles and traffic, by point</summary>").raw(found.written()).raw(
                "</details>");
        }
    }

    private static void noted(final Html page, final String key, final Object value) {
        if (key.equals("notes") && value instanceof List<?> lines) {
            page.list("notes", lines.stream().map(String::valueOf).toList());
        } else {
            page.element("h4", key).values(key, value);
        }
    }

    private static void environment(final Html page, final SeriesHeader header) {
        final Map<String, Object> environment = new TreeMap<>(header.environment());
        environment.put("cores", header.cores());
        page.element("h2", "Where and how").table("Environment", List.of("what", "value"),
            environment.entrySet().stream().map(entry -> List.of(entry
            .getKey(), String.valueOf(entry.getValue()))).toList());
        if (!header.settings().isEmpty()) {
            page.raw("<details><summary>Configuration: " + header.settings().size()
                + " settings and their origins</summary>").table("Configuration",
                List.of("setting", "value", "unit", "origin"), header.settings().stream()
                    .map(line -> List.of(line.key(), line.value(), line.unit(), line
                    .origin())).toList()).raw("</details>");
        }
    }

    private static void samples(final Html page, final SeriesRates rates) {
        final List<List<String>> rows = new ArrayList<>();
        for (final SeriesPoint point : rates.series().points()) {
            for (final SeriesTrial trial : point.trials()) {
                final List<String> place = List.of(SeriesRates.place(point), String.valueOf(trial.number()),
                    String.valueOf(trial.seed()), trial
                    .outcome().name().toLowerCase(Locale.ROOT), Figures.rate(trial.seconds()));
                final List<Rate> shown = rates.series().isWrong() ? List.of() : trial.rates();
                shown.forEach(rate -> rows.add(row(place, rate.name(), rate.unit(),
                    Arrays.stream(rate.samples()).mapToObj(Figures::rate).collect(
                    Collectors.joining("  ")))));
                if (shown.isEmpty()) {
                    rows.add(row(place, "", "", ""));
                }
            }
        }
        page.raw("<details><summary>Every sample</summary>").table("Samples, in the order measured",
            List.of("point", "trial", "seed", "outcome",
            "seconds in all", "rate", "unit", "samples"), rows).raw("</details>");
    }

    private static List<String> row(final List<String> place, final String... further) {
        final List<String> cells = new ArrayList<>(place);
        cells.addAll(List.of(further));
        return cells;
    }
}
