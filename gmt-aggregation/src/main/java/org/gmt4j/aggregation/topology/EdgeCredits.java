package org.gmt4j.aggregation.topology;

import java.util.Arrays;

/**
 * The sending half of a node's edges: how many buffers may still be sent on each before one is acknowledged. Pure;
 * owned by one thread; per buffer.
 *
 * <pre>
 *   credit of an edge: AVAILABLE --take, with a buffer--> AT THE NEIGHBOUR --acknowledgement--> AVAILABLE
 * </pre>
 *
 * <p>Memory: one int an edge.
 */
public final class EdgeCredits {
    private final int perEdge;
    private final int[] available;
    private final boolean[] isStalled;
    private long stallCount;

    /**
     * All credits at home.
     *
     * @param perEdge buffers that the node at the other end keeps for this one, at least 1
     */
    public EdgeCredits(final int edges, final int perEdge) {
        if (perEdge < 1) {
            throw new IllegalArgumentException("credits per edge are " + perEdge + ", expected at least 1");
        }
        this.perEdge = perEdge;
        available = new int[edges];
        isStalled = new boolean[edges];
        Arrays.fill(available, perEdge);
    }

    /** Takes a credit for one buffer, or returns false: all of the neighbour's buffers for this node are in use. */
    public boolean tryTake(final int edge) {
        if (available[edge] == 0) {
            stallCount += isStalled[edge] ? 0 : 1;
            isStalled[edge] = true;
            return false;
        }
        available[edge]--;
        return true;
    }

    /** The neighbour has emptied {@code count} buffers; also gives back a credit that was taken and not used. */
    public void giveBack(final int edge, final int count) {
        if (count < 0 || count > perEdge - available[edge]) {
            throw new IllegalStateException("GMT-263 an acknowledgement of " + count + " buffers came in on edge "
                + edge + ", where " + (perEdge - available[edge])
                + " are outstanding: it was repeated or forged. Start all nodes with the same build");
        }
        available[edge] += count;
        isStalled[edge] &= count == 0;
    }

    public int available(final int edge) {
        return available[edge];
    }

    /** Buffers sent on an edge and not acknowledged. */
    public int inUse(final int edge) {
        return perEdge - available[edge];
    }

    public int perEdge() {
        return perEdge;
    }

    /** Number of times that a buffer was ready and its edge had no credit; counted once until one comes back. */
    public long stallCount() {
        return stallCount;
    }
}
