package org.gmt4j.cli;

import java.util.List;
import java.util.Map;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.memory.SharedConfig;

/**
 * One validated command line that runs an application.
 *
 * @param context   surroundings
 * @param app       the application, its options set
 * @param options   the common options
 * @param settings  all settings
 * @param plan      the shape of the job
 * @param arguments the command line as given, for the node processes
 * @param preset    the preset's name and the values of its options that count; empty without one
 */
public record Invocation(CliContext context, GmtApp app, CommonOptions options, Settings settings, RunPlan plan,
                         List<String> arguments, Map<String, Object> preset) {

    /** @return the same in another shape, for questions; not to be run */
    public Invocation with(final RunPlan other) {
        return new Invocation(context, app, options, settings, other, arguments, preset);
    }

    /** @return surroundings of the application's run on this cluster */
    public AppRun on(final ClusterHandle handle) {
        final RunResult.Builder result = newResult();
        if (plan.topology() != TopologyKind.FCG && sharesWindows()) {
            result.with("oneSidedMemory", "shared windows")
                .note("one-sided memory of this host goes by shared windows, not by the topology "
                + plan.topology().spelling() + "; --set gmt.armci.shared=off sends it over the edges "
                + "like everything else");
        }
        return new AppRun(handle, options, settings, plan, result, new Progress(context.err(), context.isTerminal()));
    }

    /** @return an empty result of this run */
    public RunResult.Builder newResult() {
        final RunResult.Builder result = RunResult.builder(app.title(), plan, BuildInfo.environment(context));
        if (!preset.isEmpty()) {
            result.with("preset", preset);
        }
        return options.advise() ? result.advised() : result;
    }

    /**
     * Whether nodes copy from and to each other's memory where a program uses one-sided transfers: then requests of
     * them have no edges to go by.
     */
    private boolean sharesWindows() {
        return plan.nodes() > 1 && !plan.inProcess() && plan.transport() == RunConfig.Transport.IPC
            && settings.load(SharedConfig.class).shared() == SharedConfig.Mode.AUTO;
    }

    /** @return the runtime; a build without one is refused */
    public NodeRunner runner() {
        return context.nodeRunner().orElseThrow(() -> CliException.failed("GMT-139",
            "this build has no runtime: no " + NodeRunner.class.getName() + " is registered. Build again.", null));
    }
}
