package org.gmt4j.bench.scale.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gmt4j.bench.scale.series.OneThreadCost;
import org.gmt4j.bench.scale.series.RateRow;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.bench.scale.series.SeriesRates.FailedTrial;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.bench.scale.statistics.MedianRatio;

/** Remarks beside the numbers of a series, in sentences, alike in table, picture and page. Stateless. */
final class Remarks {
    private Remarks() {
    }

    /** A wrong result: the finding, and that nothing can be shown; empty for series without. */
    static List<String> wrong(final SeriesRates rates) {
        final List<String> lines = new ArrayList<>();
        for (final FailedTrial failed : rates.failed()) {
            if (failed.trial().outcome() == Outcome.WRONG) {
                lines.add("WRONG RESULT with " + failed.place() + ": " + failed.trial().reason()
                    + ". No rates are shown, since others of this series may be wrong as well.");
            }
        }
        return lines;
    }

    /** Trials that were lost, each with point, trial, seed and reason. */
    static List<String> lost(final SeriesRates rates) {
        return rates.failed().stream().filter(failed -> failed.trial().outcome() == Outcome.LOST)
            .map(failed -> "lost: " + failed.place() + ": "
            + failed.trial().reason()).toList();
    }

    /** About cores, intervals, COST and missing points. */
    static List<String> notes(final SeriesRates rates) {
        final Set<String> notes = new LinkedHashSet<>();
        if (rates.exceedsCores()) {
            notes.add(cores(rates));
        }
        rates.costs().stream().map(OneThreadCost::text).forEach(notes::add);
        intervals(rates, notes);
        if (rates.missing() > 0) {
            notes.add("not complete: " + rates.missing() + (rates.missing() == 1 ? " trial is" : " trials are")
                + " missing; continue with --resume.");
        }
        return List.copyOf(notes);
    }

    /** From where on there are more threads than cores. */
    static String cores(final SeriesRates rates) {
        final RateRow first = rates.rows().stream().filter(RateRow::exceedsCores)
            .reduce((a, b) -> b.point().nodes() < a.point().nodes() ? b : a).orElseThrow();
        final int threads = Math.max(1, first.point().threads());
        return "From " + first.point().nodes() + (first.point().nodes() == 1 ? " node" : " nodes")
            + (threads == 1 ? "" : " of " + threads
            + " threads") + " on, " + (threads == 1 ? "nodes" : "threads") + " exceed the " + first.cores()
            + (first.cores() == 1 ? " core" : " cores") + " of this machine: they take turns, "
            + "and ratios are a share of the rate, no speed-up.";
    }

    private static void intervals(final SeriesRates rates, final Set<String> notes) {
        if (rates.rows().stream().anyMatch(row -> row.interval().isPresent() && !row.interval().get().isUsual())) {
            notes.add("Intervals go by launches. Fewer than six do not give 95 %: the percentage in "
                + "parentheses is what they give.");
        }
        if (rates.rows().stream().flatMap(row -> row.toFirst().or(row::toFirstSwept).stream())
            .anyMatch(MedianRatio::isWithinLaunch)) {
            notes.add("* one launch only: how launches differ is not known, and not in these intervals.");
        }
    }
}
