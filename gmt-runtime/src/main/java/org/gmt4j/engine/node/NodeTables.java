package org.gmt4j.engine.node;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gmt4j.aggregation.server.ServerCounters;
import org.gmt4j.engine.profile.NodeProfile;
import org.gmt4j.engine.task.Worker;

/** Figures that a node reports as rows instead of single counters. Any thread; values may be slightly old. */
final class NodeTables {
    /** Number of sent buffers and their bytes, including headers, by the first hop. */
    static final String MESSAGES = "messages.to";
    static final String BYTES = "bytes.to";
    /** Those of the buffers that carry commands. */
    static final String REQUESTS = "requests.to";
    /** Who asked for the connection with a node, see {@code ConnectionReport.peers}. */
    static final String CONNECTIONS = "connections.with";

    private NodeTables() {
    }

    /** @param profile null without a profile */
    static Map<String, long[]> of(final NodeThreads threads, final NodeProfile profile) {
        final Map<String, long[]> tables = new LinkedHashMap<>();
        tables.put("chunks.of.workers", threads.workers().stream().mapToLong(Worker::chunkCount).toArray());
        final ServerCounters server = threads.server().counters();
        tables.put(MESSAGES, server.messagesTo());
        tables.put(BYTES, server.bytesTo());
        tables.put(REQUESTS, server.requestsTo());
        tables.put(CONNECTIONS, threads.server().transport().connections().peers());
        if (profile != null) {
            tables.putAll(profile.tables());
        }
        tables.put("iterations.of.workers", threads.workers().stream().mapToLong(Worker::iterationCount).toArray());
        tables.put("busy.ns.of.workers", threads.workers().stream().mapToLong(Worker::busyNs).toArray());
        return tables;
    }
}
