package org.gmt4j.bench.scale.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.gmt4j.bench.scale.series.RateRow;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.bench.scale.statistics.MedianRatio;

/**
 * Two series, point by point: how much faster or slower the second one is, and how sure that is. Immutable; set-up.
 *
 * @param threshold  how much slower is beyond it: 0.1 is a median below 90 % of the old one
 * @param pairs      points and rates that both have, in the order of the new series
 * @param onlyOld    those that only the old one has, in words
 * @param onlyNew    those that only the new one has
 * @param differences of application, kind, machine and build, in words: "different commit: old a, new b"
 */
public record Comparison(double threshold, List<Pair> pairs, List<String> onlyOld, List<String> onlyNew,
                         List<String> differences) {

    /** One rate of two series at one point. */
    public enum Verdict {
        /** Slower by more than the threshold, and surely slower. */
        SLOWER,
        /** Faster by more than the threshold, and surely faster. */
        FASTER,
        /** Within the threshold, or the interval does not exclude that nothing has changed. */
        SAME,
        /** Other units, or a single sample on both sides. */
        NOT_COMPARABLE
    }

    /**
     * One rate at one point.
     *
     * @param old     row of the old series
     * @param now     row of the new one
     * @param ratio   new divided by old
     * @param verdict conclusion
     */
    public record Pair(RateRow old, RateRow now, MedianRatio ratio, Verdict verdict) {
    }

    /**
     * Compares; a series with a wrong result has no points to compare.
     *
     * @param threshold at least 0, less than 1
     * @throws IllegalArgumentException for another threshold
     */
    public static Comparison of(final Series old, final Series now, final double threshold) {
        if (!(threshold >= 0 && threshold < 1)) {
            throw new IllegalArgumentException("a threshold is at least 0 and less than 1, found " + threshold);
        }
        final List<RateRow> left = new ArrayList<>(SeriesRates.of(old).rows());
        final List<Pair> pairs = new ArrayList<>();
        final List<String> onlyNew = new ArrayList<>();
        for (final RateRow row : SeriesRates.of(now).rows()) {
            final Optional<RateRow> partner = left.stream().filter(other -> isSame(other, row)).findFirst();
            partner.ifPresentOrElse(other -> pairs.add(pair(other, row, threshold)), () -> onlyNew.add(words(row)));
            partner.ifPresent(left::remove);
        }
        return new Comparison(threshold, List.copyOf(pairs), left.stream().map(Comparison::words).toList(),
            List.copyOf(onlyNew), differences(old,
            now));
    }

    private static boolean isSame(final RateRow a, final RateRow b) {
        return a.point().nodes() == b.point().nodes() && a.point().swept().equals(b.point().swept())
            && a.name().equals(b.name());
    }

    private static String words(final RateRow row) {
        return row.name() + " with " + SeriesRates.place(row.point());
    }

    private static Pair pair(final RateRow old, final RateRow now, final double threshold) {
        final MedianRatio ratio = MedianRatio.of(now.samples(), old.samples());
        return new Pair(old, now, ratio, old.unit().equals(now.unit()) ? verdict(ratio, threshold)
            : Verdict.NOT_COMPARABLE);
    }

    /** Faster and slower are alike: by this factor or its inverse. */
    private static Verdict verdict(final MedianRatio ratio, final double threshold) {
        if (ratio.interval().isEmpty() || !Double.isFinite(ratio.ratio())) {
            return Verdict.NOT_COMPARABLE;
        }
        if (!ratio.excludes(1)) {
            return Verdict.SAME;
        }
        return ratio.ratio() < 1 - threshold ? Verdict.SLOWER : ratio.ratio() > 1 / (1 - threshold) ? Verdict.FASTER
            : Verdict.SAME;
    }

    private static List<String> differences(final Series old, final Series now) {
        final List<String> found = new ArrayList<>();
        wrong(found, "old", old);
        wrong(found, "new", now);
        difference(found, "application", old.header().app(), now.header().app());
        difference(found, "kind", old.header().kind(), now.header().kind());
        difference(found, "cores", old.header().cores(), now.header().cores());
        final Set<String> keys = new LinkedHashSet<>(old.header().environment().keySet());
        keys.addAll(now.header().environment().keySet());
        keys.remove("cores");
        keys.forEach(key -> difference(found, key, old.header().environment().get(key),
            now.header().environment().get(key)));
        now.header().settings().forEach(line -> old.header().settings().stream()
            .filter(other -> other.key().equals(line.key())).findFirst().ifPresent(
            other -> difference(found, line.key(), other.value(), line.value())));
        return List.copyOf(found);
    }

    private static void wrong(final List<String> found, final String which, final Series series) {
        if (series.isWrong()) {
            found.add("the " + which + " series has a wrong result: none of its rates is compared");
        }
    }

    private static void difference(final List<String> found, final String what, final Object old, final Object now) {
        if (!Objects.equals(old, now) && !String.valueOf(old).equals(String.valueOf(now))) {
            found.add("different " + what + ": old " + Objects.requireNonNullElse(old, "unknown") + ", new "
                + Objects.requireNonNullElse(now, "unknown"));
        }
    }

    /** Whether some point has become slower beyond the threshold. */
    public boolean isBeyondThreshold() {
        return pairs.stream().anyMatch(pair -> pair.verdict == Verdict.SLOWER);
    }

    /** Whether no rate at any point could be compared. */
    public boolean isEmpty() {
        return comparable() == 0;
    }

    private long comparable() {
        return pairs.stream().filter(pair -> pair.verdict != Verdict.NOT_COMPARABLE).count();
    }

    /**
     * For people: a row for each pair, the rates of one series only, other differences, and the conclusion. Ends with a
     * line feed.
     */
    public String text() {
        final StringBuilder out = new StringBuilder();
        differences.forEach(line -> out.append(line).append('\n'));
        if (!pairs.isEmpty()) {
            final int width = Math.max(16,
                Math.min(50, pairs.stream().mapToInt(pair -> words(pair.now).length()).max().orElse(0)));
            out.append(Figures.format("%-" + width + "s  %-8s%9s%9s%8s  %-20s  %s%n", "rate and point",
                "unit", "old", "new", "ratio", "95 % of ratio",
                "verdict"));
            pairs.forEach(pair -> row(out, pair, width));
        }
        onlyOld.forEach(line -> out.append("only in the old series: ").append(line).append('\n'));
        onlyNew.forEach(line -> out.append("only in the new series: ").append(line).append('\n'));
        if (pairs.stream().anyMatch(pair -> pair.ratio.isWithinLaunch())) {
            out.append("* one launch only: how launches differ is not known, and not in these intervals.\n");
        }
        return out.append(conclusion()).append('\n').toString();
    }

    private static void row(final StringBuilder out, final Pair pair, final int width) {
        final String unit = pair.old.unit().equals(pair.now.unit()) ? pair.now.unit()
            : pair.old.unit() + "/" + pair.now.unit();
        final boolean isComparable = pair.verdict != Verdict.NOT_COMPARABLE;
        out.append(Figures.format("%-" + width + "s  %-8s%9s%9s%8s  %-20s  %s%n", words(pair.now), unit,
            Figures.rate(pair.old.median()), Figures.rate(pair.now.median()),
            pair.old.unit().equals(pair.now.unit()) ? Figures.format("%.3f", pair.ratio.ratio()) : "-",
            isComparable ? Figures.shares(pair.ratio.interval()) : "none",
            pair.verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
    }

    private String conclusion() {
        final long slower = pairs.stream().filter(pair -> pair.verdict == Verdict.SLOWER).count();
        final long comparable = comparable();
        return comparable == 0 ? "nothing to compare: " + (pairs.isEmpty()
            ? "no rate and point that both series have"
            : "single samples, or rates of different units")
            : slower == 0 ? Figures.format("nothing is slower by more than %s, of %d compared",
                Figures.percent(threshold), comparable)
                : Figures.format("%d of %d compared: slower by more than %s", slower, comparable,
                    Figures.percent(threshold));
    }
}
