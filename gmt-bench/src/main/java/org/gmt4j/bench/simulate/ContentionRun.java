package org.gmt4j.bench.simulate;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.bench.contention.Contenders;

/**
 * One contention in one topology.
 *
 * @param graph     the topology
 * @param percent   of the processes contend
 * @param contenders number of these
 * @param meanUs    mean microseconds of an operation, by process; NaN for those of node 0
 * @param hot       node 0
 * @param all       all nodes together
 * @param events    of the model
 * @param seconds   of the model
 */
record ContentionRun(VirtualTopology graph, int percent, int contenders, double[] meanUs, HotNode hot, AllNodes all,
                     long events, double seconds) {
    /**
     * Node 0, where all contend.
     *
     * @param counters    of its server
     * @param connections nodes that it is connected to
     */
    record HotNode(ServerCounters counters, int connections) {
    }

    /**
     * The cluster.
     *
     * @param counters    of all servers
     * @param requests    issued
     * @param stalls      times that a buffer was ready and its edge had no credit
     * @param mostBuffers most request buffers of any one node that were full at once
     */
    record AllNodes(ServerCounters counters, long requests, long stalls, int mostBuffers) {
    }

    private static final double PS_PER_US = 1e6;
    private static final double PS_PER_SECOND = 1e12;

    static ContentionRun of(final ModelConfig config, final int percent, final int iterations, final int every) {
        final HotSpot hotSpot = new HotSpot(config.load().processes(),
            config.topology().nodeCount() * config.load().processes(), iterations, Contenders.oneIn(percent), every);
        final ClusterModel model = new ClusterModel(config, hotSpot);
        model.run();
        return new ContentionRun(config.topology(), percent, hotSpot.contenders(),
            Arrays.stream(hotSpot.meanPs()).map(ps -> ps / PS_PER_US).toArray(),
            new HotNode(model.node(0).counters(), model.node(0).connections()),
            new AllNodes(model.counters(), model.issued(), model.creditStalls(), model.mostBuffersInUse()),
            model.eventCount(), model.nowPs() / PS_PER_SECOND);
    }

    /** The topology as users write it. */
    String topology() {
        return graph.kind().spelling();
    }

    /** Hops from a node to node 0. */
    int hops(final int node) {
        return graph.hopCount(node, 0);
    }

    /** Of the measured processes: 0 the fastest, 0.5 the median, 1 the slowest; between neighbours by proportion. */
    double quantileUs(final double share) {
        final double[] sorted = Arrays.stream(meanUs).filter(us -> !Double.isNaN(us)).sorted().toArray();
        final double at = share * (sorted.length - 1);
        final int below = (int) at;
        return below + 1 >= sorted.length ? sorted[sorted.length - 1]
            : sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
    }

    /** Share of processes that are faster here than in another topology. */
    double shareFasterThan(final ContentionRun other) {
        int count = 0;
        int faster = 0;
        for (int i = 0; i < meanUs.length; i++) {
            if (!Double.isNaN(meanUs[i])) {
                count++;
                faster += meanUs[i] < other.meanUs[i] ? 1 : 0;
            }
        }
        return (double) faster / count;
    }

    /** Share of the time that node 0's server works. */
    double hotLoad() {
        return hot.counters().busyPs / (seconds * PS_PER_SECOND);
    }

    /**
     * The cost of a request for node 0's server, in nanoseconds: the least time between two, whatever the topology does
     * elsewhere.
     */
    double hotNsPerRequest() {
        return hot.counters().busyPs / 1e3 / hot.counters().executed;
    }

    double hotLooksPerRequest() {
        return (double) hot.counters().looks / hot.counters().executed;
    }

    double hotBlocksPerBuffer() {
        return (double) hot.counters().blocksTaken / hot.counters().buffersTaken;
    }

    /** The summary, by name. */
    Map<String, Object> summary() {
        final Map<String, Object> map = new LinkedHashMap<>();
        map.put("topology", topology());
        map.put("shape", graph.shape().toString());
        map.put("percent", percent);
        map.put("contenders", contenders);
        final Map<String, Object> us = new LinkedHashMap<>();
        us.put("min", quantileUs(0));
        us.put("firstQuartile", quantileUs(0.25));
        us.put("median", quantileUs(0.5));
        us.put("thirdQuartile", quantileUs(0.75));
        us.put("max", quantileUs(1));
        map.put("microseconds", us);
        final Map<String, Object> server = new LinkedHashMap<>();
        server.put("load", hotLoad());
        server.put("nsPerRequest", hotNsPerRequest());
        server.put("blocksPerBuffer", hotBlocksPerBuffer());
        server.put("wakeUps", hot.counters().wakeUps);
        server.put("connections", hot.connections());
        server.put("looksPerRequest", hotLooksPerRequest());
        map.put("node0", server);
        final Map<String, Object> counters = new LinkedHashMap<>();
        counters.put("requests", all.requests());
        counters.put("forwarded", all.counters().forwarded);
        counters.put("forwardedReplies", all.counters().forwardedReplies);
        counters.put("buffersSent", all.counters().buffersSent);
        counters.put("acknowledgements", all.counters().acksSent);
        counters.put("wakeUps", all.counters().wakeUps);
        counters.put("creditStalls", all.stalls());
        counters.put("crowded", all.counters().crowded);
        counters.put("mostBuffersInUse", all.mostBuffers());
        counters.put("events", events);
        map.put("counters", counters);
        map.put("modelSeconds", seconds);
        return map;
    }
}
