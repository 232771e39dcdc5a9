package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What shared programs rely upon in the results of benchmarks. */
final class ResultContract {
    private ResultContract() {
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> results(final Map<String, Object> run) {
        return (List<Map<String, Object>>) run.get("results");
    }

    static List<Map<String, Object>> named(final Map<String, Object> run, final String name) {
        return results(run).stream().filter(result -> result.get("name").equals(name)).collect(Collectors.toList());
    }

    /** A number, which JSON writes without a fraction when it has none. */
    static double number(final Map<String, Object> object, final String key) {
        return ((Number) object.get(key)).doubleValue();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> params(final Map<String, Object> result) {
        return (Map<String, Object>) result.get("params");
    }

    /** Verified, and every result with a rate. */
    @SuppressWarnings("unchecked")
    static void check(final Map<String, Object> run, final int nodes) {
        assertEquals(true, run.get("verified"));
        assertEquals((long) nodes, run.get("nodes"));
        for (final Map<String, Object> result : results(run)) {
            final Map<String, Object> mops = (Map<String, Object>) result.get("mops");
            final double min = ((Number) mops.get("min")).doubleValue();
            final double median = ((Number) mops.get("median")).doubleValue();
            final double max = ((Number) mops.get("max")).doubleValue();
            assertTrue(0 < min && min <= median && median <= max && Double.isFinite(max), result::toString);
            assertEquals(median / nodes, ((Number) result.get("perNode")).doubleValue(), 1e-3 * median,
                result::toString);
        }
    }
}
