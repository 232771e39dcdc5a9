package org.gmt4j.runtime.node;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gmt4j.runtime.task.Worker;

/** What a node reports in rows instead of single counters. Any thread; values may be slightly old. */
final class NodeTables {
    private NodeTables() {
    }

    static Map<String, long[]> of(final NodeThreads threads) {
        final Map<String, long[]> tables = new LinkedHashMap<>();
        tables.put("chunks.of.workers", threads.workers().stream().mapToLong(Worker::chunkCount).toArray());
        tables.put("iterations.of.workers", threads.workers().stream().mapToLong(Worker::iterationCount).toArray());
        tables.put("busy.ns.of.workers", threads.workers().stream().mapToLong(Worker::busyNs).toArray());
        return tables;
    }
}
