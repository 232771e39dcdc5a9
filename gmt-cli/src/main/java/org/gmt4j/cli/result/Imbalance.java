package org.gmt4j.cli.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.engine.publish.NodeReport;

/**
 * How unevenly one measure of work fell to the nodes of a run: the largest share over the mean. 1.0 is even;
 * with n nodes n is all on one. Immutable.
 *
 * @param measure name of the counter
 * @param perNode its values by node
 */
record Imbalance(String measure, List<Long> perNode) {
    /** The measures, by counter; {@code app.*} counters of the program are, too. */
    private static final Map<String, String> MEASURES = measures();
    private static final String OF_PROGRAM = "app.";

    private static Map<String, String> measures() {
        final Map<String, String> measures = new LinkedHashMap<>();
        measures.put("chunks", "chunks");
        measures.put("iterations", "iterations");
        measures.put("busy.ns", "busyNs");
        measures.put("executed", "commandsExecuted");
        measures.put("bytes", "bytesSent");
        measures.put("bytes.received", "bytesReceived");
        return measures;
    }

    /** One for each measure that the nodes have and that is not 0 everywhere; none for a single node. */
    static List<Imbalance> of(final List<NodeReport> reports) {
        final List<Imbalance> found = new ArrayList<>();
        if (reports.size() < 2) {
            return found;
        }
        MEASURES.forEach((counter, measure) -> add(found, reports, counter, measure));
        reports.stream().flatMap(report -> report.counters().keySet().stream())
            .filter(name -> name.startsWith(OF_PROGRAM)).distinct().sorted()
            .forEach(name -> add(found, reports, name, name.substring(OF_PROGRAM.length())));
        return found;
    }

    private static void add(final List<Imbalance> found, final List<NodeReport> reports, final String counter,
                            final String measure) {
        final long[] values = reports.stream().mapToLong(report -> report.counters().getOrDefault(counter, 0L))
            .toArray();
        if (Arrays.stream(values).anyMatch(value -> value > 0)) {
            found.add(new Imbalance(measure, Arrays.stream(values).boxed().toList()));
        }
    }

    double mean() {
        return perNode.stream().mapToLong(Long::longValue).average().orElse(0);
    }

    long largest() {
        return perNode.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    double largestOverMean() {
        return largest() / mean();
    }
}
