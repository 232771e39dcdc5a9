package org.gmt4j.bench.variant;

import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.task.EngineTask;

/**
 * Figures of the nodes' communication, one entry by node. Taken while nothing is measured.
 *
 * @param edgeBufferBytes  request buffers on edges that exist
 * @param bufferBytes      blocks and buffers that exist, those on edges included
 * @param connectionBytes  streams of open connections
 * @param edgeStalls       a buffer was ready and its edge had no credit
 * @param forwardedBlocks  blocks of others that were handed on
 * @param arrayBytes       global memory
 */
public record NodeFigures(long[] edgeBufferBytes, long[] bufferBytes, long[] connectionBytes, long[] edgeStalls,
                          long[] forwardedBlocks,
                          long[] arrayBytes) {

    /** Asks all nodes. Main thread of node 0. */
    public static NodeFigures of(final GmtCluster cluster) {
        final List<long[]> readings = cluster.call(ctx -> ctx.callOnAll(reading()));
        return new NodeFigures(column(readings, 0), column(readings, 1), column(readings, 2), column(readings, 3),
            column(readings, 4),
            column(readings, 5));
    }

    private static long[] column(final List<long[]> readings, final int index) {
        return readings.stream().mapToLong(reading -> reading[index]).toArray();
    }

    static TaskFunction<long[]> reading() {
        return ctx -> {
            final Node node = EngineTask.of(ctx).runtime().service(Node.class);
            final Map<String, Long> counters = node.counters();
            return new long[] {counters.getOrDefault("edge.buffer.bytes", 0L), node.bufferBytes(),
                counters.getOrDefault("connections.bytes", 0L), counters.getOrDefault("edge.stalls", 0L),
                counters.getOrDefault("forwarded.blocks", 0L), node.arrayBytes()};
        };
    }

    public static long max(final long[] values) {
        long max = 0;
        for (final long value : values) {
            max = Math.max(max, value);
        }
        return max;
    }

    public static long sum(final long[] values) {
        long sum = 0;
        for (final long value : values) {
            sum += value;
        }
        return sum;
    }
}
