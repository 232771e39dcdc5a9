package org.gmt4j.bench.scale.report;

import java.util.Locale;
import java.util.Optional;
import org.gmt4j.cli.result.ConfidenceInterval;

/** How numbers of reports are written, alike in table and page. Stateless. */
final class Figures {
    /** Of a single sample. */
    static final String NO_INTERVAL = "none";

    private Figures() {
    }

    /** About three significant digits; a dash where there is no number. */
    static String rate(final double value) {
        final double size = Math.abs(value);
        return !Double.isFinite(value) ? "-" : format(size >= 1000 ? "%,.0f" : size >= 100 ? "%.0f"
            : size >= 10 ? "%.1f" : size >= 1 ? "%.2f"
            : size >= 0.001 || size == 0 ? "%.3f" : "%.1e", value);
    }

    /** Two digits behind the point. */
    static String share(final double value) {
        return Double.isFinite(value) ? format("%.2f", value) : "-";
    }

    /** In percent. */
    static String percent(final double share) {
        return Double.isFinite(share) ? format(share > 0 && share < 0.1 ? "%.1f %%" : "%.0f %%", share * 100) : "-";
    }

    /** From and to, with the coverage where that is not the usual. */
    static String rates(final Optional<ConfidenceInterval> interval) {
        return interval.map(found -> rate(found.low()) + ".." + rate(found.high()) + coverage(found))
            .orElse(NO_INTERVAL);
    }

    /** The same, for ratios. */
    static String shares(final Optional<ConfidenceInterval> interval) {
        return interval.map(found -> share(found.low()) + ".." + share(found.high()) + coverage(found))
            .orElse(NO_INTERVAL);
    }

    /** The coverage of an interval; nothing for the usual; an asterisk where only one launch is known. */
    private static String coverage(final ConfidenceInterval interval) {
        return interval.isUsual() ? "" : interval.coverage() == 0 ? " *"
            : format(" (%.0f%%)", interval.coverage() * 100);
    }

    static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }
}
