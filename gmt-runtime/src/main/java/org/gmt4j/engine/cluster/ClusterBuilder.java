package org.gmt4j.engine.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.node.SettingRecords;

/**
 * The engine's side of a {@link GmtCluster.Builder}. Tests and tools set whole records and other transports here; a
 * program sets settings by name. One thread.
 */
public final class ClusterBuilder implements GmtCluster.Builder {
    private final Settings.Builder settings = SettingRecords.ofProcess();
    private final List<Class<?>> programs = new ArrayList<>();
    private Duration timeout = Duration.ZERO;
    private TransportFactory transports;

    @Override
    public ClusterBuilder set(final String key, final Object value) {
        settings.program(key, value);
        return this;
    }

    /** Sets all settings of a record, such as {@code AggregationConfig}. */
    public ClusterBuilder set(final Record config) {
        settings.program(config);
        return this;
    }

    /** Sets a transport in place of the loopback with connections on demand. */
    public ClusterBuilder transports(final TransportFactory factory) {
        transports = factory;
        return this;
    }

    @Override
    public ClusterBuilder nodes(final int count) {
        return set("gmt.nodes", count);
    }

    @Override
    public ClusterBuilder register(final Class<?>... classes) {
        programs.addAll(List.of(classes));
        return this;
    }

    @Override
    public ClusterBuilder dedicated(final int workerCount, final int helperCount) {
        return set("gmt.plan", RunConfig.Plan.DEDICATED).set("gmt.workers", workerCount)
            .set("gmt.helpers", helperCount);
    }

    @Override
    public ClusterBuilder seed(final long newSeed) {
        return set("gmt.random.seed", newSeed);
    }

    @Override
    public ClusterBuilder memoryMax(final long bytes) {
        return set("gmt.memory.max", bytes);
    }

    @Override
    public ClusterBuilder timeout(final Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("the deadline of each job is " + limit
                + " after its start, expected more than zero, or zero for none");
        }
        timeout = limit;
        return this;
    }

    @Override
    public ClusterBuilder checkCaptures(final boolean isOn) {
        return set("gmt.check.captures", isOn);
    }

    @Override
    public NodeCluster start() {
        JavaFlags.require();
        final Settings all = ProgramDoor.checked(settings::build);
        return NodeStarter.inProcess(all, planInProcess(all), transports, timeout,
            programs.toArray(new Class<?>[0]));
    }

    private static RunPlan planInProcess(final Settings settings) {
        final RunConfig asked = settings.load(RunConfig.class);
        if (asked.transport() != RunConfig.Transport.AUTO && asked.transport() != RunConfig.Transport.LOOPBACK) {
            throw ProgramDoor.refusal(settings.refused("gmt.transport", RunConfig.class,
                "auto or loopback where a program starts all nodes inside its JVM; other"
                + " transports are for nodes that are processes (gmt run --jar, GmtCluster.connect)"));
        }
        // one thread per node unless asked for more: visits of a node then never run side by side
        final boolean isOpen = asked.plan() == RunConfig.Plan.AUTO && asked.workers() <= 1 && asked.helpers() == 0;
        return RunPlan.of(new RunConfig(asked.nodes(), true, RunConfig.Transport.LOOPBACK,
            isOpen ? RunConfig.Plan.COMBINED : asked.plan(), asked.workers(), asked.helpers(), asked.topology(),
            asked.randomSeed()), coresOfANode(asked.nodes()), false);
    }

    private static int coresOfANode(final int nodes) {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / nodes);
    }
}
