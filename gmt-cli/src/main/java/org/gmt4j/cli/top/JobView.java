package org.gmt4j.cli.top;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.engine.publish.NodePublisher;
import org.gmt4j.engine.publish.TopReading;

/**
 * One job at one time, as text, as values for JSON, and as rows. Immutable.
 *
 * @param name    of the job
 * @param folder  of the job
 * @param nodes   those of this host that publish, by number
 * @param remark  why there is nothing to show, or empty
 */
record JobView(String name, String folder, List<NodeRates> nodes, String remark) {
    private static final double MB = 1 << 20;
    private static final String[] UNITS = {"", "k", "M", "G", "T"};
    private static final List<String> BALANCED = List.of("executed", "chunks", "bytes");
    static final List<String> COLUMNS = List.of("job", "node", "pid", "state", "uptimeSeconds", "commandsPerSecond",
        "executedPerSecond", "buffersPerSecond", "mbOutPerSecond", "mbInPerSecond", "chunksPerSecond",
        "switchesPerSecond", "stallsPerSecond", "refusalsPerSecond",
        "residentMb", "arraysMb", "buffersMb");

    JobView {
        nodes = List.copyOf(nodes);
    }

    // --- people ---

    List<String> lines() {
        final List<String> lines = new ArrayList<>();
        lines.add(header());
        if (!remark.isEmpty()) {
            lines.add("  " + remark);
        }
        if (nodes.isEmpty()) {
            return lines;
        }
        lines.add(String.format(Locale.ROOT, "%4s %8s %-6s %8s %8s %8s %8s %8s %8s %8s %8s %8s %7s %7s %7s",
            "node", "pid", "state", "command", "execute", "buffer", "MB out", "MB in", "chunk", "switch",
            "stall", "refusal", "rss MB", "arrays", "buffers"));
        nodes.forEach(node -> lines.add(line(node)));
        lines.add(summary());
        return lines;
    }

    private String header() {
        if (nodes.isEmpty()) {
            return "job " + name;
        }
        final TopReading first = nodes.get(0).now();
        final int all = first.identity().nodeCount();
        return String.format(Locale.ROOT, "job %s  %s  %s%d node%s  plan %s  %s%s  up %s  (rates per second)",
            name, first.fact("commandLine"), nodes.size() < all ? nodes.size() + " of " : "", all, all == 1 ? "" : "s",
            first.fact("plan"), first.fact("transport"), first.fact("inProcess").equals("true") ? ", one process" : "",
            time(first.uptimeSeconds()));
    }

    private static String line(final NodeRates node) {
        final TopReading now = node.now();
        return String.format(Locale.ROOT, "%4d %8d %-6s %8s %8s %8s %8s %8s %8s %8s %8s %8s %7.0f %7.0f %7.1f",
            now.identity().nodeId(), now.identity().pid(), word(node.state()), si(node.rate("commands")),
            si(node.rate("executed")), si(node.rate("buffers", "buffers.reply")),
            megabytes(node.rate("bytes")), megabytes(node.rate("bytes.received")), si(node.rate("chunks")),
            si(node.rate("context.switches")), si(node.stalls()), si(node.refusals()),
            now.value(NodePublisher.RESIDENT) / MB, now.value(NodePublisher.ARRAYS) / MB,
            now.value(NodePublisher.BUFFERS) / MB);
    }

    private String summary() {
        final String balance = BALANCED.stream()
            .map(counter -> String.format(Locale.ROOT, "%s %.2f", counter, NodeRates.imbalance(nodes, counter)))
            .collect(Collectors.joining(", "));
        final String flushes = NodeRates.flushShares(nodes).entrySet().stream()
            .map(entry -> String.format(Locale.ROOT, "%s %.0f %%", entry.getKey(), entry.getValue() * 100))
            .collect(Collectors.joining(", "));
        return "  largest/mean: " + balance + "   blocks closed: " + (flushes.isEmpty() ? "none" : flushes);
    }

    private static String word(final Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Three or four digits and a unit: 0, 12, 999, 1.2k, 34M. */
    static String si(final double value) {
        double rest = value;
        int unit = 0;
        while (rest >= 999.5 && unit < UNITS.length - 1) {
            rest /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, rest < 9.95 && (unit > 0 || rest != Math.rint(rest)) ? "%.1f%s" : "%.0f%s",
            rest, UNITS[unit]);
    }

    private static String megabytes(final double bytes) {
        final double megabytes = bytes / 1e6;
        return megabytes == 0 ? "0" : String.format(Locale.ROOT, megabytes < 9.95 ? "%.2f" : "%,.0f", megabytes);
    }

    static String time(final double seconds) {
        final long whole = (long) seconds;
        return whole < 60 ? whole + " s" : whole < 3600 ? whole / 60 + " min " + whole % 60 + " s"
            : whole / 3600 + " h " + whole / 60 % 60 + " min";
    }

    // --- programs ---

    Map<String, Object> values() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("job", name);
        values.put("folder", folder);
        if (!remark.isEmpty()) {
            values.put("remark", remark);
        }
        if (!nodes.isEmpty()) {
            values.putAll(nodes.get(0).now().facts());
            values.put("nodeCount", nodes.get(0).now().identity().nodeCount());
        }
        values.put("nodes", nodes.stream().map(JobView::values).toList());
        final Map<String, Object> balance = new LinkedHashMap<>();
        BALANCED.forEach(counter -> balance.put(counter, NodeRates.imbalance(nodes, counter)));
        values.put("largestByMean", balance);
        values.put("blocksClosed", NodeRates.flushShares(nodes));
        return values;
    }

    private static Map<String, Object> values(final NodeRates node) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("node", node.now().identity().nodeId());
        values.put("pid", node.now().identity().pid());
        values.put("state", word(node.state()));
        values.put("uptimeSeconds", node.now().uptimeSeconds());
        values.put("perSecond", node.perSecond());
        values.put("counters", node.now().values());
        return values;
    }

    /** One row for each node, see {@link #COLUMNS}. */
    List<String> rows() {
        return nodes.stream().map(this::row).toList();
    }

    private String row(final NodeRates node) {
        final TopReading now = node.now();
        return String.format(Locale.ROOT, "%s,%d,%d,%s,%.3f,%.1f,%.1f,%.1f,%.3f,%.3f,%.1f,%.1f,%.1f,"
            + "%.1f,%.1f,%.1f,%.1f", name, now.identity().nodeId(),
            now.identity().pid(), word(node.state()), now.uptimeSeconds(), node.rate("commands"), node.rate("executed"),
            node.rate("buffers", "buffers.reply"), node.rate("bytes") / 1e6, node.rate("bytes.received") / 1e6,
            node.rate("chunks"), node.rate("context.switches"), node.stalls(), node.refusals(),
            now.value(NodePublisher.RESIDENT) / MB,
            now.value(NodePublisher.ARRAYS) / MB, now.value(NodePublisher.BUFFERS) / MB);
    }
}
