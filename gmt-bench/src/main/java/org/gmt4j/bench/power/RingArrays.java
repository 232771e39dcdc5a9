package org.gmt4j.bench.power;

import org.gmt4j.runtime.array.GlobalByteArray;
import org.gmt4j.runtime.array.GlobalLongArray;

/**
 * Where transfers of one size go: each node has a slot for each source.
 *
 * @param bytes     of puts and gets; a slot has room for rows and the gaps between them
 * @param longs     of accumulates
 * @param size      bytes of one transfer
 * @param slotBytes of a slot
 */
record RingArrays(GlobalByteArray bytes, GlobalLongArray longs, int size, int slotBytes) {
    RingArrays withSize(final int other) {
        return new RingArrays(bytes, longs, other, slotBytes);
    }

    /** First byte of the slot that a node keeps for a source. */
    long slot(final int node, final int source, final int nodes) {
        return ((long) node * nodes + source) * slotBytes;
    }

    /** First long of that slot. */
    long longSlot(final int node, final int source, final int nodes) {
        return ((long) node * nodes + source) * (slotBytes / 2 / Long.BYTES);
    }

    /** What a node's byte at a place of a transfer is. */
    static byte pattern(final int node, final int place) {
        return (byte) (node * 37 + place + (place >> 8) + 1);
    }
}
