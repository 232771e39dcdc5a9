package org.gmt4j.bench.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One axis of a chart: what it says, and how numbers become places. Immutable.
 *
 * @param label what is shown, with its unit
 * @param scale how
 */
public record Axis(String label, Scale scale) {
    private static final int TICKS = 6;

    /** How numbers become places. Logarithmic axes show positive numbers only. */
    public enum Scale { LINEAR, LOG10, LOG2_BYTES }

    /** Even steps, from 0 or below. */
    public static Axis linear(final String label) {
        return new Axis(label, Scale.LINEAR);
    }

    /** Powers of ten. */
    public static Axis log10(final String label) {
        return new Axis(label, Scale.LOG10);
    }

    /** Powers of two, written as 1, 64, 4K, 1M. */
    public static Axis bytes(final String label) {
        return new Axis(label, Scale.LOG2_BYTES);
    }

    boolean canShow(final double value) {
        return Double.isFinite(value) && (scale == Scale.LINEAR || value > 0);
    }

    /** The number on a scale with even steps. */
    double even(final double value) {
        return scale == Scale.LINEAR ? value : Math.log(value) / Math.log(base());
    }

    private double base() {
        return scale == Scale.LOG10 ? 10 : 2;
    }

    /** From where to where the axis goes, on the even scale, so that all these numbers are on it. */
    double[] range(final double least, final double most) {
        if (scale == Scale.LINEAR) {
            final double low = Math.min(0, least);
            final double step = step(low, most);
            return new double[] {Math.floor(low / step) * step, Math.max(step, Math.ceil(most / step) * step)};
        }
        final double low = scale == Scale.LOG10 ? Math.floor(even(least)) : even(least);
        final double high = scale == Scale.LOG10 ? Math.ceil(even(most)) : even(most);
        return new double[] {low, high > low ? high : low + 1};
    }

    /** Where numbers are written, on the even scale. */
    List<Double> ticks(final double low, final double high) {
        final double step = scale == Scale.LINEAR ? step(low, high) : Math.max(1, Math.ceil((high - low) / TICKS));
        final List<Double> ticks = new ArrayList<>();
        for (int i = (int) Math.ceil(low / step - 1e-9); i * step <= high + 1e-9; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    private static double step(final double low, final double high) {
        final double rough = Math.max(1e-300, (high - low) / TICKS);
        final double power = Math.pow(10, Math.floor(Math.log10(rough)));
        final double share = rough / power;
        return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
    }

    /** What is written at a place of the even scale. */
    String text(final double even) {
        if (scale == Scale.LOG2_BYTES) {
            final long value = Math.round(Math.pow(2, even));
            return value >= 1 << 30 ? (value >> 30) + "G" : value >= 1 << 20 ? (value >> 20) + "M" : value >= 1 << 10 ? (value >> 10) + "K"
                : String.valueOf(value);
        }
        return number(scale == Scale.LOG10 ? Math.pow(10, even) : even);
    }

    private static String number(final double value) {
        final double size = Math.abs(value);
        if (size != 0 && (size < 1e-3 || size >= 1e6)) {
            return String.format(Locale.ROOT, "%.0e", value);
        }
        final String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceFirst("\\.?0+$", "");
    }
}
