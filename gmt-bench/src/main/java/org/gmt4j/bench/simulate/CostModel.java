package org.gmt4j.bench.simulate;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.cli.CliException;

/** A value for each {@link Cost}. Immutable; set-up. */
public final class CostModel {
    static final CostModel DEFAULT = new CostModel(new EnumMap<>(Cost.class));
    private static final double PS_PER_NS = 1e3;
    /** More than a second for a step is a typing error; a measured wake-up may take milliseconds on a busy machine. */
    private static final double MAX_VALUE = 1e9;

    private final Map<Cost, Double> values;

    private CostModel(final Map<Cost, Double> values) {
        this.values = values;
    }

    CostModel with(final Cost cost, final double value) {
        if (!(value >= 0 && value <= MAX_VALUE)) {
            throw CliException.usage("cost " + cost.spelling() + "=" + value + ": expected 0 .. " + (long) MAX_VALUE
                + " " + cost.unit() + ".");
        }
        final Map<Cost, Double> changed = new EnumMap<>(Cost.class);
        changed.putAll(values);
        changed.put(cost, value);
        return new CostModel(changed);
    }

    /** @param assignment {@code name=value} as users write it */
    public CostModel with(final String assignment) {
        final int equals = assignment.indexOf('=');
        final String name = equals < 0 ? assignment : assignment.substring(0, equals).strip();
        final Cost cost = Arrays.stream(Cost.values()).filter(candidate -> candidate.spelling().equals(name))
            .findFirst().orElseThrow(() -> CliException.usage("--cost " + assignment + ": there is no cost '"
                + name + "'; there are " + Arrays.stream(Cost.values()).map(Cost::spelling)
                    .collect(Collectors.joining(", ")) + "."));
        try {
            return with(cost, Double.parseDouble(assignment.substring(equals + 1)));
        } catch (final NumberFormatException e) {
            throw CliException.usage("--cost " + assignment + ": expected " + name + "=NUMBER in " + cost.unit() + ".");
        }
    }

    public double value(final Cost cost) {
        return values.getOrDefault(cost, cost.defaultValue());
    }

    /** Nanoseconds as picoseconds, the unit of the model. */
    public long ps(final Cost cost) {
        return Math.round(value(cost) * PS_PER_NS);
    }

    /** Names and values, in order. */
    public Map<String, Object> asMap() {
        final Map<String, Object> map = new LinkedHashMap<>();
        for (final Cost cost : Cost.values()) {
            map.put(cost.spelling(), value(cost));
        }
        return map;
    }
}
