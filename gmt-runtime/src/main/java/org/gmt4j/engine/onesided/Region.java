package org.gmt4j.engine.onesided;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.memory.Segment;

/**
 * Memory that every node may address by (node, byte offset), seen from one node: parts of any length on some or all
 * nodes, under one number. What one-sided memory of programs and the elements of arrays are made of. Any task of the
 * node; per command.
 *
 * <p>Every access is checked at the caller before anything moves, and refused when the memory has been freed, the node
 * owns no part, or the range exceeds the part.
 */
public final class Region {
    /** Length of the part of a node that owns none. A part of length 0 is owned and empty. */
    public static final long NOT_OWNED = -1;
    /** Shortest part in bytes that is mapped: shorter ones are not worth a file. */
    public static final long SHORTEST_MAPPED = 64 * 1024;

    /** What processes of one host do with each other's parts without a command. */
    public enum Sharing {
        /** Nothing: parts are not mapped. */
        NONE,
        /** Ranges are copied, and elements of arrays are read. */
        READ,
        /** Elements of arrays are read, and are updated by atomic instructions. Ranges travel. */
        UPDATED
    }

    private final long number;
    private final int id;
    private final int nodeId;
    private final long[] lengths;
    /** Bytes that an offset in a command counts: 1, or the element of the array that this region is of. */
    private final int unit;
    /** Shift for a unit that is a power of two, otherwise -1. */
    private final int unitShift;
    private final Segment segment;
    private final LocalSpan local;
    /** Keeps the owner of registered memory from being collected. */
    private final Object owner;
    private final Sharing sharing;
    private volatile boolean isFreed;
    private Cells longs;
    private Cells ints;
    /**
     * Local addresses of other nodes' parts, 0 for none; null when there are none at all. Set once, cleared when nodes
     * fail.
     */
    private volatile AtomicLongArray windows;
    /** The same addresses, whatever the sharing, and also of nodes that have failed since. */
    private AtomicLongArray mapped;
    /** Of an array; null when no part is mapped. Set before the array is known, null again when it is freed. */
    private PeerParts peers;

    /** @param segment the part of this node, null when it owns none */
    Region(final long number, final int nodeId, final long[] lengths, final int unit, final Segment segment,
           final Object owner, final Sharing sharing) {
        this.number = number;
        id = IdSupply.id(number);
        this.nodeId = nodeId;
        this.lengths = lengths;
        this.unit = unit;
        unitShift = Integer.bitCount(unit) == 1 ? Integer.numberOfTrailingZeros(unit) : -1;
        this.segment = segment;
        this.owner = owner;
        this.sharing = sharing;
        local = segment == null ? null : new LocalSpan(null, segment.address(), segment.lengthInBytes(), this);
    }

    // --- shape ---

    /** Returns which region it is, the same on all nodes: another one may have had its id. */
    public long number() {
        return number;
    }

    /** Returns the id of its segments, the same on all nodes. */
    public int id() {
        return id;
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

    /** True when it has been freed, as far as this node knows. */
    public boolean isFreed() {
        return isFreed;
    }

    /** Returns the part of this node as the local side of a transfer. */
    public LocalSpan local() {
        requireAlive();
        if (local == null) {
            throw notOwned(nodeId);
        }
        return local;
    }

    /** Returns the address of a node's part in this process, 0 where it is not mapped. Set-up. */
    public long address(final int node) {
        requireAlive();
        if (lengths[checkedNode(node)] == NOT_OWNED) {
            throw notOwned(node);
        }
        final AtomicLongArray addresses = mapped;
        return node == nodeId ? local.address() : addresses == null ? 0 : addresses.get(node);
    }

    /** Returns the part of a node that has an {@link #address} as the local side of a transfer. Set-up. */
    public LocalSpan local(final int node) {
        final long address = address(node);
        if (address == 0) {
            throw new GmtException("GMT-269", "node " + nodeId + " does not share node " + node + "'s part of " + this
                + ": only commands reach it");
        }
        return node == nodeId ? local : new LocalSpan(null, address, lengths[node], this);
    }

    /** Returns the part of this node; null when it owns none. */
    public Segment segment() {
        return segment;
    }

    // --- cells ---

    /** The region as cells of 8 bytes; null when it is an array's. */
    public Cells longs() {
        return longs;
    }

    /** The region as cells of 4 bytes; null when it is an array's. */
    public Cells ints() {
        return ints;
    }

    /** Before anybody else knows this region. */
    void cells(final Cells eightBytes, final Cells fourBytes) {
        longs = eightBytes;
        ints = fourBytes;
    }

    int nodeCount() {
        return lengths.length;
    }

    // --- windows ---

    /** Returns the address at which this process has mapped the part of another node, or 0. Per command. */
    public long window(final int node) {
        final AtomicLongArray addresses = windows;
        return addresses == null ? 0 : addresses.getOpaque(node);
    }

    /**
     * True when parts of other nodes are mapped here, so that a caller who waits anyway first waits for what it has on
     * its way: a long transfer may go by one copy then.
     */
    public boolean hasWindows() {
        return windows != null;
    }

    /** @param addresses of parts of peers by node, 0 for none */
    void windows(final AtomicLongArray addresses) {
        mapped = addresses;
        if (longs == null) {
            peers = new PeerParts(id, unit, lengths, addresses);
        }
        if (sharing != Sharing.UPDATED) {
            final AtomicLongArray inReach = new AtomicLongArray(addresses.length());  // mapped parts outlive their node
            for (int node = 0; node < addresses.length(); node++) {
                inReach.set(node, addresses.get(node));
            }
            windows = inReach;
        }
    }

    /** Returns what {@link #windows} has been given, or null. */
    AtomicLongArray mapped() {
        return mapped;
    }

    long[] lengths() {
        return lengths;
    }

    /** A node has failed: what is its own is reached by commands, which report that. Any thread. */
    public void lost(final int node) {
        final AtomicLongArray addresses = windows;
        if (addresses != null) {
            addresses.set(node, 0);
        }
        final PeerParts parts = peers;
        if (parts != null) {
            parts.lost(node);
        }
    }

    // --- elements of an array ---

    /** Returns whether parts of other nodes are mapped here. Per access. */
    public boolean hasPeers() {
        return peers != null;
    }

    /** Returns the part of another node whose elements are accessed in place, or null. Per access. */
    public Segment peer(final int node) {
        final PeerParts parts = peers;
        return parts == null ? null : parts.inReach(node);
    }

    /** Returns such a part whether or not its node has failed since, or null. */
    public Segment mappedPeer(final int node) {
        final PeerParts parts = peers;
        return parts == null ? null : parts.mapped(node);
    }

    // --- commands ---

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

    // --- checks ---

    /** Throws unless a range lies inside the part of a node. */
    public void check(final int node, final long offset, final long bytes) {
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

    /** @throws GmtException GMT-270 when it has been freed, as far as this node knows */
    public void requireAlive() {
        if (isFreed) {
            throw new GmtException("GMT-270", this + " has been freed");
        }
    }

    void markFreed() {
        isFreed = true;
        final PeerParts parts = peers;
        if (parts != null) {
            peers = null;
            parts.forget();
        }
        if (longs != null) {
            longs.forget();
            ints.forget();
        }
    }

    @Override
    public String toString() {
        return "memory #" + number + (owner == null ? "" : " (registered)");
    }
}
