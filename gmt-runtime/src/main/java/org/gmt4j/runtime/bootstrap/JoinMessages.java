package org.gmt4j.runtime.bootstrap;

import java.util.List;
import java.util.stream.Collectors;

/** Wording of the messages about nodes that are missing. */
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
        return nodes.isEmpty() ? "none" : nodes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static String seconds(final long ns) {
        final long ms = ns / 1_000_000;
        return ms % MS_PER_SECOND == 0 ? ms / MS_PER_SECOND + " s" : ms + " ms";
    }
}
