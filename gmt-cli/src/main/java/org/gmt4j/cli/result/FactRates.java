package org.gmt4j.cli.result;

import java.util.LinkedHashMap;
import java.util.Map;

/** Finds rates among the facts of a run by their keys, which name their unit. Stateless. */
final class FactRates {
    private FactRates() {
    }

    /** Returns the facts that are no rates, in their order, also of the maps among them. */
    static Map<String, Object> without(final Map<?, ?> facts) {
        final Map<String, Object> others = new LinkedHashMap<>();
        facts.forEach((key, value) -> {
            if (!isRate(key.toString())) {
                others.put(key.toString(), value instanceof Map<?, ?> inner ? without(inner) : value);
            }
        });
        return others;
    }

    private static boolean isRate(final String key) {
        return key.endsWith("PerSecond") || key.endsWith("mteps");
    }
}
