package org.gmt4j;

import org.gmt4j.engine.combining.ArrayCombining;
import org.gmt4j.engine.onesided.Region;

/**
 * What a typed handle is made from: the array, its region, and what frees it; {@code combining} is null where every
 * operation travels, {@code gatherFrom} the length in bytes from which accesses of the node to itself are gathered.
 * {@code comparesInPlace} where elements at other processes of the host are compared and set without a command.
 */
record ArrayPart(long number, ArraySpec spec, Distribution distribution, int nodeId, int nodeCount, Region region,
                 ArrayHome home, ArrayCombining combining, long gatherFrom, boolean comparesInPlace) {
}
