package org.gmt4j.engine.bootstrap;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * Time limits for joining and for detecting failures.
 *
 * @param joinTimeoutMs  time within which all nodes must have joined
 * @param heartbeatMs    interval of heartbeats from node to seed
 * @param silenceLimitMs silence after which a node with an open connection counts as failed
 */
public record BootstrapConfig(
    @Setting(key = "gmt.join.timeout", unit = "ms", defaultValue = "30s", min = 1,
        meaning = "Time within which all nodes of a job must have joined.") long joinTimeoutMs,
    @Setting(key = "gmt.heartbeat.interval", unit = "ms", defaultValue = "1s", min = 10,
        max = BootstrapConfig.LONGEST_HEARTBEAT_MS,
        meaning = "Distance between a node's signs of life to the seed.") long heartbeatMs,
    @Setting(key = "gmt.silence.limit", unit = "ms", defaultValue = "30s", min = 100,
        meaning = "Silence after which a node with an open connection (stopped process) counts as failed; a closed "
            + "connection counts at once.") long silenceLimitMs) {

    /** An hour; a socket waits for whole milliseconds of an int. */
    static final long LONGEST_HEARTBEAT_MS = 3_600_000;

    public BootstrapConfig {
        if (silenceLimitMs < 3 * heartbeatMs) {
            throw new IllegalArgumentException("gmt.silence.limit must be at least three times gmt.heartbeat.interval");
        }
    }

    /** @return everything at its default */
    public static BootstrapConfig defaults() {
        return Settings.defaults().load(BootstrapConfig.class);
    }
}
