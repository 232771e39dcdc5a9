package org.gmt4j.engine.memory;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * Settings for sharing one-sided memory between the nodes of a host. Nodes may differ; memory that one does not
 * share is reached by messages.
 *
 * @param shared when memory is shared
 * @param from   length in bytes from which transfers use shared memory
 * @param arrays greatest length in bytes of an array part that is shared
 * @param kept   bytes of freed memory that are kept mapped
 */
public record SharedConfig(
    @Setting(key = "gmt.armci.shared", defaultValue = "auto",
        meaning = "One-sided memory that the nodes of a host use together, so that puts and gets are one copy: "
            + "auto (transport ipc, and nodes of one JVM), off.")
    Mode shared,
    @Setting(key = "gmt.armci.shared.from", unit = "bytes", defaultValue = "0", min = 0,
        meaning = "Shorter puts and gets travel as messages even where memory is shared.")
    long from,
    @Setting(key = "gmt.armci.shared.arrays", unit = "bytes", defaultValue = "32m", min = 0,
        meaning = "Longest part of an array, on one node, that is shared as one-sided memory is. "
            + "Longer ones are private unless they are described as read mostly: random access is faster there,"
            + " and their ranges travel as messages. Nodes of one JVM share all lengths. 0: no array is shared.")
    long arrays,
    @Setting(key = "gmt.armci.shared.kept", unit = "bytes", defaultValue = "64m", min = 0,
        meaning = "Shared memory of freed arrays, and of freed one-sided memory, that a node keeps for the next "
            + "of the same length: making and freeing it takes a tenth of the time then. Beyond gmt.memory.max; "
            + "the oldest goes first. 0: none is kept.")
    long kept) {
    public static final SharedConfig DEFAULT = Settings.defaults().load(SharedConfig.class);

    /** Conditions for sharing memory. */
    public enum Mode {
        /** Between nodes of one host that already communicate over shared memory. */
        AUTO,
        /** Never. */
        OFF
    }
}
