package org.gmt4j.bench.scale;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A command line in its parts, so that options can be replaced. Immutable; any thread; set-up.
 *
 * @param head        {@code run bfs}
 * @param options     by their longest name, in order, each with its values as typed; no value for a switch
 * @param positionals arguments without a name, at the end
 */
record JobLine(List<String> head, Map<String, List<String>> options, List<String> positionals) {

    JobLine {
        head = List.copyOf(head);
        positionals = List.copyOf(positionals);
    }

    boolean has(final String name) {
        return options.containsKey(name);
    }

    /** The option with this value alone. */
    JobLine with(final String name, final String value) {
        final Map<String, List<String>> changed = new LinkedHashMap<>(options);
        changed.put(name, List.of(value));
        return new JobLine(head, changed, positionals);
    }

    JobLine with(final Map<String, String> values) {
        JobLine line = this;
        for (final Map.Entry<String, String> value : values.entrySet()) {
            line = line.with(value.getKey(), value.getValue());
        }
        return line;
    }

    /** The option with this value besides those that it has. */
    JobLine adding(final String name, final String value) {
        final Map<String, List<String>> changed = new LinkedHashMap<>(options);
        final List<String> values = new ArrayList<>(changed.getOrDefault(name, List.of()));
        values.add(value);
        changed.put(name, List.copyOf(values));
        return new JobLine(head, changed, positionals);
    }

    JobLine without(final Collection<String> names) {
        final Map<String, List<String>> changed = new LinkedHashMap<>(options);
        changed.keySet().removeAll(names);
        return new JobLine(head, changed, positionals);
    }

    /** The words to type after {@code gmt}. */
    List<String> arguments() {
        final List<String> words = new ArrayList<>(head);
        options.forEach((name, values) -> {
            if (values.isEmpty()) {
                words.add(name);
            }
            for (final String value : values) {
                if (value.startsWith("-") || value.isEmpty()) {
                    words.add(name + "=" + value);      // else it would be taken for an option
                } else {
                    words.addAll(List.of(name, value));
                }
            }
        });
        words.addAll(positionals);
        return List.copyOf(words);
    }
}
