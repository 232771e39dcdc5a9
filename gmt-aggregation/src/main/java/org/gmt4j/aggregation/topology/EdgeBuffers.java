package org.gmt4j.aggregation.topology;

import java.util.Arrays;

/**
 * The receiving half of a node's edges: which of the buffers kept for each neighbour are in use, how many of their
 * blocks are still here, and how many buffers have been emptied but not acknowledged. Knows no bytes: a slot is a
 * number. Pure; owned by one thread; per buffer.
 *
 * <pre>
 *            admit(blocks)            leave: a block was executed, or handed to its next edge
 *   slot FREE ------> HOLDING n blocks ------> ... ------> n = 0: FREE, and one acknowledgement is owed
 *   owed ------ takeOwed: travels to the neighbour ------> its credit
 * </pre>
 *
 * <p>A neighbour sends only with a credit, and there is a slot for each; so {@link #admit} finds one unless the
 * neighbour cheats.
 *
 * <p>Memory: one int per slot and edge.
 */
public final class EdgeBuffers {
    private final int perEdge;
    private final int[] blocksLeft;
    private final int[] owed;
    private final int[] owingEdges;
    private final boolean[] isListed;
    /** Edges that owe something to a neighbour that cannot be reached. */
    private final boolean[] isStuck;
    private int owingCount;
    private int stuckCount;
    private int inUse;
    private int mostInUse;

    /** @param perEdge buffers for each neighbour, at least 1 */
    public EdgeBuffers(final int edges, final int perEdge) {
        if (perEdge < 1) {
            throw new IllegalArgumentException("buffers per edge are " + perEdge + ", expected at least 1");
        }
        this.perEdge = perEdge;
        blocksLeft = new int[edges * perEdge];
        owed = new int[edges];
        owingEdges = new int[edges];
        isListed = new boolean[edges];
        isStuck = new boolean[edges];
    }

    /**
     * A buffer has come in of which {@code blocks} blocks stay for now.
     *
     * @return the slot that it occupies, or -1: the neighbour has sent without a credit
     */
    public int admit(final int edge, final int blocks) {
        if (blocks < 1) {
            throw new IllegalArgumentException("a buffer of " + blocks + " blocks needs no slot: see passed");
        }
        final int first = edge * perEdge;
        for (int slot = first; slot < first + perEdge; slot++) {
            if (blocksLeft[slot] == 0) {
                blocksLeft[slot] = blocks;
                mostInUse = Math.max(mostInUse, ++inUse);
                return slot;
            }
        }
        return -1;
    }

    /** A buffer has come in and nothing of it stays: it is owed at once. */
    public void passed(final int edge) {
        owe(edge);
    }

    /** More blocks of the same buffer stay: one that is taken apart while it is read. */
    public void join(final int slot, final int blocks) {
        if (blocksLeft[slot] == 0) {
            throw new IllegalStateException("slot " + slot + " is free");
        }
        blocksLeft[slot] += blocks;
    }

    /**
     * One block of the buffer has been executed or handed to its next edge.
     *
     * @return true when it was the last: the slot is free and an acknowledgement is owed
     */
    public boolean leave(final int slot) {
        if (blocksLeft[slot] == 0) {
            throw new IllegalStateException("slot " + slot + " is free");
        }
        if (--blocksLeft[slot] > 0) {
            return false;
        }
        inUse--;
        owe(edgeOf(slot));
        return true;
    }

    private void owe(final int edge) {
        owed[edge]++;
        if (!isListed[edge]) {
            isListed[edge] = true;
            owingEdges[owingCount++] = edge;
        }
    }

    /** The edge that a slot belongs to. */
    public int edgeOf(final int slot) {
        return slot / perEdge;
    }

    /** Buffers of an edge that have been emptied and not acknowledged. */
    public int owed(final int edge) {
        return owed[edge];
    }

    /** The same, and from now on they count as acknowledged. */
    public int takeOwed(final int edge) {
        final int count = owed[edge];
        owed[edge] = 0;
        if (isStuck[edge]) {
            isStuck[edge] = false;
            stuckCount--;
        }
        return count;
    }

    /**
     * The neighbour cannot be reached now. What is owed to it stays, since it may come back, but nobody has to hurry
     * for it, see {@link #isPressing}.
     */
    public void stuck(final int edge) {
        if (owed[edge] > 0 && !isStuck[edge]) {
            isStuck[edge] = true;
            stuckCount++;
        }
    }

    /** True when some edge may owe something that is not stuck. */
    public boolean isPressing() {
        return owingCount > stuckCount;
    }

    /** Edges that may owe something: entries 0 .. n-1 of {@link #owingEdge}. */
    public int owingCount() {
        return owingCount;
    }

    public int owingEdge(final int index) {
        return owingEdges[index];
    }

    /** Forgets the edges that owe nothing any more. Cost: those that may. */
    public void tidy() {
        int kept = 0;
        for (int i = 0; i < owingCount; i++) {
            final int edge = owingEdges[i];
            if (owed[edge] > 0) {
                owingEdges[kept++] = edge;
            } else {
                isListed[edge] = false;
            }
        }
        owingCount = kept;
    }

    public int perEdge() {
        return perEdge;
    }

    public int slotCount() {
        return blocksLeft.length;
    }

    /** Slots that hold blocks now. */
    public int inUse() {
        return inUse;
    }

    /** Most slots that ever held blocks at once. */
    public int mostInUse() {
        return mostInUse;
    }

    @Override
    public String toString() {
        return "edge buffers " + inUse + " in use, " + Arrays.stream(owed).sum() + " owed";
    }
}
