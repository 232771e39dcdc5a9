package org.gmt4j.cli.result;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Further facts of a result in words: {@code construction: 297 ms, 0.883 M edges/s, phases (open 90 ms, ...)}. Rows of
 * raw values are for programs.
 */
final class FactText {

    private static final String PHASES = "phases";

    private FactText() {
    }

    /** @return the line of a fact without its end, or nothing for facts that only programs read */
    static Optional<String> line(final String key, final Object value) {
        if (value instanceof Iterable<?> || value instanceof Map<?, ?> map && map.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(" " + Quantity.words(key) + ": " + text(key, value));
    }

    private static String text(final String key, final Object value) {
        if (value instanceof Map<?, ?> map) {
            return parts(key, map);
        }
        return value instanceof Number number ? Quantity.of(key, number)
            : value instanceof Boolean yes ? (yes ? "yes" : "no") : String.valueOf(value);
    }

    private static String parts(final String key, final Map<?, ?> map) {
        return ordered(map).entrySet().stream().filter(entry -> !(entry.getValue() instanceof Iterable<?>))
            .map(entry -> part(key, String.valueOf(entry.getKey()), entry.getValue()))
            .collect(Collectors.joining(", "));
    }

    /** Maps without an order of their own would be shown in another order in each run. */
    private static Map<?, ?> ordered(final Map<?, ?> map) {
        return map instanceof java.util.LinkedHashMap || map instanceof java.util.SortedMap ? map : new TreeMap<>(map);
    }

    private static String part(final String parent, final String key, final Object value) {
        if (value instanceof Map<?, ?> map) {
            return Quantity.words(key) + " (" + parts(key, map) + ")";
        }
        if (value instanceof Boolean yes) {
            return (yes ? "" : "no ") + Quantity.words(key);
        }
        if (value instanceof Number number) {
            final String quantity = parent.equals(PHASES) ? Quantity.duration(number.doubleValue())
                : Quantity.of(key, number);
            return Quantity.isOnlyUnit(key) ? quantity : Quantity.words(key) + " " + quantity;
        }
        return Quantity.words(key) + " " + value;
    }
}
