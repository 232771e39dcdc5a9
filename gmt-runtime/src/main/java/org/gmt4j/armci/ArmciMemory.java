package org.gmt4j.armci;

import org.gmt4j.NodeBound;
import org.gmt4j.engine.onesided.Region;

/**
 * One node's handle of an allocation: bytes on some or all nodes, with a length for each node. An address is (memory,
 * node, byte offset). Bodies capture it like an array, and a body sees the handle of its own node. Any task of the
 * node; per command.
 *
 * <p>Every access is checked at the caller before anything moves, and refused when the memory has been freed, the node
 * owns no part, or the range exceeds the part.
 */
public final class ArmciMemory implements NodeBound {
    /** Kind of node-bound object. */
    static final int KIND = 4;

    /** What it is to the one-sided core. */
    final Region region;
    private final ArmciCells longs;
    private final ArmciCells ints;

    ArmciMemory(final Region region) {
        this.region = region;
        longs = new ArmciCells(region.longs());
        ints = new ArmciCells(region.ints());
    }

    /** Returns the length in bytes of the part of a node; 0 when it owns none. */
    public long lengthInBytes(final int node) {
        return region.lengthInBytes(node);
    }

    /** Returns whether the node has a part, which may be empty. */
    public boolean isOwnedBy(final int node) {
        return region.isOwnedBy(node);
    }

    /** Returns the ids of the nodes that own a part, in ascending order. */
    public int[] members() {
        return region.members();
    }

    /** Returns whether this node knows that the memory has been freed. */
    public boolean isFreed() {
        return region.isFreed();
    }

    /** Returns the memory as cells of 8 bytes, for read-modify-write at this node. */
    public ArmciCells longs() {
        return longs;
    }

    /** Returns the memory as cells of 4 bytes, for read-modify-write at this node. */
    public ArmciCells ints() {
        return ints;
    }

    /** Returns the part of this node as the local side of a transfer. */
    public LocalBuffer local() {
        return region.local();
    }

    /**
     * Returns the address of this node's part, for code that must run at memory speed. Valid until the memory is freed.
     */
    public long address() {
        return region.local().address();
    }

    /** Returns the id of its segments, the same on all nodes. */
    public int id() {
        return region.id();
    }

    @Override
    public int boundKind() {
        return KIND;
    }

    @Override
    public long boundId() {
        return region.id();
    }

    @Override
    public String toString() {
        return region.toString();
    }
}
