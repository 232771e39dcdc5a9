package org.gmt4j.bench.scale;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options typed, taken from the parser's result, not from the text. Stateless; set-up. */
final class GivenOptions {
    private GivenOptions() {
    }

    /**
     * @param head     the first words of the line
     * @param excluded longest names of options that are left out
     */
    static JobLine of(final ParseResult parsed, final List<String> head, final Collection<String> excluded) {
        final Map<String, List<String>> options = new LinkedHashMap<>();
        for (final OptionSpec option : new LinkedHashSet<>(parsed.matchedOptions())) {
            final String name = option.longestName();
            final boolean isSwitch = option.arity().max() == 0;
            final boolean isOff = isSwitch && Boolean.FALSE.equals(option.getValue());      // --name=false
            if (!isOff && !excluded.contains(name)) {
                options.put(name, isSwitch ? List.of() : List.copyOf(option.originalStringValues()));
            }
        }
        return new JobLine(head, options, parsed.matchedPositionals().stream().distinct()
            .flatMap(positional -> positional.originalStringValues().stream()).toList());
    }
}
