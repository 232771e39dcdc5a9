package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.settings.Setting;

/**
 * Settings for arrays that combine operations.
 *
 * @param bytes greatest memory of one lane for one array; 0: nothing is combined
 */
public record CombiningConfig(
    @Setting(key = "gmt.combining.bytes", unit = "bytes", defaultValue = "16m", min = 0, max = 1 << 30,
        meaning = "Memory of one lane for the operations that it combines on one array that was declared combining: "
            + "8 B for each element of the array, or, where that is more, a table of at most 1 MB; 9 B for each "
            + "element of a write-once array, or fewer entries of 16 B. Counts as memory of arrays. 0: every operation "
            + "travels.")
    long bytes) {
}
