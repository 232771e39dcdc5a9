package org.gmt4j.bench.scale;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gmt4j.bench.scale.series.ScalingKind;

/**
 * A series with a name: defaults where the command line says nothing. Immutable.
 *
 * @param name    as typed
 * @param summary one line for the list
 * @param kind    weak or strong
 * @param nodes   counts of nodes as for {@code -n}; "" for the usual ones of the machine
 * @param options of the application, by longest name
 * @param rivals  names of options of which one replaces the others: an own graph takes the place of the preset's
 * @param sweeps  variables beside the nodes
 */
record Preset(String name, String summary, ScalingKind kind, String nodes, Map<String, String> options,
              Set<String> rivals, List<Sweep> sweeps) {

    /** The line with this preset's options, where it has none of its own. */
    JobLine under(final JobLine given) {
        final boolean hasRival = rivals.stream().anyMatch(given::has);
        final Map<String, List<String>> all = new LinkedHashMap<>();
        options.forEach((name, value) -> {
            if (!(hasRival && rivals.contains(name))) {
                all.put(name, List.of(value));
            }
        });
        all.putAll(given.options());
        return new JobLine(given.head(), all, given.positionals());
    }

    /** The preset's sweeps, each replaced by a given one of the same name, then the other given ones. */
    List<Sweep> under(final List<Sweep> given) {
        final Map<String, Sweep> all = new LinkedHashMap<>();
        sweeps.forEach(sweep -> all.put(sweep.name(), sweep));
        given.forEach(sweep -> all.put(sweep.name(), sweep));
        return List.copyOf(all.values());
    }
}
