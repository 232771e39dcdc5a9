package org.gmt4j.apps.nwchem;

import org.gmt4j.Transferable;

/**
 * What one stream, or all of a node, did in a round. Immutable.
 *
 * @param tickets     a bit for each number that was drawn
 * @param tasks       numbers that were drawn, those drawn twice counted twice
 * @param counterNs   waited for the counter
 * @param transferNs  waited for patches
 * @param computeNs   computed
 * @param totalNs     all of it, from the first draw to the last
 */
record NodeTally(long[] tickets, long tasks, long counterNs, long transferNs, long computeNs, long totalNs)
    implements Transferable {

    static NodeTally none(final long tasksOfRound) {
        return new NodeTally(new long[(int) ((tasksOfRound + 63) / 64)], 0, 0, 0, 0, 0);
    }

    NodeTally plus(final NodeTally other) {
        final long[] both = tickets.clone();
        for (int i = 0; i < both.length; i++) {
            both[i] |= other.tickets[i];
        }
        return new NodeTally(both, tasks + other.tasks, counterNs + other.counterNs, transferNs + other.transferNs,
            computeNs + other.computeNs, totalNs + other.totalNs);
    }

    /** Returns how many different numbers were drawn. */
    long different() {
        long count = 0;
        for (final long word : tickets) {
            count += Long.bitCount(word);
        }
        return count;
    }
}
