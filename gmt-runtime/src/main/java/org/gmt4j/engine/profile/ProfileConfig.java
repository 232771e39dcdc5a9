package org.gmt4j.engine.profile;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * Settings for the profile of a run. Nodes of one job may differ.
 *
 * @param isOn   whether to measure, record and report
 * @param folder folder of recordings and report; empty for a new folder below {@code profile}
 * @param chunks one of so many chunks, and of so many waits of tasks, is recorded
 * @param blocks one of so many blocks of a thread, buffers and batches of a helper is recorded
 * @param longNs time from which chunks, waits and blocks are always recorded
 */
public record ProfileConfig(
    @Setting(key = "gmt.profile", defaultValue = "off",
        meaning = "Measure where the time goes: a flight recording for each node, and a summary. Flag: "
            + "--profile [FOLDER].") boolean isOn,
    @Setting(key = "gmt.profile.folder", defaultValue = "",
        meaning = "Where a profiled run leaves recordings and report; empty: a new folder profile/APP-TIME.")
    String folder,
    @Setting(key = "gmt.profile.chunks", unit = "count", defaultValue = "4096", min = 1, max = 1 << 30,
        meaning = "Profiling: one of so many chunks, and of so many waits of tasks, becomes an event.") int chunks,
    @Setting(key = "gmt.profile.blocks", unit = "count", defaultValue = "64", min = 1, max = 1 << 30,
        meaning = "Profiling: one of so many blocks of each thread is timed through all stages; "
            + "the same for events of blocks, buffers and helper batches.") int blocks,
    @Setting(key = "gmt.profile.long", unit = "ns", defaultValue = "2ms", min = 1_000_000, max = 3_600_000_000_000L,
        meaning = "Profiling: chunks, waits, batches and stalls of so long become events always.") long longNs) {
    public static final ProfileConfig OFF = Settings.defaults().load(ProfileConfig.class);

    /** Returns the same settings, switched on. */
    public ProfileConfig on() {
        return new ProfileConfig(true, folder, chunks, blocks, longNs);
    }

    /** Returns the same settings with events for one of so many chunks, waits, blocks, buffers and batches. */
    public ProfileConfig recordingOneOf(final int ofChunks, final int ofBlocks) {
        return new ProfileConfig(isOn, folder, ofChunks, ofBlocks, longNs);
    }
}
