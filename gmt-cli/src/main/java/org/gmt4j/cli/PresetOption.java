package org.gmt4j.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code --preset} of the command of an application that has presets. A preset's values take the place of the usual
 * ones, so that the parser reads both alike, and typed options win. The parser asks for usual values before it has seen
 * the command line, hence this looks for the name by itself. Set-up; one thread.
 */
final class PresetOption {
    private static final String NAME = "--preset";

    private final GmtApp app;
    private final Optional<AppPreset> found;
    private final CommandSpec spec;
    /** As parsed. */
    private String name;

    private PresetOption(final GmtApp app, final CommandSpec spec, final List<String> arguments) {
        this.app = app;
        this.spec = spec;
        found = typed(arguments).flatMap(this::find);
    }

    /**
     * Adds the option where the application has presets; after its own options.
     *
     * @param arguments the whole command line
     */
    static PresetOption addTo(final CommandSpec spec, final GmtApp app, final List<String> arguments) {
        final PresetOption option = new PresetOption(app, spec, arguments);
        if (!app.presets().isEmpty()) {
            spec.addOption(OptionSpec.builder(NAME).paramLabel("NAME").type(String.class).setter(option.new Setter())
                .description(option.description()).build());
            option.found.ifPresent(preset -> spec.defaultValueProvider(argument -> argument instanceof OptionSpec one
                ? preset.options().get(one.longestName()) : null));
        }
        return option;
    }

    private final class Setter implements ISetter {
        @Override
        @SuppressWarnings("unchecked")
        public <T> T set(final T value) {
            final String before = name;
            name = value == null ? null : value.toString();
            return (T) before;
        }
    }

    private String[] description() {
        final List<String> lines = new ArrayList<>(List.of("options with the values of a paper; those typed beside it "
            + "win"));
        app.presets().forEach(preset -> lines.add(preset.description().replace("%", "%%")));
        return lines.toArray(String[]::new);
    }

    private static Optional<String> typed(final List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).startsWith(NAME + "=")) {
                return Optional.of(arguments.get(i).substring(NAME.length() + 1));
            }
            if (arguments.get(i).equals(NAME) && i + 1 < arguments.size()) {
                return Optional.of(arguments.get(i + 1));
            }
        }
        return Optional.empty();
    }

    private Optional<AppPreset> find(final String wanted) {
        return app.presets().stream().filter(preset -> preset.name().equals(wanted)).findFirst();
    }

    /**
     * What was asked for, for the result: the preset's name, and its options with the values that count. Empty without
     * a preset. After the command line has been parsed.
     *
     * @throws CliException (usage) when there is no preset of that name
     */
    Map<String, Object> chosen() {
        if (name == null) {
            return Map.of();
        }
        if (find(name).isEmpty()) {
            throw CliException.usage(NAME + " " + name + ": " + app.name() + " has "
                + app.presets().stream().map(AppPreset::name).collect(Collectors.joining(", ")) + ".");
        }
        if (!found.equals(find(name))) {
            throw CliException.usage(NAME + " " + name + ": it must be on the command line itself, not in a file of "
                + "arguments.");
        }
        final Map<String, Object> chosen = new LinkedHashMap<>(Map.of("name", name));
        found.get().options().forEach((option, value) -> chosen.put(option, value(spec.findOption(option), value)));
        return chosen;
    }

    private static String value(final OptionSpec option, final String preset) {
        return option.stringValues().isEmpty() ? preset : String.join(",", option.originalStringValues());
    }
}
