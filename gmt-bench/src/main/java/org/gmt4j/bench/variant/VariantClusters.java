package org.gmt4j.bench.variant;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.aggregation.settings.SettingDescriptor;
import org.gmt4j.aggregation.settings.SettingOrigin;
import org.gmt4j.aggregation.settings.SettingValue;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.engine.bootstrap.BootstrapConfig;
import org.gmt4j.engine.bootstrap.JobKey;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.bootstrap.SeedServer;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.node.SettingRecords;
import org.gmt4j.engine.task.EngineTask;

/**
 * Jobs that differ in settings, side by side on the nodes of the job that was started: each process has one more node
 * for each. Trials of one thing by all of them take turns, so that disturbances of the machine affect all alike. Those
 * that are not at work wait, at the cost of idle nodes; where variants differ in {@code gmt.wait}, see {@link #turn}. A
 * single variant without overrides is the job itself. Main thread of node 0.
 *
 * <pre>
 *   process 0:  node 0 of the job | node 0 of variant 1 | node 0 of variant 2 ...
 *   process 1:  node 1 of the job | node 1 of variant 1 | ...
 * </pre>
 */
public final class VariantClusters implements AutoCloseable {
    private static final String WAIT = "gmt.wait";

    private final GmtCluster host;
    private final List<Variant> variants;
    private final List<GmtCluster> clusters = new ArrayList<>();
    private final List<SeedServer> seeds = new ArrayList<>();
    private boolean hasCompanions;

    private VariantClusters(final GmtCluster host, final List<Variant> variants) {
        this.host = host;
        this.variants = List.copyOf(variants);
    }

    /** The classes that benchmarks must register for this. */
    public static Class<?>[] tasks(final Class<?>... others) {
        final List<Class<?>> all = new ArrayList<>(Arrays.asList(others));
        all.add(CompanionTasks.class);
        all.add(NodeFigures.class);
        return all.toArray(new Class<?>[0]);
    }

    /**
     * Starts them.
     *
     * @param registered the benchmark's classes
     * @throws CliException GMT-252 for nodes on several hosts, or when one does not start
     */
    public static VariantClusters open(final AppRun run, final List<Variant> variants, final Class<?>... registered) {
        final VariantClusters opened = new VariantClusters(run.cluster(GmtCluster.class), variants);
        try {
            for (int i = 0; i < variants.size(); i++) {
                opened.clusters.add(opened.open(run, variants.get(i), i, registered));
                opened.waiting(i, false);
            }
            return opened;
        } catch (final RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    public List<Variant> variants() {
        return variants;
    }

    public int size() {
        return clusters.size();
    }

    public GmtCluster cluster(final int variant) {
        return clusters.get(variant);
    }

    /**
     * Lets one variant work, while the others rest: one that has a {@code gmt.wait} of its own waits that way during
     * its turns only, since threads that poll would take cores from the others' turns.
     */
    public <T> T turn(final int variant, final Function<GmtCluster, T> work) {
        waiting(variant, true);
        final T result = work.apply(clusters.get(variant));
        waiting(variant, false);
        return result;
    }

    private void waiting(final int variant, final boolean isAtWork) {
        if (variants.get(variant).overrides().containsKey(WAIT)) {
            clusters.get(variant).run(ctx -> ctx.executeOnAll(CompanionTasks.waiting(isAtWork)));
        }
    }

    private GmtCluster open(final AppRun run, final Variant variant, final int slot, final Class<?>[] registered) {
        if (variant.overrides().isEmpty()) {
            return host;
        }
        final Settings settings = settings(run, variant);
        final RunPlan plan = plan(settings);
        final String folder = Environment.ofProcess().variable(ReservedVariables.AERON_DIR).orElse("");
        if (run.plan().inProcess()) {
            final TransportFactory transports = plan.transport() == RunConfig.Transport.LOOPBACK ? null
                : NodeStarter.transportsBeside(settings, plan, folder, slot + 1);
            return NodeStarter.inProcess(settings, plan, transports, Duration.ZERO, registered);
        }
        if (Environment.ofProcess().variable(ReservedVariables.LAUNCH).orElse("").equals("hand")) {
            throw CliException.failed("GMT-252",
                "variants are compared on one machine only: let the launcher start the nodes (-n).", null);
        }
        return join(settings, plan, slot, registered);
    }

    /** In each process a further node joins the others of its kind, by way of a seed here. */
    private GmtCluster join(final Settings settings, final RunPlan plan, final int slot, final Class<?>[] registered) {
        final JobKey key = JobKey.random();
        final SeedServer seed = SeedServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            plan.nodes(), key, settings.load(BootstrapConfig.class));
        seeds.add(seed);
        hasCompanions = true;
        final String classes = Arrays.stream(registered).map(Class::getName).collect(Collectors.joining("\n"));
        final String text = assignments(settings).entrySet().stream().map(set -> set.getKey() + "=" + set.getValue())
            .collect(Collectors.joining("\n"));
        final int port = seed.port();
        final String secret = key.text();
        try {
            host.run(ctx -> ctx.executeOnAll(CompanionTasks.open(slot, text, classes, port, secret)));
        } catch (final RuntimeException e) {
            throw CliException.failed("GMT-252", "a node of a compared job does not start: " + e.getMessage(), e);
        }
        return host.call(ctx -> EngineTask.of(ctx).runtime().service(Companions.class).cluster(slot));
    }

    /** All settings of the job, those that made its plan spelt out, and the variant's. */
    private static Settings settings(final AppRun run, final Variant variant) {
        final RunPlan plan = run.plan();
        Settings settings = run.settings().with("gmt.nodes", String.valueOf(plan.nodes()))
            .with("gmt.in.process", String.valueOf(plan.inProcess()))
            .with("gmt.transport", RunPlan.spelling(plan.transport())).with("gmt.plan", RunPlan.spelling(plan.plan()))
            .with("gmt.workers", String.valueOf(plan.workers())).with("gmt.helpers", String.valueOf(plan.helpers()))
            .with("gmt.topology", RunPlan.spelling(plan.topology()))
            .with("gmt.random.seed", String.valueOf(plan.randomSeed()));
        for (final var override : variant.overrides().entrySet()) {
            settings = settings.with(override.getKey(), override.getValue());
        }
        return settings;
    }

    static RunPlan plan(final Settings settings) {
        return RunPlan.of(settings.load(RunConfig.class), 1, false);
    }

    /** The settings that are not at their defaults, by key. */
    public static Map<String, String> assignments(final Settings settings) {
        final Map<String, String> assignments = new LinkedHashMap<>();
        for (final SettingDescriptor setting : SettingRecords.catalog().settings()) {
            final SettingValue value = settings.value(setting);
            if (value.origin() != SettingOrigin.DEFAULT) {
                assignments.put(setting.key(), value.text());
            }
        }
        return assignments;
    }

    /** Stops them all; the job itself goes on. */
    @Override
    public void close() {
        if (hasCompanions) {
            host.run(ctx -> ctx.executeOnAll(CompanionTasks.close()));
        } else {
            clusters.stream().filter(cluster -> cluster != host).forEach(GmtCluster::close);
        }
        seeds.forEach(SeedServer::close);
    }
}
