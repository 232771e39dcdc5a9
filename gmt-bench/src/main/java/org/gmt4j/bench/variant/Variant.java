package org.gmt4j.bench.variant;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of several jobs that are compared.
 *
 * @param params    how results name it, such as {@code connections=static}; empty for the job as it was started
 * @param overrides settings in which it differs, by key
 */
public record Variant(Map<String, Object> params, Map<String, String> overrides) {
    /** The job as it was started. */
    public static final Variant AS_STARTED = new Variant(Map.of(), Map.of());

    public Variant {
        params = new LinkedHashMap<>(params);      // in the order given
        overrides = new LinkedHashMap<>(overrides);
    }

    /** One that differs in one setting. */
    public static Variant of(final String param, final String key, final String value) {
        return new Variant(Map.of(param, value), Map.of(key, value));
    }

    /** Returns one with the parameters and settings of both; those of {@code other} count where both have one. */
    public Variant and(final Variant other) {
        final Map<String, Object> allParams = new LinkedHashMap<>(params);
        final Map<String, String> allOverrides = new LinkedHashMap<>(overrides);
        allParams.putAll(other.params);
        allOverrides.putAll(other.overrides);
        return new Variant(allParams, allOverrides);
    }

    /** How many of them need a job beside the one that was started: all that differ from it. */
    public static int furtherJobs(final List<Variant> variants) {
        return (int) variants.stream().filter(variant -> !variant.overrides.isEmpty()).count();
    }

    /** The values of its parameters, such as {@code static} or {@code 2 16k}. */
    public String label() {
        final StringBuilder text = new StringBuilder();
        params.values().forEach(value -> text.append(text.length() == 0 ? "" : " ").append(value));
        return text.toString();
    }
}
