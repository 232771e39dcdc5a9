package org.gmt4j.engine.node;

import org.gmt4j.aggregation.settings.Setting;

/**
 * Settings for the publication of a node's counters.
 *
 * @param intervalMs time between two publications, 0 for none
 */
public record TopConfig(
    @Setting(key = "gmt.top.interval", unit = "ms", defaultValue = "250ms", min = 0, max = 60_000,
        meaning = "How often a node publishes its counters for `gmt top`; 0 publishes nothing.") long intervalMs) {
}
