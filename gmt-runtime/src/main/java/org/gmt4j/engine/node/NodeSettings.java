package org.gmt4j.engine.node;

import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.engine.profile.ProfileConfig;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.waiting.WaitConfig;

/**
 * All that a node is tuned by; but for waiting and protocols the same on all nodes of a job.
 *
 * @param nodesOnHost nodes that share this machine: for memory and for whether threads may spin
 * @param topology    details of the plan's virtual topology
 * @param protocols   how one-sided transfers go, by size
 * @param windows     how one-sided memory is shared with other processes of this machine; nodes may differ
 * @param profile     whether and how it is profiled; nodes may differ
 * @param watch       what is told of threads that are blocked, and of SIGQUIT; nodes may differ
 * @param source      all settings with their origins, for those who ask
 */
public record NodeSettings(RunPlan plan, AggregationConfig aggregation, TaskConfig tasks, MemoryConfig memory,
                           WaitConfig waiting, int nodesOnHost, TopologyConfig topology, ProtocolConfig protocols,
                           WindowPlan windows, ProfileConfig profile, WatchConfig watch, Settings source) {
    /** Memory is not shared with other processes. */
    public NodeSettings(final RunPlan plan, final AggregationConfig aggregation, final TaskConfig tasks,
                        final MemoryConfig memory, final WaitConfig waiting, final int nodesOnHost,
                        final TopologyConfig topology, final ProtocolConfig protocols) {
        this(plan, aggregation, tasks, memory, waiting, nodesOnHost, topology, protocols, WindowPlan.OFF,
            ProfileConfig.OFF, WatchConfig.DEFAULT,
            Settings.defaults());
    }

    /** With the default waiting, protocols and details of the topology. */
    public NodeSettings(final RunPlan plan, final AggregationConfig aggregation, final TaskConfig tasks,
                        final MemoryConfig memory, final int nodesOnHost) {
        this(plan, aggregation, tasks, memory, WaitConfig.DEFAULT, nodesOnHost, TopologyConfig.DEFAULT,
            ProtocolConfig.DEFAULT);
    }

    /** Of one node, out of all settings. */
    public static NodeSettings of(final Settings settings, final RunPlan plan, final int nodesOnHost) {
        return new NodeSettings(plan, settings.load(AggregationConfig.class), settings.load(TaskConfig.class),
            settings.load(MemoryConfig.class), settings.load(WaitConfig.class), nodesOnHost,
            settings.load(TopologyConfig.class), settings.load(ProtocolConfig.class), WindowPlan.OFF,
            settings.load(ProfileConfig.class), settings.load(WatchConfig.class), settings);
    }

    /** The same with other windows. */
    public NodeSettings withWindows(final WindowPlan other) {
        return new NodeSettings(plan, aggregation, tasks, memory, waiting, nodesOnHost, topology, protocols,
            other, profile, watch, source);
    }

    /** The same, profiled otherwise. */
    public NodeSettings withProfile(final ProfileConfig other) {
        return new NodeSettings(plan, aggregation, tasks, memory, waiting, nodesOnHost, topology, protocols,
            windows, other, watch, source);
    }

    /** The same, watched otherwise. */
    public NodeSettings withWatch(final WatchConfig other) {
        return new NodeSettings(plan, aggregation, tasks, memory, waiting, nodesOnHost, topology, protocols,
            windows, profile, other, source);
    }

    /** How gathered commands fit the buffers of transport and edges. */
    AggregationConfig aggregation(final Routes routes, final int maxPayloadLength) {
        final AggregationConfig fitting = aggregation.fitting(maxPayloadLength);
        return fitting.withBlocksUpTo(topology.requestLength(fitting.bufferLength(), maxPayloadLength, routes)
            - BufferHeader.LENGTH);
    }

    /** What must agree between nodes for commands to be understood. */
    String fingerprint() {
        return aggregation + " " + plan.nodes() + " " + plan.randomSeed() + " " + plan.topology() + " " + topology;
    }
}
