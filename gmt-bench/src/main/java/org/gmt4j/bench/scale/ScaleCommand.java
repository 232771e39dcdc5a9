package org.gmt4j.bench.scale;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesJson;
import org.gmt4j.cli.AppLine;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.result.WholeFile;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * {@code gmt scale NAME}: understands the command line, plans the series or takes it from a folder, and runs it. One
 * thread.
 */
final class ScaleCommand implements Callable<Integer> {
    private static final String LIST_PRESETS = "help";

    private final CliContext context;
    private final GmtApp app;
    private final Supplier<JobRunner> runners;
    private final CommonOptions common = new CommonOptions();
    private final ScaleOptions options = new ScaleOptions();
    private final CommandSpec spec;
    private final CommandSpec appSpec;

    private ScaleCommand(final CliContext context, final GmtApp app, final Supplier<JobRunner> runners) {
        this.context = context;
        this.app = app;
        this.runners = runners;
        appSpec = CommandSpec.forAnnotatedObjectLenient(app);
        spec = CommandSpec.wrapWithoutInspection(this).name(app.name());
    }

    /** @param runners makes the runner of a series' jobs */
    static CommandSpec spec(final CliContext context, final GmtApp app, final Supplier<JobRunner> runners) {
        final ScaleCommand command = new ScaleCommand(context, app, runners);
        command.fill();
        return command.spec;
    }

    private void fill() {
        spec.addMixin("app", appSpec);
        spec.addMixin("common", CommandSpec.forAnnotatedObject(common));
        listNodes();
        spec.remove(spec.findOption("--limit"));        // of one job; here it is that of each job of the series
        for (final OptionSpec option : CommandSpec.forAnnotatedObject(options).options()) {
            spec.addOption(OptionSpec.builder(option).names(free(option.names())).build());
        }
        common.addSettingFlags(spec, SettingRecords.catalog());
        spec.mixinStandardHelpOptions(true);
        final List<String> description = new ArrayList<>(List.of("Weak or strong scaling of: " + app.summary(),
            "Runs job after job, each as 'gmt " + (app.isBenchmark() ? "bench " : "run ") + app.name()
                + "' would, and reports rates and efficiencies."));
        final List<String> presets = Presets.list(app);
        if (!presets.isEmpty()) {
            description.add("Presets:");
            description.addAll(presets);
        }
        spec.usageMessage().description(description.stream().map(line -> line.replace("%", "%%"))
            .toArray(String[]::new));
        final String name = "gmt scale " + app.name();
        GmtCli.footer(spec, Presets.of(app.name()).isEmpty() ? List.of(name + " --strong -n 1,2,4",
            name + " --weak -n 1,2 --repeat 5 --report scale/" + app.name())
            : List.of(name + " --preset gmt-weak",
                name + " --strong -g 18 -n 1,2,4 --sweep fibers=256,1024 --report scale/fibers"));
    }

    /** Here the option takes a list. */
    private void listNodes() {
        final OptionSpec one = spec.findOption("--nodes");
        spec.remove(one);
        spec.addOption(OptionSpec.builder(one).paramLabel("N,N")
            .description("counts of nodes (default: 1,2 ... up to the cores)").build());
    }

    /** Names that the application has already stay the application's. */
    private String[] free(final String... names) {
        final String[] free = Arrays.stream(names).filter(name -> spec.findOption(name) == null).toArray(String[]::new);
        if (free.length == 0) {
            throw new IllegalStateException(app.name() + " has an option " + String.join(", ", names)
                + ", which gmt scale has, too: rename it");
        }
        return free;
    }

    @Override
    public Integer call() throws Exception {
        if (options.preset().filter(LIST_PRESETS::equals).isPresent()) {
            final List<String> lines = Presets.describe(app);
            (lines.isEmpty() ? List.of(app.name() + " has no presets.") : lines).forEach(context.out()::println);
            return ExitCode.OK;
        }
        options.validate();
        checkOutput();
        final Optional<Series> earlier = options.compare().map(file -> SeriesJson.read(context.folder().resolve(file)));
        return options.resume().isPresent() ? resume(options.resume().get(), earlier) : begin(earlier);
    }

    private int begin(final Optional<Series> earlier) throws Exception {
        final Series planned = planned();
        final ReportFolder folder = ReportFolder.create(context.folder(),
            options.report()
                .orElseGet(() -> ReportFolder.usual(app.name(), planned.header().kind(), LocalDateTime.now())));
        return new SeriesSession(context, common, options, planned, folder, earlier, runners.get()).run();
    }

    private Series planned() {
        final SeriesRequest request = SeriesRequest.of(context, app, spec.commandLine().getParseResult(),
            options, common);
        return SeriesPlan.of(context, appSpec, request);
    }

    /** The command line is that of the file; options typed besides must not contradict it. */
    private int resume(final Path asked, final Optional<Series> earlier) throws Exception {
        final ReportFolder folder = ReportFolder.existing(context.folder(), asked);
        final Series old = folder.read();
        final List<String> words = old.header().commandLine();
        if (!old.header().app().equals(app.name()) || words.size() < 2) {
            throw Resumption.refused(asked.toString(), "it is a series of " + old.header().app(),
                "Type gmt scale " + old.header().app());
        }
        final ScaleCommand before = parsed(words.subList(2, words.size()), asked);
        final JobLine begun = before.typed();
        typed().options().forEach((name, values) -> {
            if (!values.equals(begun.options().get(name))) {
                throw contradiction(asked, words, name + " " + String.join(" ", values));
            }
        });
        final List<String> named = typed().positionals();
        if (!named.isEmpty() && !named.equals(begun.positionals())) {
            throw contradiction(asked, words, String.join(" ", named));
        }
        final Series joined = Resumption.join(old, before.planned(), asked.toString());
        return new SeriesSession(context, common, options, joined, folder, earlier, runners.get()).run();
    }

    private static CliException contradiction(final Path asked, final List<String> words, final String typed) {
        return Resumption.refused(asked.toString(), "it was begun with 'gmt " + String.join(" ", words) + "', and "
            + typed + " contradicts that", "Leave it away, or begin a new series");
    }

    private JobLine typed() {
        return GivenOptions.of(spec.commandLine().getParseResult(), List.of(), ScaleOptions.NOT_MEASURED);
    }

    private ScaleCommand parsed(final List<String> words, final Path asked) {
        final GmtApp fresh = AppLine.app(context, List.of(app.isBenchmark() ? "bench" : "run", app.name()));
        final CommandSpec again = spec(context, fresh, runners);
        try {
            new CommandLine(again).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words.toArray(String[]::new));
        } catch (final ParameterException e) {
            throw Resumption.refused(asked.toString(), "its command line is not understood any more: " + e.getMessage(),
                "Begin a new series");
        }
        return (ScaleCommand) again.userObject();
    }

    private void checkOutput() {
        if (common.output().isPresent()) {
            if (!WholeFile.isPossible(context.folder().resolve(common.output().get()))) {
                throw CliException.usage("-o " + common.output().get()
                    + ": cannot write there. Name a file in a folder that exists.");
            }
        }
    }
}
