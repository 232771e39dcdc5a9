package org.gmt4j.armci;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.gmt4j.GmtException;
import org.gmt4j.NodeBound;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.Segment;

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
    /** Length of the part of a node that owns none. A part of length 0 is owned and empty. */
    static final long NOT_OWNED = -1;

    private final int id;
    private final int nodeId;
    private final long[] lengths;
    /** Bytes per unit of an offset in a command: 1, or the element length when this memory belongs to an array. */
    private final int unit;
    /** Shift for a unit that is a power of two, otherwise -1. */
    private final int unitShift;
    private final Segment segment;
    private final LocalBuffer local;
    /** Keeps the owner of registered memory from being collected. */
    private final Object owner;
    private volatile boolean isFreed;
    private ArmciCells longs;
    private ArmciCells ints;
    /**
     * Local addresses of other nodes' parts, 0 for none; null when there are none at all. Set once, cleared when nodes
     * fail.
     */
    private volatile AtomicLongArray windows;

    /** @param segment the part of this node, null when it owns none */
    ArmciMemory(final int id, final int nodeId, final long[] lengths, final int unit, final Segment segment,
                final Object owner) {
        this.id = id;
        this.nodeId = nodeId;
        this.lengths = lengths;
        this.unit = unit;
        unitShift = Integer.bitCount(unit) == 1 ? Integer.numberOfTrailingZeros(unit) : -1;
        this.segment = segment;
        this.owner = owner;
        local = segment == null ? null : new LocalBuffer(null, segment.address(), segment.lengthInBytes(), this);
    }

    /** Returns the length in bytes of the part of a node; 0 when it owns none. */
    public long lengthInBytes(final int node) {
        requireAlive();
        return Math.max(0, lengths[checkedNode(node)]);
    }

    /** Returns whether the node has a part, which may be empty. */
    public boolean isOwnedBy(final int node) {
        return lengths[checkedNode(node)] != NOT_OWNED;
    }

    /** Returns the ids of the nodes that own a part, in ascending order. */
    public int[] members() {
        return IntStream.range(0, lengths.length).filter(this::isOwnedBy).toArray();
    }

    /** Returns whether this node knows that the memory has been freed. */
    public boolean isFreed() {
        return isFreed;
    }

    /** Returns the memory as cells of 8 bytes, for read-modify-write at this node. */
    public ArmciCells longs() {
        return longs;
    }

    /** Returns the memory as cells of 4 bytes, for read-modify-write at this node. */
    public ArmciCells ints() {
        return ints;
    }

    /** Sets the cells, before any other thread knows this memory. */
    void cells(final ArmciCells eightBytes, final ArmciCells fourBytes) {
        longs = eightBytes;
        ints = fourBytes;
    }

    /** Returns whether the memory has cells; false for that of an array. */
    boolean hasCells() {
        return longs != null;
    }

    /** Returns the part of this node as the local side of a transfer. */
    public LocalBuffer local() {
        requireAlive();
        if (local == null) {
            throw notOwned(nodeId);
        }
        return local;
    }

    /**
     * Returns the address of this node's part, for code that must run at memory speed. Valid until the memory is freed.
     */
    public long address() {
        return local().address;
    }

    /** Returns the id of its segments, the same on all nodes. */
    public int id() {
        return id;
    }

    /** Returns the address at which this process has mapped the part of another node, or 0. Per command. */
    long window(final int node) {
        final AtomicLongArray mapped = windows;
        return mapped == null ? 0 : mapped.getOpaque(node);
    }

    boolean hasWindows() {
        return windows != null;
    }

    void windows(final AtomicLongArray mapped) {
        windows = mapped;
    }

    int unit() {
        return unit;
    }

    /** Returns the first word of a command of a type at a byte offset, which must be a multiple of the unit. */
    long word(final int type, final long offset) {
        return CommandWord.base(type, id) | (unitShift >= 0 ? offset >>> unitShift : offset / unit);
    }

    /** Returns the greatest length of a transfer piece within {@code bytes}, in whole units. */
    long wholeUnits(final long bytes) {
        return unitShift >= 0 ? bytes & -unit : bytes / unit * unit;
    }

    /** Returns the part of this node; null when it owns none. */
    Segment segment() {
        return segment;
    }

    /**
     * Returns whether a position is a whole cell of {@code 1 << widthShift} bytes in the part of a node, and the memory
     * is not freed.
     */
    boolean hasCell(final int node, final long position, final int widthShift) {
        return !isFreed && (node | lengths.length - 1 - node | position) >= 0
            && position < lengths[node] >> widthShift;
    }

    /** Throws unless a range lies inside the part of a node. */
    void check(final int node, final long offset, final long bytes) {
        if (isFreed || (node | lengths.length - 1 - node | offset | bytes) < 0 || bytes > lengths[node] - offset) {
            refuse(node, offset, bytes);
        }
    }

    private void refuse(final int node, final long offset, final long bytes) {
        requireAlive();
        if (lengths[checkedNode(node)] == NOT_OWNED) {
            throw notOwned(node);
        }
        throw new IndexOutOfBoundsException("GMT-272 " + bytes + " B at offset " + offset + " lie outside of " + this
            + " at node " + node + ", which owns " + lengths[node] + " B");
    }

    private int checkedNode(final int node) {
        if (node < 0 || node >= lengths.length) {
            throw new IndexOutOfBoundsException("GMT-272 there is no node " + node + ": the job has "
                + lengths.length + " nodes");
        }
        return node;
    }

    private GmtException notOwned(final int node) {
        return new GmtException("GMT-271", "node " + node + " owns no part of " + this + "; its members are "
            + Arrays.toString(members()));
    }

    void requireAlive() {
        if (isFreed) {
            throw new GmtException("GMT-270", this + " has been freed");
        }
    }

    void markFreed() {
        isFreed = true;
    }

    @Override
    public int boundKind() {
        return KIND;
    }

    @Override
    public long boundId() {
        return id;
    }

    @Override
    public String toString() {
        return "memory #" + id + (owner == null ? "" : " (registered)");
    }
}
