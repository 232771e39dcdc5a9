package org.gmt4j.engine.bootstrap;

import java.util.ArrayList;
import java.util.List;

/** Messages about missing nodes. */
final class JoinMessages {

    private static final long MS_PER_SECOND = 1_000;

    private JoinMessages() {
    }

    static String notJoined(final List<Integer> absent, final List<Integer> present, final int nodeCount,
        final long limitNs) {
        return BootstrapException.JOIN_TIMEOUT + " " + nodes(absent) + " did not join within " + seconds(limitNs) + " ("
            + present.size() + " of " + nodeCount + " present: " + join(present)
                + "). See the missing node's messages; raise "
            + "--join-timeout if it is only slow, or run 'gmt doctor'.";
    }

    static String nodes(final List<Integer> nodes) {
        return (nodes.size() == 1 ? "node " : "nodes ") + join(nodes);
    }

    private static String join(final List<Integer> nodes) {
        return nodes.isEmpty() ? "none" : String.join(",", ranges(nodes.stream().sorted().toList()));
    }

    /** @return texts such as {@code 0} and {@code 3-17}: neighbours are not listed one by one */
    private static List<String> ranges(final List<Integer> sorted) {
        final List<String> ranges = new ArrayList<>();
        for (int first = 0, last = 0; first < sorted.size(); first = last = last + 1) {
            while (last + 1 < sorted.size() && sorted.get(last + 1) == sorted.get(last) + 1) {
                last++;
            }
            final int length = last - first + 1;
            ranges.add(length == 1 ? "" + sorted.get(first)
                : sorted.get(first) + (length == 2 ? "," : "-") + sorted.get(last));
        }
        return ranges;
    }

    private static String seconds(final long ns) {
        final long ms = ns / 1_000_000;
        return ms % MS_PER_SECOND == 0 ? ms / MS_PER_SECOND + " s" : ms + " ms";
    }
}
