package org.gmt4j.bench.scale;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliContribution;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.GmtCli;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code scale} for {@code gmt}, with a command for each application and benchmark. */
public final class ScaleContribution implements CliContribution {
    private static final String NAME = "scale";

    private final Supplier<JobRunner> runners;

    /** For the service loader: jobs are processes. */
    public ScaleContribution() {
        this(JobRunner::ofProcesses);
    }

    ScaleContribution(final Supplier<JobRunner> runners) {
        this.runners = runners;
    }

    @Override
    public List<Object> commands(final CliContext context) {
        return commands(context, List.of(NAME));
    }

    @Override
    public List<Object> commands(final CliContext context, final List<String> arguments) {
        final CommandSpec[] group = new CommandSpec[1];
        group[0] = CommandSpec.wrapWithoutInspection((Runnable) () -> refuse(group[0])).name(NAME);
        group[0].mixinStandardHelpOptions(true);
        group[0].usageMessage().description("Weak or strong scaling of an application or benchmark: "
            + "series of jobs, table, plots, report.");
        GmtCli.footer(group[0],
            List.of("gmt scale bfs --preset gmt-weak", "gmt scale gups --strong -n 1,2,4 --repeat 5"));
        if (!arguments.isEmpty() && arguments.get(0).equals(NAME)) {
            asked(context.apps().get(), arguments).forEach(app ->
                group[0].addSubcommand(app.name(), new CommandLine(ScaleCommand.spec(context, app, runners))));
        }
        return List.of(group[0]);
    }

    /** The application that is asked for, or all where none of that name is. */
    private static List<GmtApp> asked(final List<GmtApp> all, final List<String> arguments) {
        final List<GmtApp> asked = arguments.size() < 2 ? List.of()
            : all.stream().filter(app -> app.name().equals(arguments.get(1))).toList();
        return asked.isEmpty() ? all : asked;
    }

    private static void refuse(final CommandSpec group) {
        throw CliException.usage("gmt scale: no application is named. There are: "
            + group.subcommands().keySet().stream()
            .sorted().collect(Collectors.joining(", "))
            + ". For example: gmt scale bfs --preset gmt-weak");
    }
}
