package org.gmt4j.runtime.array;

import org.gmt4j.runtime.memory.Segment;

/** What a typed handle is made from: the array and this node's part of it. */
record ArrayPart(int id, ArraySpec spec, Distribution distribution, int nodeId, int nodeCount, Segment segment) {
}
