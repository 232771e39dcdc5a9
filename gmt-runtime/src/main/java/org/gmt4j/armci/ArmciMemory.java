package org.gmt4j.armci;

import org.gmt4j.GmtException;
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
    /** Shortest part in bytes that the other processes of the host may map. */
    public static final long SHORTEST_MAPPED = Region.SHORTEST_MAPPED;
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

    /**
     * Returns the address in this process of the part of any node: of this one, of another node of this JVM, or of
     * another process of the host whose part is mapped here. 0 where only commands reach the part: on other hosts, of
     * parts shorter than {@link #SHORTEST_MAPPED}, or without room in /dev/shm. What it is stays the same until the
     * memory is freed, also when the node fails.
     *
     * <p>Loads and stores there are plain ones: whoever reads what another node has stored has had word of it, by a
     * task, a collective or an operation behind the stores. Commands of other nodes that are still on their way may
     * take effect later. The same as the pointers that ARMCI_Malloc returns within a node of shared memory.
     */
    public long address(final int node) {
        return region.address(node);
    }

    /**
     * Returns the part of any node as the local side of a transfer, where {@link #address(int)} is not 0.
     *
     * @throws GmtException GMT-269 where only commands reach the part
     */
    public LocalBuffer local(final int node) {
        return region.local(node);
    }

    /** Returns the id of its segments, the same on all nodes. */
    public int id() {
        return region.id();
    }

    @Override
    public boolean isAlive() {
        return !isFreed();
    }

    @Override
    public int boundKind() {
        return KIND;
    }

    @Override
    public long boundId() {
        return region.number();
    }

    @Override
    public String toString() {
        return region.toString();
    }
}
