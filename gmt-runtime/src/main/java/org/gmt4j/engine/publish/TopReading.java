package org.gmt4j.engine.publish;

import java.util.Map;

/**
 * One publication of one node, as read. Immutable.
 *
 * @param identity   whose it is
 * @param isEnded    has the node said that it has ended?
 * @param intervalNs time between two publications
 * @param sequence   grows with each publication
 * @param timeNs     when, by the writer's clock
 * @param epochMs    when, since 1970
 * @param facts      what does not change: command line, plan ...
 * @param values     by name
 */
public record TopReading(TopIdentity identity, boolean isEnded, long intervalNs, long sequence, long timeNs,
    long epochMs, Map<String, String> facts,
                  Map<String, Long> values) {

    /** @return a figure by name, 0 where the node has none of that name */
    public long value(final String name) {
        return values.getOrDefault(name, 0L);
    }

    /** @return a fact by key, empty where the node has not said it */
    public String fact(final String key) {
        return facts.getOrDefault(key, "");
    }

    /** Seconds since the node was started, at the time of the publication. */
    public double uptimeSeconds() {
        final String startedAt = fact(NodePublisher.STARTED_AT);
        return startedAt.matches("\\d{1,18}") ? Math.max(0, epochMs - Long.parseLong(startedAt)) / 1e3 : 0;
    }
}
