package org.gmt4j.cli.result;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.engine.publish.NodeReport;

/**
 * Bytes from each node to each: row from, column to. Where blocks are forwarded, to is the next hop. Memory that
 * processes share is no traffic.
 *
 * @param messages    network buffers
 * @param bytes       their bytes, headers included
 * @param requests    buffers with commands: the row is a client of the column; rows are empty where nodes do not say
 * @param connections 1 where the row has asked for a connection with the column, 2 where the column has, 0 where there
 *                    has been none; rows are empty where the transport makes no connections
 */
public record Traffic(long[][] messages, long[][] bytes, long[][] requests, long[][] connections) {
    private static final String MESSAGES = "messages.to";
    private static final String BYTES = "bytes.to";
    private static final String REQUESTS = "requests.to";
    private static final String CONNECTIONS = "connections.with";
    private static final long[] UNKNOWN = {};

    /** @return nothing where nodes did not report any */
    public static Optional<Traffic> of(final List<NodeReport> reports) {
        final boolean isThere = !reports.isEmpty()
            && reports.stream().allMatch(report -> report.tables().containsKey(MESSAGES)
                && report.tables().containsKey(BYTES));
        return isThere ? Optional.of(new Traffic(matrix(reports, MESSAGES), matrix(reports, BYTES),
            matrix(reports, REQUESTS), matrix(reports, CONNECTIONS))) : Optional.empty();
    }

    private static long[][] matrix(final List<NodeReport> reports, final String name) {
        return reports.stream().sorted((a, b) -> Integer.compare(a.nodeId(), b.nodeId()))
            .map(report -> report.tables().getOrDefault(name, UNKNOWN)).toArray(long[][]::new);
    }

    /** @return for JSON */
    public Map<String, Object> values() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("messages", rows(messages));
        values.put("bytes", rows(bytes));
        if (isKnown(requests)) {
            values.put("requests", rows(requests));
        }
        if (isKnown(connections)) {
            values.put("connections", rows(connections));
        }
        return values;
    }

    private static boolean isKnown(final long[][] matrix) {
        return Arrays.stream(matrix).allMatch(row -> row.length == matrix.length);
    }

    private static List<List<Long>> rows(final long[][] matrix) {
        return Arrays.stream(matrix).map(row -> Arrays.stream(row).boxed().toList()).toList();
    }
}
