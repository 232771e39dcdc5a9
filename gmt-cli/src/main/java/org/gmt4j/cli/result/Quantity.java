package org.gmt4j.cli.result;

import java.util.Locale;
import java.util.Map;

/** Values as people read them: about three significant digits, and the unit that their JSON key names. */
final class Quantity {

    private static final double MEGABYTE = 1 << 20;
    private static final double KILOBYTE = 1 << 10;
    /** Ends of keys, longest first where one is the end of another, and the factor to seconds. */
    private static final Map<String, Double> TIMES = Map.of("seconds", 1.0, "ms", 1e-3, "us", 1e-6, "ns", 1e-9);

    private Quantity() {
    }

    /** @return about three significant digits, no exponent for usual sizes */
    static String digits(final double value) {
        final double size = Math.abs(value);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "-";
        }
        final String pattern = size >= 1000 ? "%,.0f" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f"
            : size >= 0.001 || size == 0 ? "%.3f" : "%.1e";
        return String.format(Locale.ROOT, pattern, value);
    }

    /** @return a duration in the unit that leaves one to three digits before the point */
    static String duration(final double seconds) {
        final double size = Math.abs(seconds);
        if (size >= 120) {
            return String.format(Locale.ROOT, "%d min %d s", (long) seconds / 60, (long) seconds % 60);
        }
        return size >= 1 || size == 0 ? digits(seconds) + " s" : size >= 1e-3 ? digits(seconds * 1e3) + " ms"
            : size >= 1e-6 ? digits(seconds * 1e6) + " us" : digits(seconds * 1e9) + " ns";
    }

    /** @return a length in MB, KB or bytes */
    static String bytes(final double count) {
        return Math.abs(count) >= MEGABYTE ? digits(count / MEGABYTE) + " MB"
            : Math.abs(count) >= KILOBYTE ? digits(count / KILOBYTE) + " KB"
            : String.format(Locale.ROOT, "%,.0f bytes", count);
    }

    /** @return a number with its unit, which the last word of its camel-case key names; others without */
    static String of(final String key, final Number value) {
        final String unit = key.substring(lastWord(key)).toLowerCase(Locale.ROOT);
        if (key.endsWith("EdgesPerSecond")) {
            return digits(value.doubleValue()) + " M edges/s";
        }
        if (key.endsWith("PerSecond")) {
            return plain(value) + "/s";
        }
        if (TIMES.containsKey(unit)) {
            return duration(value.doubleValue() * TIMES.get(unit));
        }
        return unit.equals("bytes") ? bytes(value.doubleValue())
            : unit.equals("percent") ? digits(value.doubleValue()) + " %"
            : unit.equals("mteps") ? digits(value.doubleValue()) + " MTEPS" : plain(value);
    }

    /** @return does the key name a unit that {@link #of} writes behind the value, and say nothing else? */
    static boolean isOnlyUnit(final String key) {
        return TIMES.containsKey(key) || key.equals("bytes") || key.equals("mEdgesPerSecond") || key.equals("mteps");
    }

    private static String plain(final Number value) {
        return value instanceof Double || value instanceof Float ? digits(value.doubleValue())
            : String.format(Locale.ROOT, "%,d", value.longValue());
    }

    /** @return a camel-case or dotted key in words, without the unit at its end */
    static String words(final String key) {
        final int unitAt = lastWord(key);
        final String unit = key.substring(unitAt).toLowerCase(Locale.ROOT);
        final boolean hasUnit = unitAt > 0 && (TIMES.containsKey(unit) || unit.equals("bytes") || unit.equals("percent")
            || unit.equals("mteps"));
        final String name = hasUnit ? key.substring(0, unitAt) : key;
        return name.replace('.', ' ').replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT).strip();
    }

    private static int lastWord(final String key) {
        int at = key.length();
        while (at > 0 && !Character.isUpperCase(key.charAt(at - 1)) && key.charAt(at - 1) != '.') {
            at--;
        }
        return at > 0 && Character.isUpperCase(key.charAt(at - 1)) ? at - 1 : at;
    }
}
