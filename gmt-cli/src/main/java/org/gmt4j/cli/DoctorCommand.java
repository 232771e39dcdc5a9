package org.gmt4j.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.doctor.Doctor;
import org.gmt4j.cli.doctor.Finding;
import org.gmt4j.cli.result.CsvLine;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine.Model.CommandSpec;

/** {@code gmt doctor}: is this machine fit for so many nodes, with advice if not. */
final class DoctorCommand implements Callable<Integer> {

    private final CliContext context;
    private final CommonOptions options = new CommonOptions();

    private DoctorCommand(final CliContext context) {
        this.context = context;
    }

    static CommandSpec spec(final CliContext context) {
        final DoctorCommand command = new DoctorCommand(context);
        final CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name("doctor");
        spec.addMixin("common", CommandSpec.forAnnotatedObject(command.options));
        CommonOptions.without(spec, "--limit", "--advise", "--jar", "--classes", "--no-verify", "--output");
        command.options.addSettingFlags(spec, SettingRecords.catalog());
        spec.mixinStandardHelpOptions(true);
        spec.usageMessage().description("Checks whether this machine is fit, and names the remedies if not.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        final Settings settings = options.settings(SettingRecords.catalog(), context.environment(), context.folder());
        final List<Finding> findings = new Doctor(context, settings).examine();
        switch (options.format()) {
            case JSON -> json(findings);
            case CSV -> csv(findings);
            default -> text(findings);
        }
        context.out().flush();
        return findings.stream().anyMatch(finding -> finding.status() == Finding.Status.BAD)
            ? ExitCode.ENVIRONMENT_UNFIT : ExitCode.OK;
    }

    private void text(final List<Finding> findings) {
        for (final Finding finding : findings) {
            context.out().printf("%-5s %-18s %s%n", word(finding), finding.name(), finding.value());
            if (finding.status() != Finding.Status.OK) {
                context.out().printf("      %-18s %s%n", "", finding.consequence());
                context.out().printf("      %-18s -> %s%n", "", finding.remedy());
            }
        }
    }

    private void csv(final List<Finding> findings) {
        context.out().print(CsvLine.of(List.of("status", "name", "value", "consequence", "remedy")));
        findings.forEach(finding -> context.out().print(CsvLine.of(List.of(word(finding), finding.name(),
            finding.value(), finding.consequence(), finding.remedy()))));
    }

    private static String word(final Finding finding) {
        return finding.status().name().toLowerCase(Locale.ROOT);
    }

    private void json(final List<Finding> findings) throws IOException {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
            json.writeStartArray();
            for (final Finding finding : findings) {
                json.writeStartObject();
                json.writeStringField("status", word(finding));
                json.writeStringField("name", finding.name());
                json.writeStringField("value", finding.value());
                json.writeStringField("consequence", finding.consequence());
                json.writeStringField("remedy", finding.remedy());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        context.out().println(text);
    }
}
