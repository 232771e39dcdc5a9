package org.gmt4j.bench.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One axis of a chart: its label, and the places of numbers. Immutable.
 *
 * @param label quantity, with its unit
 * @param scale how
 * @param words labels at 0, 1, 2 ... of an axis of words; empty for others
 */
public record Axis(String label, Scale scale, List<String> words) {
    private static final int TICKS = 6;
    /** Computed steps are a little off. */
    private static final double LEEWAY = 1 - 1e-9;

    /** How numbers become places. Logarithmic axes show positive numbers only. */
    public enum Scale { LINEAR, LOG10, LOG2, LOG2_BYTES, WORDS }

    /** Even steps, from 0 or below. */
    public static Axis linear(final String label) {
        return new Axis(label, Scale.LINEAR, List.of());
    }

    /** Powers of ten. */
    public static Axis log10(final String label) {
        return new Axis(label, Scale.LOG10, List.of());
    }

    /** Powers of two, written as 1, 64, 4K, 1M. */
    public static Axis bytes(final String label) {
        return new Axis(label, Scale.LOG2_BYTES, List.of());
    }

    /** Powers of two, written as 1, 64, 4096. */
    public static Axis log2(final String label) {
        return new Axis(label, Scale.LOG2, List.of());
    }

    /** Words at even distances; the numbers of lines are places in the list. */
    public static Axis words(final String label, final List<String> words) {
        return new Axis(label, Scale.WORDS, List.copyOf(words));
    }

    private boolean isEven() {
        return scale == Scale.LINEAR || scale == Scale.WORDS;
    }

    boolean canShow(final double value) {
        return Double.isFinite(value) && (isEven() || value > 0);
    }

    /** The number on a scale with even steps. */
    double even(final double value) {
        return isEven() ? value : Math.log(value) / Math.log(base());
    }

    private double base() {
        return scale == Scale.LOG10 ? 10 : 2;
    }

    /** From where to where the axis goes, on the even scale, so that all these numbers are on it. */
    double[] range(final double least, final double most) {
        if (scale == Scale.WORDS) {
            return new double[] {-0.5, Math.max(1, words.size()) - 0.5};
        }
        if (scale == Scale.LINEAR) {
            final double low = Math.min(0, least);
            final double high = Math.max(0, most);
            final double step = step(low, high > low ? high : low + 1);
            return new double[] {Math.floor(low / step) * step, high > low ? Math.ceil(high / step) * step : low + 1};
        }
        final double low = scale == Scale.LOG10 ? Math.floor(even(least)) : even(least);
        final double high = scale == Scale.LOG10 ? Math.ceil(even(most)) : even(most);
        return new double[] {low, high > low ? high : low + 1};
    }

    /** Where numbers are written, on the even scale. */
    List<Double> ticks(final double low, final double high) {
        final double step = scale == Scale.WORDS ? 1 : scale == Scale.LINEAR ? step(low, high)
            : Math.max(1, Math.ceil((high - low) / TICKS));
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

    /** The labels of ticks. */
    List<String> texts(final List<Double> ticks) {
        final double step = ticks.size() > 1 ? ticks.get(1) - ticks.get(0) : 0;
        final double most = ticks.stream().mapToDouble(Math::abs).max().orElse(0);
        return ticks.stream().map(tick -> text(tick, step, most)).toList();
    }

    /** The label at a place of the even scale. */
    private String text(final double even, final double step, final double most) {
        if (scale == Scale.WORDS) {
            return word((int) Math.round(even));
        }
        if (scale == Scale.LOG2) {
            return String.valueOf(Math.round(Math.pow(2, even)));
        }
        if (scale == Scale.LOG2_BYTES) {
            final long value = Math.round(Math.pow(2, even));
            return value >= 1 << 30 ? (value >> 30) + "G" : value >= 1 << 20 ? (value >> 20) + "M"
                : value >= 1 << 10 ? (value >> 10) + "K"
                : String.valueOf(value);
        }
        if (scale == Scale.LOG10) {
            final double power = Math.pow(10, even);
            return number(power, power, power);
        }
        return number(even, step > 0 ? step : Math.max(most, 1), most);
    }

    /** Cut so that neighbours do not touch. */
    private String word(final int index) {
        final int room = Math.max(3, 70 / words.size());
        final String word = index >= 0 && index < words.size() ? words.get(index) : "";
        return word.length() <= room ? word : word.substring(0, room - 1) + "\u2026";
    }

    /**
     * With as many digits as a step has.
     *
     * @param most greatest number of the axis: all are written in one way
     */
    private static String number(final double value, final double step, final double most) {
        final int digit = exponent(step);
        if (Math.abs(value) < step / 2) {
            return "0";
        }
        if (most < 1e-3 * LEEWAY || most >= 1e6 * LEEWAY) {
            return String.format(Locale.ROOT, "%." + Math.max(0, exponent(value) - digit) + "e", value)
                .replaceFirst("\\.?0*e", "e");
        }
        final String text = String.format(Locale.ROOT, "%." + Math.max(0, -digit) + "f", value);
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }

    private static int exponent(final double value) {
        return (int) Math.floor(Math.log10(Math.abs(value) / LEEWAY));
    }
}
