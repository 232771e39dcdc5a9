package org.gmt4j.engine.publish;

import java.util.Map;

/**
 * One publication of one node, as read by another process. Immutable.
 *
 * @param identity   identity of the node
 * @param isEnded    whether the node has recorded its end
 * @param intervalNs time between two publications
 * @param sequence   increases with each publication
 * @param timeNs     time of the publication, by the writer's clock
 * @param epochMs    time of the publication, since 1970
 * @param facts      constant facts: command line, plan ...
 * @param values     values by name
 */
public record TopReading(TopIdentity identity, boolean isEnded, long intervalNs, long sequence, long timeNs,
    long epochMs, Map<String, String> facts,
                  Map<String, Long> values) {

    /** @return a figure by name, 0 where the node has none */
    public long value(final String name) {
        return values.getOrDefault(name, 0L);
    }

    /** @return a fact by key, empty where the node has none */
    public String fact(final String key) {
        return facts.getOrDefault(key, "");
    }

    /** Returns the time from the start of the node to the publication, in seconds. */
    public double uptimeSeconds() {
        final String startedAt = fact(NodePublisher.STARTED_AT);
        return startedAt.matches("\\d{1,18}") ? Math.max(0, epochMs - Long.parseLong(startedAt)) / 1e3 : 0;
    }
}
