package org.gmt4j.aggregation.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Text to value by type and unit. Refusals are {@link IllegalArgumentException}s that name the expected form. */
final class SettingParser {

    private SettingParser() {
    }

    static Object parse(final SettingDescriptor setting, final String given) {
        final String text = given.strip();
        final Class<?> type = setting.type();
        if (type == String.class) {
            return text;
        }
        if (type == boolean.class) {
            return parseBoolean(text);
        }
        if (type == double.class) {
            return inRange(parseDouble(text), setting);
        }
        if (type == int.class) {
            return Math.toIntExact(inRange(parseLong(text, setting), setting, Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        if (type == long.class) {
            return inRange(parseLong(text, setting), setting, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type.isEnum()) {
            return parseEnum(text, type);
        }
        throw new IllegalStateException("no parser for " + type.getName() + " of " + setting.key());
    }

    /** The inverse of {@link #parse}. */
    static String text(final SettingDescriptor setting, final Object value) {
        if (value instanceof Enum<?>) {
            return spelling(value);
        }
        final boolean needsUnit = value instanceof Number number && number.longValue() > 0
            && nanosecondsPer(setting.unit()) > 0;
        return needsUnit ? value + setting.unit() : value.toString();
    }

    private static Boolean parseBoolean(final String text) {
        switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1":
                return Boolean.TRUE;
            case "false", "off", "no", "0":
                return Boolean.FALSE;
            default:
                throw new IllegalArgumentException("true or false");
        }
    }

    private static double parseDouble(final String text) {
        try {
            final double value = Double.parseDouble(text);
            if (!Double.isNaN(value)) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // refused below
        }
        throw new IllegalArgumentException("a number");
    }

    private static Object parseEnum(final String text, final Class<?> type) {
        for (final Object constant : type.getEnumConstants()) {
            if (spelling(constant).equalsIgnoreCase(text) || ((Enum<?>) constant).name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("one of " + choices(type));
    }

    static String choices(final Class<?> enumType) {
        return Arrays.stream(enumType.getEnumConstants()).map(SettingParser::spelling).collect(Collectors.joining("|"));
    }

    private static String spelling(final Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static long parseLong(final String text, final SettingDescriptor setting) {
        final int split = endOfNumber(text);
        final String suffix = text.substring(split).strip().toLowerCase(Locale.ROOT);
        final long nsPerUnit = nanosecondsPer(setting.unit());
        try {
            final long number = Long.parseLong(text.substring(0, split).replace("_", ""));
            if (suffix.isEmpty() && (nsPerUnit == 0 || number <= 0)) {
                return number;
            }
            return nsPerUnit > 0 ? duration(number, suffix, nsPerUnit) : Math.multiplyExact(number, sizeFactor(suffix));
        } catch (final NumberFormatException | ArithmeticException | UnknownSuffixException e) {
            throw new IllegalArgumentException(nsPerUnit > 0
                ? "a whole duration with its unit, such as 250us, 20ms or 3s (ns, us, ms, s, min; at the finest "
                    + setting.unit() + ")"
                : "a whole number such as 4096 or 64k (k, m, g: powers of 1024)");
        }
    }

    private static int endOfNumber(final String text) {
        int i = 0;
        while (i < text.length() && (Character.isDigit(text.charAt(i)) || "+-_".indexOf(text.charAt(i)) >= 0)) {
            i++;
        }
        return i;
    }

    private static long duration(final long number, final String suffix, final long nsPerUnit) {
        final long nsPerSuffix = nanosecondsPer(suffix);
        if (nsPerSuffix == 0) {
            throw new UnknownSuffixException();
        }
        final long ns = Math.multiplyExact(number, nsPerSuffix);
        if (ns % nsPerUnit != 0) {
            throw new UnknownSuffixException();   // 100ns for a setting in milliseconds: would silently become 0
        }
        return ns / nsPerUnit;
    }

    private static long nanosecondsPer(final String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "min" -> 60_000_000_000L;
            default -> 0;
        };
    }

    private static long sizeFactor(final String suffix) {
        return switch (suffix) {
            case "b" -> 1L;
            case "k", "kb", "kib" -> 1L << 10;
            case "m", "mb", "mib" -> 1L << 20;
            case "g", "gb", "gib" -> 1L << 30;
            default -> throw new UnknownSuffixException();
        };
    }

    private static double inRange(final double value, final SettingDescriptor setting) {
        if (value < setting.min() || value > setting.max()) {
            throw new IllegalArgumentException(range(setting.min(), setting.max(), setting.unit()));
        }
        return value;
    }

    private static long inRange(final long value, final SettingDescriptor setting, final long typeMin,
        final long typeMax) {
        final long min = Math.max(setting.min(), typeMin);
        final long max = Math.min(setting.max(), typeMax);
        if (value < min || value > max) {
            throw new IllegalArgumentException(range(min, max, setting.unit()));
        }
        return value;
    }

    private static String range(final long min, final long max, final String unit) {
        final String suffix = unit.isEmpty() ? "" : " " + unit;
        if (max == Long.MAX_VALUE || max == Integer.MAX_VALUE) {
            return "at least " + min + suffix;
        }
        if (min == Long.MIN_VALUE || min == Integer.MIN_VALUE) {
            return "at most " + max + suffix;
        }
        return "between " + min + " and " + max + suffix;
    }

    private static final class UnknownSuffixException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownSuffixException() {
            super(null, null, false, false);
        }
    }
}
