package org.gmt4j.bench;

import org.gmt4j.bench.sequence.RandomIndex;

/**
 * The slot of each transfer of a run, and the data expected there. Travels with the bodies.
 *
 * <pre>
 * array  = node 0: slot slot ... | node 1: slot slot ... |
 * slot   = unitsPerSlot elements, at most unitsPerNode together
 * slot   = [hash of the first element's index | hash of 1 | hash of 2 ...]
 * </pre>
 *
 * @param seed         of the sequence of slots
 * @param nodes        of the job
 * @param unitsPerNode elements of each node
 * @param unitsPerSlot elements of one transfer
 * @param isRemote     only slots of other nodes
 * @param window       transfers between two waits of the non-blocking forms
 */
record Transfer(long seed, int nodes, long unitsPerNode, int unitsPerSlot, boolean isRemote, int window) {
    private static final long HALF = 0xFFFFFFFFL;

    Transfer withSeed(final long newSeed) {
        return new Transfer(newSeed, nodes, unitsPerNode, unitsPerSlot, isRemote, window);
    }

    long slotsPerNode() {
        return unitsPerNode / unitsPerSlot;
    }

    /** First element of the slot that transfer {@code k} goes to when node {@code self} makes it. */
    long index(final int self, final long k) {
        final long word = RandomIndex.word(seed, k);
        final int targets = isRemote ? nodes - 1 : nodes;
        final int target = (int) ((word >>> 32) * targets >>> 32);
        final int node = isRemote ? wrap(self + 1 + target) : target;
        return node * unitsPerNode + ((word & HALF) * slotsPerNode() >>> 32) * unitsPerSlot;
    }

    private int wrap(final int node) {
        return node >= nodes ? node - nodes : node;
    }

    /** Value of element {@code position} of the slot that begins at {@code index}. */
    static long pattern(final long index, final int position) {
        return RandomIndex.mix(position == 0 ? index : position);
    }
}
