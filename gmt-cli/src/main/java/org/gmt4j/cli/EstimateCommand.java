package org.gmt4j.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.aggregation.settings.SettingCatalog;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.launch.MemoryEntry;
import org.gmt4j.cli.launch.MemoryEstimate;
import org.gmt4j.cli.result.JsonValues;
import org.gmt4j.cli.result.ResultWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code gmt estimate NAME}: the demand of {@code gmt run NAME} or {@code gmt bench NAME} with the same options on
 * this machine's memory. Starts nothing. That a job does not fit is an answer, not a failure: the exit code is 0.
 */
final class EstimateCommand {

    private EstimateCommand() {
    }

    /** @return the command with a subcommand for each of the applications */
    static CommandSpec spec(final CliContext context, final List<GmtApp> apps, final SettingCatalog catalog,
                            final List<String> arguments) {
        final CommandSpec spec = GroupCommand.spec("estimate", "application or benchmark",
            "Prints the memory that an application or benchmark needs, and whether this machine has it. Starts "
                + "nothing.");
        GmtCli.footer(spec,
            List.of("gmt estimate bfs -g 26 -n 8", "gmt estimate gups -g 28 -n 4 --format json -o estimate.json"));
        for (final GmtApp app : apps) {
            spec.addSubcommand(app.name(),
                new CommandLine(AppCommand.spec(context, app, catalog, arguments, (invocation, seed) -> {
                write(MemoryEstimate.of(invocation), invocation.options(), context);
                return ExitCode.OK;
            })));
        }
        return spec;
    }

    private static void write(final MemoryEstimate estimate, final CommonOptions options, final CliContext context)
        throws IOException {
        final String text = text(estimate, options.format());
        if (options.output().isEmpty()) {
            context.out().print(text);
            context.out().flush();
            return;
        }
        final Path file = context.folder().resolve(options.output().get());
        OutputFile.write(file, text, "GMT-670", "the estimate");
        context.err().println("saved " + file);
    }

    private static String text(final MemoryEstimate estimate, final ResultWriter.Format format) throws IOException {
        return switch (format) {
            case TEXT -> estimate.text();
            case JSON -> json(estimate.values());
            case CSV -> csv(estimate);
        };
    }

    private static String json(final Map<String, Object> values) throws IOException {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
            JsonValues.write(json, values);
        }
        return text + "\n";
    }

    /** One row for each item, then the sums. */
    private static String csv(final MemoryEstimate estimate) {
        final StringBuilder csv = new StringBuilder("name,group,phase,of,bytes\n");
        for (final MemoryEntry entry : estimate.entries()) {
            row(csv, entry.name(), word(entry.group()), word(entry.phase()), word(entry.scope()), entry.bytes());
        }
        row(csv, "media driver", "buffers", "both", "host", estimate.driver().bytes());
        for (final Phase phase : new Phase[] {Phase.BUILDING, Phase.RUNNING}) {
            row(csv, "sum", "sum", word(phase), "node", estimate.bytesOfNode(phase));
            row(csv, "sum", "sum", word(phase), "host", estimate.total(phase));
        }
        estimate.limits().available().ifPresent(bytes -> row(csv, "available", "available", "both", "host", bytes));
        return csv.toString();
    }

    private static String word(final Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static void row(final StringBuilder csv, final String name, final String group, final String phase,
                            final String of, final long bytes) {
        csv.append('"').append(name).append("\",").append(group).append(',').append(phase).append(',')
            .append(of).append(',').append(bytes).append('\n');
    }
}
