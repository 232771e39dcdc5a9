package org.gmt4j.bench.power;

import org.gmt4j.armci.ArmciMemory;

/**
 * Where transfers of one size go: each node has a slot for each source, and in its own slot, which nobody else uses,
 * the local side.
 *
 * @param memory    of all nodes
 * @param size      bytes of one transfer
 * @param slotBytes of a slot: room for rows and the gaps between them
 */
record RingMemory(ArmciMemory memory, int size, int slotBytes) {
    RingMemory withSize(final int other) {
        return new RingMemory(memory, other, slotBytes);
    }

    /** Offset of the slot that each node keeps for a source. */
    long slot(final int source) {
        return (long) source * slotBytes;
    }

    /** A node's byte at a place of a transfer. */
    static byte pattern(final int node, final int place) {
        return (byte) (node * 37 + place + (place >> 8) + 1);
    }

    /** The summand of a node for the double at a place: a small whole number, so that sums are exact. */
    static double summand(final int node, final int place) {
        return 1 + (node + place) % 7;
    }
}
