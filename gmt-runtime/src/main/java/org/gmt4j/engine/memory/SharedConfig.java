package org.gmt4j.engine.memory;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * Whether one-sided memory is shared between the processes of a host. Nodes may differ; what one does not share the
 * others reach by messages.
 *
 * @param shared when memory is shared
 * @param from   bytes of a transfer from which the shared way is taken
 * @param arrays bytes of the longest part of an array that is shared
 */
public record SharedConfig(
    @Setting(key = "gmt.armci.shared", defaultValue = "auto",
        meaning = "One-sided memory that the processes of a host map together, so that puts and gets are one copy: "
            + "auto (transport ipc), off.")
    Mode shared,
    @Setting(key = "gmt.armci.shared.from", unit = "bytes", defaultValue = "0", min = 0,
        meaning = "Shorter puts and gets travel as messages even where memory is shared.")
    long from,
    @Setting(key = "gmt.armci.shared.arrays", unit = "bytes", defaultValue = "32m", min = 0,
        meaning = "Longest part of an array, on one node, that is shared as one-sided memory is. "
            + "Longer ones are private: random access is faster there,"
            + " and their ranges travel as messages. 0: no array is shared.")
    long arrays) {
    public static final SharedConfig DEFAULT = Settings.defaults().load(SharedConfig.class);

    /** When memory is shared. */
    public enum Mode {
        /** Between processes of one host that talk over shared memory anyway. */
        AUTO,
        /** Never. */
        OFF
    }
}
