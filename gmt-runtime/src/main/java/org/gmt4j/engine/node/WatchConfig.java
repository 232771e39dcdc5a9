package org.gmt4j.engine.node;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * Settings of the thread that watches the nodes of a JVM.
 *
 * @param blockedMs time for which a body may block a thread of a node before a warning; 0 for no warnings
 * @param quit      whether SIGQUIT prints all waits beside Java's own threads
 * @param progress  whether a task that computes for some milliseconds is asked to give way to its node
 */
record WatchConfig(
    @Setting(key = "gmt.watch.blocked", unit = "ms", defaultValue = "100ms", min = 0,
        meaning = "A body that blocks the thread of its worker or helper for so long, by a lock, "
            + "a sleep or input and output, is warned of, once for each "
            + "place; 0: never.") long blockedMs,
    @Setting(key = "gmt.watch.quit", defaultValue = "on",
        meaning = "SIGQUIT (kill -QUIT, Ctrl-\\) to a process with nodes prints what waits for what to standard error, "
            + "besides what Java prints; Linux only.")
    boolean quit,
    @Setting(key = "gmt.progress", defaultValue = "on",
        meaning = "In plans combined and shared a task that computes for some milliseconds without an operation gives "
            + "way to its node, in loops of instrumented classes: requests of others are served there.")
    boolean progress) {
    static final WatchConfig DEFAULT = Settings.defaults().load(WatchConfig.class);

    WatchConfig {
        if (blockedMs < 0) {
            throw new IllegalArgumentException("gmt.watch.blocked is " + blockedMs + " ms, expected 0 or more");
        }
    }

    boolean isOn() {
        return blockedMs > 0 || quit || progress;
    }
}
