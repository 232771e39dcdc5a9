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
 * @param messages network buffers
 * @param bytes    their bytes, headers included
 */
public record Traffic(long[][] messages, long[][] bytes) {
    private static final String MESSAGES = "messages.to";
    private static final String BYTES = "bytes.to";

    /** @return nothing where nodes did not report any */
    public static Optional<Traffic> of(final List<NodeReport> reports) {
        final boolean isThere = !reports.isEmpty()
            && reports.stream().allMatch(report -> report.tables().containsKey(MESSAGES)
                && report.tables().containsKey(BYTES));
        return isThere ? Optional.of(new Traffic(matrix(reports, MESSAGES), matrix(reports, BYTES))) : Optional.empty();
    }

    private static long[][] matrix(final List<NodeReport> reports, final String name) {
        return reports.stream().sorted((a, b) -> Integer.compare(a.nodeId(), b.nodeId()))
            .map(report -> report.tables().get(name)).toArray(long[][]::new);
    }

    /** @return for JSON */
    public Map<String, Object> values() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("messages", rows(messages));
        values.put("bytes", rows(bytes));
        return values;
    }

    private static List<List<Long>> rows(final long[][] matrix) {
        return Arrays.stream(matrix).map(row -> Arrays.stream(row).boxed().toList()).toList();
    }
}
