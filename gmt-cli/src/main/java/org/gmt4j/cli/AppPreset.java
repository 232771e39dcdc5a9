package org.gmt4j.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A named set of an application's own options: {@code --preset paper}. Options that are typed besides win. Immutable.
 *
 * @param name    as typed
 * @param summary where its values come from: a paper's figure, and what of it is this program's own choice
 * @param options values by an option's longest name
 */
public record AppPreset(String name, String summary, Map<String, String> options) {

    /** @param options name, value, name, value ... */
    public static AppPreset of(final String name, final String summary, final String... options) {
        final Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            values.put(options[i], options[i + 1]);
        }
        return new AppPreset(name, summary, values);
    }

    /** @return the options as they would be typed */
    public String line() {
        return options.entrySet().stream().map(option -> option.getKey() + " " + option.getValue())
            .collect(Collectors.joining(" "));
    }

    /** @return for lists of presets: a name, what it is, what it stands for */
    public String description() {
        return name + ": " + summary + ": " + line();
    }
}
