package org.gmt4j.armci;

import org.gmt4j.NodeBound;
import org.gmt4j.engine.onesided.Region;

/**
 * One node's handle of an allocation: bytes on some or all nodes, of any length each, under one name. An address is
 * (memory, node, byte offset). Captured by a body like an array: the body sees the handle of its own node. Any task of
 * the node; per command.
 *
 * <p>Every access is checked at the caller before anything moves: freed, not owned by the node named, outside of its
 * part.
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

    /** Bytes of the part of a node; 0 when it owns none. */
    public long lengthInBytes(final int node) {
        return region.lengthInBytes(node);
    }

    /** True when the node has a part, be it empty. */
    public boolean isOwnedBy(final int node) {
        return region.isOwnedBy(node);
    }

    /** The nodes that own a part, ascending. */
    public int[] members() {
        return region.members();
    }

    /** True when it has been freed, as far as this node knows. */
    public boolean isFreed() {
        return region.isFreed();
    }

    /** The memory as cells of 8 bytes, for read-modify-write. At the node where it is used. */
    public ArmciCells longs() {
        return longs;
    }

    /** The memory as cells of 4 bytes. */
    public ArmciCells ints() {
        return ints;
    }

    /** The part of this node as local side of a transfer. */
    public LocalBuffer local() {
        return region.local();
    }

    /** Address of this node's part, for code that must be as fast as memory; valid until the memory is freed. */
    public long address() {
        return region.local().address();
    }

    /** Number of its segments, the same on all nodes. */
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
