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
 * The settings of a node. All nodes of a job have the same, except for {@code host} and protocols.
 *
 * @param topology  details of the plan's virtual topology
 * @param protocols protocols of one-sided transfers, by size
 * @param host      settings that may differ between nodes
 * @param source    all settings with their origins
 */
public record NodeSettings(RunPlan plan, AggregationConfig aggregation, TaskConfig tasks, MemoryConfig memory,
                           TopologyConfig topology, ProtocolConfig protocols, Host host, Settings source) {
    /**
     * Settings of a node on its host.
     *
     * @param nodesOnHost  number of nodes that share the host, for memory limits
     * @param nodesOnCores number of them that share its processors, for permission to spin
     * @param windows      one-sided memory shared with other processes of the host
     * @param watch        reports of blocked threads, and SIGQUIT
     */
    public record Host(int nodesOnHost, int nodesOnCores, WaitConfig waiting, WindowPlan windows,
                       ProfileConfig profile, WatchConfig watch) {
    }

    /** Settings without memory shared with other processes. */
    public NodeSettings(final RunPlan plan, final AggregationConfig aggregation, final TaskConfig tasks,
                        final MemoryConfig memory, final WaitConfig waiting, final int nodesOnHost,
                        final TopologyConfig topology, final ProtocolConfig protocols) {
        this(plan, aggregation, tasks, memory, topology, protocols,
            new Host(nodesOnHost, nodesOnHost, waiting, WindowPlan.OFF, ProfileConfig.OFF, WatchConfig.DEFAULT),
            Settings.defaults());
    }

    /** Settings with the default waiting, protocols and details of the topology. */
    public NodeSettings(final RunPlan plan, final AggregationConfig aggregation, final TaskConfig tasks,
                        final MemoryConfig memory, final int nodesOnHost) {
        this(plan, aggregation, tasks, memory, WaitConfig.DEFAULT, nodesOnHost, TopologyConfig.DEFAULT,
            ProtocolConfig.DEFAULT);
    }

    /** Returns the settings of one node out of all settings. */
    public static NodeSettings of(final Settings settings, final RunPlan plan, final int nodesOnHost) {
        return new NodeSettings(plan, settings.load(AggregationConfig.class), settings.load(TaskConfig.class),
            settings.load(MemoryConfig.class), settings.load(TopologyConfig.class),
            settings.load(ProtocolConfig.class), new Host(nodesOnHost, nodesOnHost, settings.load(WaitConfig.class),
                WindowPlan.OFF, settings.load(ProfileConfig.class), settings.load(WatchConfig.class)), settings);
    }

    /** Returns the same settings with other windows. */
    public NodeSettings withWindows(final WindowPlan other) {
        return new NodeSettings(plan, aggregation, tasks, memory, topology, protocols,
            new Host(host.nodesOnHost, host.nodesOnCores, host.waiting, other, host.profile, host.watch), source);
    }

    /** Returns the same settings with the memory of a node as it is to be had now, for nodes that start together. */
    public NodeSettings withFixedMemory() {
        return new NodeSettings(plan, aggregation, tasks, memory.fixed(host.nodesOnHost), topology, protocols, host,
            source);
    }

    /** Returns the same settings where not all nodes of the host share its processors. */
    public NodeSettings withNodesOnCores(final int nodes) {
        return new NodeSettings(plan, aggregation, tasks, memory, topology, protocols,
            new Host(host.nodesOnHost, nodes, host.waiting, host.windows, host.profile, host.watch), source);
    }

    /** Returns the aggregation with blocks that fit the buffers of transport and edges. */
    AggregationConfig aggregation(final Routes routes, final int maxPayloadLength) {
        final AggregationConfig fitting = aggregation.fitting(maxPayloadLength);
        return fitting.withBlocksUpTo(topology.requestLength(fitting.bufferLength(), maxPayloadLength, routes)
            - BufferHeader.LENGTH);
    }

    /**
     * Returns the settings that must agree between nodes for commands to be understood.
     *
     * @param inUse the aggregation as fitted to the node's transport
     */
    String fingerprint(final AggregationConfig inUse) {
        return inUse + " " + plan.nodes() + " " + plan.randomSeed() + " " + plan.topology() + " " + topology;
    }
}
