package org.gmt4j.bench.scale;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;

/** Finds the rates in a job's result. Stateless; any thread. */
final class TrialRates {
    /** From this many bytes on it is the volume of a transfer that counts, not the number. */
    private static final long VOLUME_BYTES = 4096;
    private static final double US_PER_SECOND = 1e6;
    /** Found out by the benchmark, different in each run. */
    private static final Set<String> NOT_IN_NAMES = Set.of("operations", "cpu", "energy");

    private static final String ALL_RANKS = "all";

    private TrialRates() {
    }

    /**
     * @param result     a whole result object
     * @param jobSeconds of the job from start to end: the only time where the result has none
     * @return at least one
     */
    static List<Rate> of(final Map<String, Object> result, final double jobSeconds) {
        final String app = String.valueOf(result.get("app"));
        final List<Map<String, Object>> trials = maps(result.get("trials"));
        final double[] mteps = numbers(trials, "mteps");
        if (mteps.length > 0) {
            return List.of(new Rate(app, "MTEPS", mteps));
        }
        final List<Rate> rates = ofResults(maps(result.get("results")));
        if (!rates.isEmpty()) {
            return rates;
        }
        final double[] seconds = numbers(trials, "seconds");
        return List.of(new Rate(app, "runs/s", inverse(seconds.length > 0 ? seconds : new double[] {jobSeconds})));
    }

    private static List<Rate> ofResults(final List<Map<String, Object>> results) {
        final List<Rate> rates = new ArrayList<>();
        final Set<String> taken = new LinkedHashSet<>();
        final List<Map<String, Object>> shown = results.stream().filter(entry -> !isOfOneRank(entry, results))
            .toList();
        for (final Map<String, Object> entry : shown) {
            String name = name(entry, shown);
            for (int number = 2; !taken.add(name); number++) {
                name = name(entry, shown) + " #" + number;
            }
            final Rate rate = rate(name, entry);
            if (rate != null) {
                rates.add(rate);
            }
        }
        return rates;
    }

    /** Beside the rate of all ranks: that of one has no series, as how many there are differs from point to point. */
    private static boolean isOfOneRank(final Map<String, Object> entry, final List<Map<String, Object>> results) {
        return !ALL_RANKS.equals(rank(entry)) && results.stream().anyMatch(other -> ALL_RANKS.equals(rank(other))
            && Objects.equals(other.get("name"), entry.get("name")));
    }

    private static Object rank(final Map<String, Object> entry) {
        return map(entry.get("params")).getOrDefault("rank", "");
    }

    /** @return nothing (null) where an entry has no rate */
    private static Rate rate(final String name, final Map<String, Object> entry) {
        final double[] mops = map(entry.get("mops")).get("samples") instanceof List<?> samples ? doubles(samples)
            : new double[0];
        final Object bytes = map(entry.get("params")).get("bytes");
        if (mops.length > 0 && entry.get("mbPerSecond") != null && bytes instanceof Number length
            && length.longValue() >= VOLUME_BYTES) {
            return new Rate(name, "MB/s", times(mops, length.doubleValue()));
        }
        if (mops.length > 0) {
            return new Rate(name, "Mops/s", mops);
        }
        if (map(entry.get("rate")).get("samples") instanceof List<?> samples
            && entry.get("unit") instanceof String unit && doubles(samples).length > 0) {
            return new Rate(name, unit, doubles(samples));              // of somebody's own program
        }
        if (entry.get("mbPerSecond") instanceof Number volume) {
            return new Rate(name, "MB/s", new double[] {volume.doubleValue()});
        }
        if (map(entry.get("microseconds")).get("p50") instanceof Number latency && latency.doubleValue() > 0) {
            return new Rate(name, "runs/s", new double[] {US_PER_SECOND / latency.doubleValue()});
        }
        return null;
    }

    /** The name, and those parameters by which results of that name differ. */
    private static String name(final Map<String, Object> entry, final List<Map<String, Object>> results) {
        final String name = String.valueOf(entry.get("name"));
        final Map<String, Object> params = map(entry.get("params"));
        final List<Map<String, Object>> sisters = results.stream().filter(other -> name.equals(other.get("name")))
            .map(other -> map(other.get("params"))).toList();
        final String distinct = params.entrySet().stream().filter(param -> !NOT_IN_NAMES.contains(param.getKey()))
            .filter(param -> sisters.stream()
                .anyMatch(other -> !Objects.equals(other.get(param.getKey()), param.getValue())))
            .map(param -> param.getKey() + "=" + param.getValue()).collect(Collectors.joining(" "));
        return distinct.isEmpty() ? name : name + " " + distinct;
    }

    private static double[] inverse(final double[] seconds) {
        final double[] rates = new double[seconds.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = 1 / Math.max(1e-9, seconds[i]);
        }
        return rates;
    }

    private static double[] times(final double[] values, final double factor) {
        final double[] products = values.clone();
        for (int i = 0; i < products.length; i++) {
            products[i] *= factor;
        }
        return products;
    }

    private static double[] numbers(final List<Map<String, Object>> maps, final String key) {
        return doubles(maps.stream().map(map -> map.get(key)).toList());
    }

    private static double[] doubles(final List<?> values) {
        return values.stream().filter(Number.class::isInstance).mapToDouble(value -> ((Number) value).doubleValue())
            .toArray();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(final Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    private static List<Map<String, Object>> maps(final Object value) {
        return value instanceof List<?> items ? items.stream().filter(Map.class::isInstance).map(TrialRates::map)
            .toList() : List.of();
    }
}
