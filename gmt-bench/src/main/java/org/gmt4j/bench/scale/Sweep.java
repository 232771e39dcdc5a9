package org.gmt4j.bench.scale;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.cli.CliException;

/**
 * A variable of a series beside the nodes. Immutable.
 *
 * @param name     of the variable: an option, a setting, or a name for several of them
 * @param variants at least one
 */
record Sweep(String name, List<Variant> variants) {

    /**
     * One step of a sweep.
     *
     * @param label       how tables call it
     * @param assignments options of the application or settings, and their values
     */
    record Variant(String label, Map<String, String> assignments) {
    }

    Sweep {
        variants = List.copyOf(variants);
    }

    /**
     * Parses {@code key=v1,v2,...}; values that contain commas are separated by semicolons.
     *
     * @throws CliException (usage) for anything else
     */
    static Sweep parse(final String text) {
        final int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw CliException.usage("--sweep " + text + ": expected KEY=VALUE,VALUE,... such as --sweep "
                + "fibers=16,256,1024.");
        }
        final String key = text.substring(0, equals).strip();
        final String values = text.substring(equals + 1);
        final List<Variant> variants = new ArrayList<>();
        for (final String part : values.split(values.contains(";") ? ";" : ",", -1)) {
            final String value = part.strip();
            if (value.isEmpty()) {
                throw CliException.usage("--sweep " + text + ": there is nothing between two separators.");
            }
            if (variants.stream().anyMatch(variant -> variant.label().equals(value))) {
                throw CliException.usage("--sweep " + text + ": " + value + " is there twice.");
            }
            variants.add(new Variant(value, Map.of(key, value)));
        }
        return new Sweep(key, variants);
    }

    /** A sweep of several settings at once. */
    static Sweep named(final String name, final Variant... variants) {
        return new Sweep(name, List.of(variants));
    }

    /** A combination of one variant of each sweep. */
    record Combination(Map<String, String> labels, Map<String, String> assignments) {
    }

    /** All combinations, the last sweep varying fastest; a single empty one where nothing is swept. */
    static List<Combination> product(final List<Sweep> sweeps) {
        List<Combination> all = List.of(new Combination(Map.of(), Map.of()));
        for (final Sweep sweep : sweeps) {
            final List<Combination> longer = new ArrayList<>();
            for (final Combination combination : all) {
                for (final Variant variant : sweep.variants()) {
                    longer.add(new Combination(joined(combination.labels(), Map.of(sweep.name(), variant.label())),
                        joined(combination.assignments(), variant.assignments())));
                }
            }
            all = longer;
        }
        return all;
    }

    private static Map<String, String> joined(final Map<String, String> first, final Map<String, String> second) {
        final Map<String, String> both = new LinkedHashMap<>(first);
        both.putAll(second);
        return both;
    }
}
