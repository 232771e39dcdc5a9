package org.gmt4j.engine.container;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtException;
import org.gmt4j.engine.memory.SegmentTable;

/**
 * The memory of one container on one node: within the container's own limit, and within the budget of the node, which
 * it shares with the arrays. Any thread; per growth.
 */
public final class StoreMemory {
    private final String container;
    private final int nodeId;
    private final SegmentTable segments;
    private final long limitInBytes;
    private final AtomicLong taken = new AtomicLong();

    /**
     * @param container    what messages call it
     * @param limitInBytes greatest length at this node
     */
    public StoreMemory(final String container, final int nodeId, final SegmentTable segments,
                       final long limitInBytes) {
        this.container = container;
        this.nodeId = nodeId;
        this.segments = segments;
        this.limitInBytes = limitInBytes;
    }

    /** Returns the address of zeroed bytes, or 0 when there is no room for them. */
    long take(final long bytes) {
        if (!count(bytes)) {
            return 0;
        }
        if (segments.tryReserve(bytes) >= 0) {
            taken.addAndGet(-bytes);
            return 0;
        }
        try {
            final long address = UnsafeApi.allocateMemory(bytes);
            UnsafeApi.setMemory(address, bytes, (byte) 0);
            return address;
        } catch (final OutOfMemoryError e) {
            taken.addAndGet(-bytes);
            segments.unreserve(bytes);
            return 0;
        }
    }

    /** Counts bytes that fit, and never others: these would have refused what another thread asks for meanwhile. */
    private boolean count(final long bytes) {
        long now = taken.get();
        while (bytes <= limitInBytes - now) {
            if (taken.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = taken.get();
        }
        return false;
    }

    /** Frees bytes that were taken. */
    void giveBack(final long address, final long bytes) {
        UnsafeApi.freeMemory(address);
        taken.addAndGet(-bytes);
        segments.unreserve(bytes);
    }

    /** Returns the bytes in use. */
    long lengthInBytes() {
        return taken.get();
    }

    /** The refusal of a new entry: nothing has changed. */
    GmtException full(final long entries, final long asked) {
        return full(entries + " entries in this shard, ", asked);
    }

    /** The refusal of a string as a value: nothing has changed. */
    GmtException noRoomForText(final long asked) {
        return full("", asked);
    }

    private GmtException full(final String entries, final long asked) {
        return new GmtException("GMT-821", container + " is full at node " + nodeId + ": " + entries
            + taken.get() + " B in all there, " + asked + " B more asked; its limit is "
            + (limitInBytes == Long.MAX_VALUE ? "" : limitInBytes + " B a node, within ")
            + segments.budgetInBytes() + " B for all memory of the node (gmt.memory.max). Use more nodes, raise the "
            + "limit, or free other data; entries that exist are unharmed");
    }

    /** The refusal of any access. */
    GmtException freed() {
        return new GmtException("GMT-822", container + " has been freed");
    }

    /** The refusal to go on with a loop. */
    GmtException changed() {
        return new GmtException("GMT-824", "entries of " + container + " have moved at node " + nodeId
            + " while a loop over them ran, or top(), total(), toMap() or toSet(): entries were added or removed "
            + "meanwhile. Collect the changes, in another container or a GlobalBag, and apply them behind it; values "
            + "of entries may change at any time");
    }

    @Override
    public String toString() {
        return container;
    }
}
