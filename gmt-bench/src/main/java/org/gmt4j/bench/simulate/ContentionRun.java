package org.gmt4j.bench.simulate;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.gmt4j.bench.contention.Contenders;

/**
 * What one topology made of one contention.
 *
 * @param topology  as users write it
 * @param shape     its shape
 * @param percent   of the processes contend
 * @param contenders so many are they
 * @param hops      from each node to node 0
 * @param meanUs    mean microseconds of an operation, by process; NaN for those of node 0
 * @param hot       what node 0's server did
 * @param all       what all servers did
 * @param requests  in all
 * @param stalls    a buffer was ready and its edge had no credit
 * @param mostBuffers most request buffers of any one node that were full at once
 * @param hotConnections nodes that node 0 is connected to
 * @param events    of the model
 * @param seconds   of the model
 */
record ContentionRun(String topology, String shape, int percent, int contenders, int[] hops, double[] meanUs,
                     ServerCounters hot, ServerCounters all, long requests, long stalls, int mostBuffers,
                     int hotConnections, long events, double seconds) {
    private static final double PS_PER_US = 1e6;
    private static final double PS_PER_SECOND = 1e12;

    static ContentionRun of(final ModelConfig config, final int percent, final int iterations, final int every) {
        final HotSpot hotSpot = new HotSpot(config.processes(), config.topology().nodeCount() * config.processes(),
            iterations, Contenders.oneIn(percent), every);
        final ClusterModel model = new ClusterModel(config, hotSpot);
        model.run();
        return new ContentionRun(config.topology().kind().spelling(), config.topology().shape().toString(),
            percent, hotSpot.contenders(), IntStream.range(0, model.nodeCount())
                .map(node -> config.topology().hopCount(node, 0)).toArray(),
            Arrays.stream(hotSpot.meanPs()).map(ps -> ps / PS_PER_US).toArray(), model.node(0).counters(),
            model.counters(), model.issued(), model.creditStalls(), model.mostBuffersInUse(),
            model.node(0).connections(), model.eventCount(), model.nowPs() / PS_PER_SECOND);
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
        return hot.busyPs / (seconds * PS_PER_SECOND);
    }

    /**
     * What a request costs node 0's server, in nanoseconds: the least time between two, whatever the topology does
     * elsewhere.
     */
    double hotNsPerRequest() {
        return hot.busyPs / 1e3 / hot.executed;
    }

    double hotLooksPerRequest() {
        return (double) hot.looks / hot.executed;
    }

    double hotBlocksPerBuffer() {
        return (double) hot.blocksTaken / hot.buffersTaken;
    }

    /** The summary, by name. */
    Map<String, Object> summary() {
        final Map<String, Object> map = new LinkedHashMap<>();
        map.put("topology", topology);
        map.put("shape", shape);
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
        server.put("wakeUps", hot.wakeUps);
        server.put("connections", hotConnections);
        server.put("looksPerRequest", hotLooksPerRequest());
        map.put("node0", server);
        final Map<String, Object> counters = new LinkedHashMap<>();
        counters.put("requests", requests);
        counters.put("forwarded", all.forwarded);
        counters.put("forwardedReplies", all.forwardedReplies);
        counters.put("buffersSent", all.buffersSent);
        counters.put("acknowledgements", all.acksSent);
        counters.put("wakeUps", all.wakeUps);
        counters.put("creditStalls", stalls);
        counters.put("crowded", all.crowded);
        counters.put("mostBuffersInUse", mostBuffers);
        counters.put("events", events);
        map.put("counters", counters);
        map.put("modelSeconds", seconds);
        return map;
    }
}
