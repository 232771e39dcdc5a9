package org.gmt4j;

import org.gmt4j.armci.ArmciMemory;

/** The array and memory that a typed handle is made from. */
record ArrayPart(int id, ArraySpec spec, Distribution distribution, int nodeId, int nodeCount, ArmciMemory memory) {
}
