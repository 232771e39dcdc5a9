package org.gmt4j.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.aggregation.settings.SettingCatalog;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.cli.launch.InProcessSession;
import org.gmt4j.cli.launch.JobLauncher;
import org.gmt4j.cli.launch.NodeSession;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.bootstrap.SeedAddress;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * An application's command line: checks everything that can be checked, then does its work. {@code gmt run NAME}
 * and {@code gmt bench NAME} launch, or are a node.
 */
final class AppCommand implements Callable<Integer> {

    /** The work of a command on a command line that has been understood and checked. */
    @FunctionalInterface
    interface Action {
        /**
         * @param seed the job to join, or nothing
         * @return the exit code
         */
        int on(Invocation invocation, Optional<SeedAddress> seed) throws Exception;
    }

    private final CliContext context;
    private final GmtApp app;
    private final List<String> arguments;
    private final Action action;
    private final CommonOptions options = new CommonOptions();
    private PresetOption preset;

    private AppCommand(final CliContext context, final GmtApp app, final List<String> arguments, final Action action) {
        this.context = context;
        this.app = app;
        this.arguments = arguments;
        this.action = action;
    }

    /** @return the command of an application, with its own options, the common ones, and one for each setting */
    static CommandSpec spec(final CliContext context, final GmtApp app, final SettingCatalog catalog,
                            final List<String> arguments, final Action action) {
        if (!isMeant(app, arguments)) {
            return CommandSpec.wrapWithoutInspection((Runnable) () -> { }).name(app.name())
                .usageMessage(new UsageMessageSpec().description(summary(app)));
        }
        final AppCommand command = new AppCommand(context, app, arguments, action);
        final CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(app.name());
        spec.addMixin("app", CommandSpec.forAnnotatedObjectLenient(app)); // an application need not have options
        command.preset = PresetOption.addTo(spec, app, arguments);
        spec.addMixin("common", CommandSpec.forAnnotatedObject(command.options));
        command.options.addSettingFlags(spec, catalog);
        spec.mixinStandardHelpOptions(true);
        spec.usageMessage().description(summary(app));
        GmtCli.footer(spec, app.examples());
        spec.usageMessage().exitCodeListHeading("%nEach setting is an option, too: --join-timeout 60s. "
            + "'gmt config --meanings' lists them.%n%nExit codes:%n");
        return spec;
    }

    /**
     * A command line means an application only by its name, as one of its words or of those in a file of arguments. The
     * others are there to be listed: each has a hundred options, which nobody can give.
     */
    private static boolean isMeant(final GmtApp app, final List<String> arguments) {
        return arguments.isEmpty() || arguments.contains(app.name())
            || arguments.stream().anyMatch(word -> word.startsWith("@"));
    }

    private static String summary(final GmtApp app) {
        return app.summary().replace("%", "%%");        // else a format
    }

    /** Runs the application: as its launcher, or as one of its nodes. */
    static int launch(final Invocation invocation, final Optional<SeedAddress> seed) throws Exception {
        if (invocation.context().role() == CliContext.Role.NODE) {
            return invocation.plan().inProcess() ? InProcessSession.run(invocation)
                : NodeSession.run(invocation, seed.orElseThrow());
        }
        return new JobLauncher(invocation, seed).run();
    }

    @Override
    public Integer call() throws Exception {
        return action.on(checked(), SeedAddress.of(context.environment()));
    }

    /** The command line, understood and checked. */
    Invocation checked() {
        final SettingCatalog catalog = SettingRecords.catalog();
        final Settings settings = SettingRecords.checked(options.settings(catalog, context.environment(),
            context.folder()));
        final Optional<SeedAddress> seed = SeedAddress.of(context.environment());
        final RunPlan plan = plan(settings, seed);
        refuseContradictions(plan, seed);
        settings.load(TopologyConfig.class).over(plan.topology(), plan.nodes());
        options.output().ifPresent(named -> OutputFile.checked(context, named));
        options.limit();
        options.locateFiles(arguments, context.folder());
        options.files().check();
        final Map<String, Object> chosen = preset.chosen();
        app.validate(options);
        return new Invocation(context, app, options, settings, plan, arguments, chosen);
    }

    private RunPlan plan(final Settings settings, final Optional<SeedAddress> seed) {
        final RunConfig config = settings.load(RunConfig.class);
        final Environment environment = context.environment();
        final boolean byHand = seed.isPresent()
            && !environment.variable(ReservedVariables.LAUNCH).orElse("").equals(JobLauncher.LOCAL);
        if (seed.isPresent() && config.nodes() != seed.get().nodeCount()) {
            throw CliException.usage("--nodes " + config.nodes() + " contradicts GMT_NODES=" + seed.get().nodeCount()
                + ". Leave --nodes away where nodes are started by hand.");
        }
        final int coresPerNode = Math.max(1, context.machine().cores() / (byHand ? 1 : config.nodes()));
        try {
            return RunPlan.of(config, coresPerNode, byHand);
        } catch (final IllegalArgumentException e) {
            throw CliException.usage(e.getMessage() + ".");
        }
    }

    private static void refuseContradictions(final RunPlan plan, final Optional<SeedAddress> seed) {
        if (plan.inProcess() && seed.isPresent()) {
            throw CliException.usage("--in-process contradicts GMT_NODE_ID and GMT_SEED: unset them, "
                + "or remove the option.");
        }
    }
}
