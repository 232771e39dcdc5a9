package org.gmt4j;

import org.gmt4j.engine.combining.ArrayCombining;
import org.gmt4j.engine.onesided.Region;

/**
 * What a typed handle is made from: the array, its region, and what frees it; {@code combining} is null where every
 * operation travels, {@code gatherFrom} the length in bytes from which accesses of the node to itself are gathered.
 */
record ArrayPart(int id, ArraySpec spec, Distribution distribution, int nodeId, int nodeCount, Region region,
                 ArrayHome home, ArrayCombining combining, long gatherFrom) {
}
