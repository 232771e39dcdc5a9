package org.gmt4j.apps.trial;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.task.EngineTask;

/**
 * The connections that the nodes have made so far: those that a node has asked for, as a client, and those that others
 * have asked it for, as a server. Immutable.
 *
 * <p>Each connection has one client and one server, and a node is a single process. So the averages of all nodes are
 * equal, where the paper's, with six clients to a server, are not. Node 0 asks all others, to make them work: averages
 * of the others alone leave that star out on the side of clients.
 *
 * @param client of each node
 * @param server of each node
 */
public record Connections(long[] client, long[] server) {

    /** Asks all nodes, which connects node 0 to each of them. Main thread of node 0. */
    public static Connections of(final GmtCluster cluster) {
        final List<long[]> all = cluster.call(ctx -> ctx.callOnAll(reading()));
        return new Connections(column(all, 0), column(all, 1));
    }

    private static long[] column(final List<long[]> all, final int index) {
        return all.stream().mapToLong(one -> one[index]).toArray();
    }

    private static TaskFunction<long[]> reading() {
        return ctx -> {
            final Map<String, Long> counters = EngineTask.of(ctx).runtime().service(Node.class).counters();
            return new long[] {counters.getOrDefault("connections.asked", 0L),
                counters.getOrDefault("connections.answered", 0L)};
        };
    }

    /**
     * Returns averages and maxima by name, for a result.
     *
     * @param start those that there were before the work
     */
    public Map<String, Object> values(final Connections start) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("asClient", mean(client, 0));
        values.put("asServer", mean(server, 0));
        values.put("mostAsClient", Arrays.stream(client).max().orElse(0));
        values.put("mostAsServer", Arrays.stream(server).max().orElse(0));
        values.put("othersAsClient", mean(client, 1));
        values.put("othersAsServer", mean(server, 1));
        values.put("atStart", mean(start.client, 0));
        values.put("ofAll", (double) (client.length - 1));
        return values;
    }

    private static double mean(final long[] counts, final int from) {
        return Arrays.stream(counts).skip(from).average().orElse(0);
    }
}
