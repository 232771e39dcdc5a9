package org.gmt4j.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gmt4j.aggregation.settings.SettingCatalog;
import org.gmt4j.aggregation.settings.SettingDescriptor;
import org.gmt4j.aggregation.settings.SettingValue;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.result.CsvLine;
import org.gmt4j.cli.result.ResultWriter;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code gmt config}: each setting with its value, unit and origin. */
final class ConfigCommand implements Callable<Integer> {

    private final CliContext context;
    private final CommonOptions options = new CommonOptions();

    @Option(names = "--changed", description = "only values that differ from the default")
    private boolean changed;

    @Option(names = "--meanings", description = "with the meaning of each setting below it")
    private boolean meanings;

    private ConfigCommand(final CliContext context) {
        this.context = context;
    }

    static CommandSpec spec(final CliContext context) {
        final ConfigCommand command = new ConfigCommand(context);
        final CommandSpec spec = CommandSpec.forAnnotatedObject(command).name("config");
        spec.addMixin("common", CommandSpec.forAnnotatedObject(command.options));
        CommonOptions.without(spec, "--limit", "--advise", "--jar", "--classes", "--no-verify");
        command.options.addSettingFlags(spec, SettingRecords.catalog());
        spec.mixinStandardHelpOptions(true);
        spec.usageMessage().description("Prints each setting with its value, unit and origin.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        final Optional<Path> file = options.output().map(named -> OutputFile.checked(context, named));
        final SettingCatalog catalog = SettingRecords.catalog();
        final Settings settings = options.settings(catalog, context.environment(), context.folder());
        catalog.records().forEach(settings::load);
        final StringWriter text = new StringWriter();
        if (options.format() == ResultWriter.Format.JSON) {
            json(catalog, settings, text);
        } else {
            table(catalog, settings, text, options.format() == ResultWriter.Format.CSV);
        }
        if (file.isPresent()) {
            OutputFile.write(file.get(), text.toString(), "GMT-131", "the list of settings");
        } else {
            context.out().print(text);
            context.out().flush();
        }
        return ExitCode.OK;
    }

    private boolean isShown(final SettingValue value) {
        return !changed || !value.text().equals(value.setting().defaultText());
    }

    private void table(final SettingCatalog catalog, final Settings settings, final StringWriter text,
        final boolean csv) {
        text.write(row(csv, "key", "value", "unit", "origin"));
        for (final SettingDescriptor setting : catalog.settings()) {
            final SettingValue value = settings.value(setting);
            if (isShown(value)) {
                text.write(row(csv, setting.key(), value.text(), setting.unit(), value.describeOrigin()));
                if (meanings && !csv) {
                    text.write("    " + setting.meaning() + "\n");
                }
            }
        }
    }

    private static String row(final boolean csv, final String key, final String value, final String unit,
        final String origin) {
        return csv ? CsvLine.of(List.of(key, value, unit, origin)) : String.format(Locale.ROOT,
            "%-28s %-14s %-8s %s%n", key, value.isEmpty() ? "-" : value, unit.isEmpty() ? "-" : unit, origin);
    }

    private void json(final SettingCatalog catalog, final Settings settings,
        final StringWriter text) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
            json.writeStartArray();
            for (final SettingDescriptor setting : catalog.settings()) {
                final SettingValue value = settings.value(setting);
                if (isShown(value)) {
                    json.writeStartObject();
                    json.writeStringField("key", setting.key());
                    json.writeStringField("value", value.text());
                    json.writeStringField("unit", setting.unit());
                    json.writeStringField("origin", value.origin().label());
                    json.writeStringField("place", value.place());
                    json.writeStringField("default", setting.defaultText());
                    json.writeStringField("meaning", setting.meaning());
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
        }
        text.write('\n');
    }
}
