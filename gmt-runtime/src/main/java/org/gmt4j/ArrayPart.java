package org.gmt4j;

import org.gmt4j.armci.ArmciMemory;

/** What a typed handle is made from: the array and its memory. */
record ArrayPart(int id, ArraySpec spec, Distribution distribution, int nodeId, int nodeCount, ArmciMemory memory) {
}
