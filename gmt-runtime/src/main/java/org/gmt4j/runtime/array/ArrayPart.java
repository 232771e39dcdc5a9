package org.gmt4j.runtime.array;

import org.gmt4j.runtime.armci.ArmciMemory;

/** What a typed handle is made from: the array and its memory. */
record ArrayPart(int id, ArraySpec spec, Distribution distribution, int nodeId, int nodeCount, ArmciMemory memory) {
}
