package org.gmt4j.aggregation.server;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.topology.EdgeBuffers;
import org.gmt4j.aggregation.topology.EdgeCredits;
import org.gmt4j.aggregation.topology.ForwardQueue;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BlockHeader;

/**
 * One class of traffic over the edges of a node: the bytes behind {@link EdgeCredits}, {@link EdgeBuffers} and
 * {@link ForwardQueue}. Owned by the communication server. Per buffer and per block.
 *
 * <pre>
 *   buffer from u: own blocks to the executor, others' --take--> slot of edge (u, here) --choose, copyTo--> buffer to w
 *                  slot empty: an acknowledgement is owed to u; credit of edge (here, w) taken with the buffer
 * </pre>
 *
 * <p>Nothing here waits or refuses for want of room: whoever sends has a credit, and each credit is a slot. A block
 * leaves its slot when it is copied into claimed space of the transport, so a forward never stops the server.
 *
 * <p>Memory: a slot's bytes are allocated when it is first needed; at most edges x buffers x buffer length.
 */
final class EdgeTraffic {
    static final int NO_EDGE = -1;
    private static final int NO_SLOT = -1;

    private final Routes routes;
    private final EdgeCredits credits;
    private final EdgeBuffers buffers;
    private final int slotLength;
    private final ForwardQueue[] forwards;
    private final boolean[] isListed;
    private final int[] forwardingEdges;
    private int forwardingCount;
    private final long[] slotAddresses;
    private final int[] slotPositions;
    /** The slot of the buffer that is being read, by edge: it may be refused in the middle and go on later. */
    private final int[] readingSlots;
    private final boolean[] isLocalsTurn;
    private int chosenCount;
    private int chosenLength;
    private boolean isLocalChosen;
    private long allocatedBytes;
    private long takenBlocks;
    private long forwardedBlocks;
    private long refusedBlocks;

    /** @param slotLength bytes of blocks in one buffer, its header not counted */
    EdgeTraffic(final Routes routes, final int buffersPerEdge, final int slotLength) {
        final int edges = routes.edgeCount();
        this.routes = routes;
        this.slotLength = slotLength;
        credits = new EdgeCredits(edges, buffersPerEdge);
        buffers = new EdgeBuffers(edges, buffersPerEdge);
        forwards = new ForwardQueue[edges];
        isListed = new boolean[edges];
        forwardingEdges = new int[edges];
        slotAddresses = new long[edges * buffersPerEdge];
        slotPositions = new int[edges * buffersPerEdge];
        readingSlots = new int[edges];
        java.util.Arrays.fill(readingSlots, NO_SLOT);
        isLocalsTurn = new boolean[edges];
    }

    /** The edge to a neighbour; negative for others. */
    int edgeTo(final int node) {
        return routes.edgeTo(node);
    }

    int neighbour(final int edge) {
        return routes.neighbour(edge);
    }

    EdgeCredits credits() {
        return credits;
    }

    EdgeBuffers buffers() {
        return buffers;
    }

    // --- receiving ---

    /**
     * Keeps a block for another node.
     *
     * @return false when the buffer holds more than a buffer may
     * @throws IllegalStateException when the neighbour has sent without a credit
     */
    boolean take(final int edge, final long block, final int length) {
        int slot = readingSlots[edge];
        if (length > slotLength || slot != NO_SLOT && slotPositions[slot] + length > slotLength) {
            return false;
        }
        if (slot == NO_SLOT) {
            // One for the block, one for the reader: the buffer is not over before it has been read to its end.
            slot = buffers.admit(edge, 2);
            if (slot < 0) {
                throw new IllegalStateException("GMT-264 neighbour " + neighbour(edge) + " has sent more than the "
                    + buffers.perEdge() + " buffers that node " + routes.nodeId() + " keeps for it");
            }
            readingSlots[edge] = slot;
            slotPositions[slot] = 0;
        } else {
            buffers.join(slot, 1);
        }
        if (slotAddresses[slot] == 0) {
            slotAddresses[slot] = UnsafeApi.allocateMemory(slotLength);
            allocatedBytes += slotLength;
        }
        final long at = slotAddresses[slot] + slotPositions[slot];
        UnsafeApi.copyMemory(block, at, length);
        slotPositions[slot] += length;
        takenBlocks++;
        queue(routes.edgeTo(routes.nextHop(BlockHeader.destination(block)))).add(at, slot);
        return true;
    }

    private ForwardQueue queue(final int edge) {
        if (forwards[edge] == null) {
            forwards[edge] = new ForwardQueue();
        }
        if (!isListed[edge]) {
            isListed[edge] = true;
            forwardingEdges[forwardingCount++] = edge;
        }
        return forwards[edge];
    }

    /** A buffer has been read to its end: its blocks for this node were executed or handed to a helper. */
    void received(final int edge) {
        final int slot = readingSlots[edge];
        if (slot == NO_SLOT) {
            buffers.passed(edge);
        } else {
            readingSlots[edge] = NO_SLOT;
            buffers.leave(slot);
        }
    }

    // --- sending ---

    /** Edges that may have blocks to forward: entries 0 .. n-1 of {@link #forwardingEdge}. */
    int forwardingCount() {
        return forwardingCount;
    }

    int forwardingEdge(final int index) {
        return forwardingEdges[index];
    }

    /** Forgets the edges that have nothing to forward any more. */
    void tidyForwards() {
        int kept = 0;
        for (int i = 0; i < forwardingCount; i++) {
            final int edge = forwardingEdges[i];
            if (forwards[edge].isEmpty()) {
                isListed[edge] = false;
            } else {
                forwardingEdges[kept++] = edge;
            }
        }
        forwardingCount = kept;
    }

    /** True when the next buffer of an edge begins with the node's own blocks. */
    boolean isLocalsTurn(final int edge) {
        return isLocalsTurn[edge];
    }

    /** A buffer has been sent: the others come next. */
    void turn(final int edge) {
        isLocalsTurn[edge] = !isLocalsTurn[edge];
    }

    boolean hasForwards(final int edge) {
        return forwards[edge] != null && !forwards[edge].isEmpty();
    }

    /**
     * Decides on the blocks of an edge's next buffer: others' blocks, the node's own, or both. When both do not fit
     * they take turns, so that neither waits for the other for ever.
     *
     * @param localLength bytes of gathered blocks of the node itself; they go all or not at all
     */
    void choose(final int edge, final int localLength, final int capacity, final int maxBlocks) {
        isLocalChosen = localLength > 0 && (isLocalsTurn[edge] || !hasForwards(edge));
        chosenCount = 0;
        chosenLength = isLocalChosen ? localLength : 0;
        if (hasForwards(edge)) {
            final ForwardQueue queue = forwards[edge];
            while (chosenCount < queue.size() && chosenCount < maxBlocks) {
                final int length = BlockHeader.length(queue.block(chosenCount));
                if (chosenLength + length > capacity) {
                    break;
                }
                chosenLength += length;
                chosenCount++;
            }
        }
        if (!isLocalChosen && localLength > 0 && chosenLength + localLength <= capacity) {
            isLocalChosen = true;
            chosenLength += localLength;
        }
    }

    /** Bytes of blocks of the chosen buffer. */
    int chosenLength() {
        return chosenLength;
    }

    /** Blocks of others in the chosen buffer. */
    int chosenCount() {
        return chosenCount;
    }

    boolean isLocalChosen() {
        return isLocalChosen;
    }

    /**
     * Moves the chosen blocks of others into the buffer.
     *
     * @return where the own blocks go
     */
    long copyForwards(final int edge, final long address) {
        turn(edge);
        long at = address;
        if (chosenCount > 0) {
            final ForwardQueue queue = forwards[edge];
            final int hop = neighbour(edge);
            for (int i = 0; i < chosenCount; i++) {
                final long block = queue.block(i);
                final int length = BlockHeader.length(block);
                UnsafeApi.copyMemory(block, at, length);
                BlockHeader.nextHop(at, hop);
                at += length;
                buffers.leave(queue.slot(i));
            }
            queue.remove(chosenCount);
            forwardedBlocks += chosenCount;
        }
        return at;
    }

    /** The oldest block that waits for an edge, as long as {@link #hasForwards}. */
    long firstForward(final int edge) {
        return forwards[edge].block(0);
    }

    /** The oldest block that waits for an edge will not be handed on: its slot is free. */
    void dropFirst(final int edge) {
        final ForwardQueue queue = forwards[edge];
        buffers.leave(queue.slot(0));
        queue.remove(1);
        refusedBlocks++;
    }

    /** True when blocks of others wait here. */
    boolean hasWork() {
        return forwardingCount > 0;
    }

    long forwardedBlocks() {
        return forwardedBlocks;
    }

    /** Blocks of others that could not be handed on because their next hop cannot be reached. */
    long refusedBlocks() {
        return refusedBlocks;
    }

    /** Blocks taken in and not yet handed on. */
    long waitingBlocks() {
        return takenBlocks - forwardedBlocks - refusedBlocks;
    }

    long memoryInBytes() {
        return allocatedBytes;
    }

    /** Frees the slots. The server has ended. */
    void close() {
        for (int slot = 0; slot < slotAddresses.length; slot++) {
            if (slotAddresses[slot] != 0) {
                UnsafeApi.freeMemory(slotAddresses[slot]);
                slotAddresses[slot] = 0;
            }
        }
    }

    @Override
    public String toString() {
        return waitingBlocks() + " blocks of others, " + buffers + ", edge stalls " + credits.stallCount();
    }
}
