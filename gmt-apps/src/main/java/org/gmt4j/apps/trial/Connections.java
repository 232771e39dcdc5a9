package org.gmt4j.apps.trial;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.task.EngineTask;

/**
 * The connections that the nodes have made so far, on average: those that a node has asked for, as a client, and those
 * that others have asked it for, as a server. Immutable.
 *
 * @param client most of a node, and the sum of all nodes
 * @param server the same
 * @param nodes  of the job
 */
public record Connections(long[] client, long[] server, int nodes) {

    /** Asks all nodes. Main thread of node 0. */
    public static Connections of(final GmtCluster cluster) {
        final List<long[]> all = cluster.call(ctx -> ctx.callOnAll(reading()));
        return new Connections(column(all, 0), column(all, 1), all.size());
    }

    private static long[] column(final List<long[]> all, final int index) {
        return new long[] {all.stream().mapToLong(one -> one[index]).max().orElse(0),
            all.stream().mapToLong(one -> one[index]).sum()};
    }

    private static TaskFunction<long[]> reading() {
        return ctx -> {
            final Map<String, Long> counters = EngineTask.of(ctx).runtime().service(Node.class).counters();
            return new long[] {counters.getOrDefault("connections.asked", 0L),
                counters.getOrDefault("connections.answered", 0L)};
        };
    }

    /** Returns averages and maxima by name, for a result. */
    public Map<String, Object> values() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("asClient", (double) client[1] / nodes);
        values.put("asServer", (double) server[1] / nodes);
        values.put("mostAsClient", client[0]);
        values.put("mostAsServer", server[0]);
        values.put("ofAll", (double) (nodes - 1));
        return values;
    }
}
