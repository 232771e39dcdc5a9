package org.gmt4j.engine.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.ids.IdSupply;

/**
 * All segments of one node by id, and the budget from which they are reserved. {@link #get} may be called by any lane
 * (per command). The other methods are set-up and guarded by the table's monitor; never call them from a fiber's
 * suspendable frame.
 */
public final class SegmentTable {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Segment[].class);

    private final boolean exclusive;
    private final long budgetInBytes;
    private long reservedInBytes;
    private volatile Segment[] segments = new Segment[64];
    /** Releases of memory that was not allocated here. */
    private final Map<Integer, Runnable> releases = new HashMap<>();
    private final IdSupply ids = new IdSupply();

    /**
     * @param exclusive     whether one thread of the node makes all accesses to memory
     * @param budgetInBytes greatest number of bytes that may be allocated on this node
     */
    public SegmentTable(final boolean exclusive, final long budgetInBytes) {
        this.exclusive = exclusive;
        this.budgetInBytes = budgetInBytes;
    }

    /** Returns whether one thread of the node makes all accesses to memory. */
    public boolean isExclusive() {
        return exclusive;
    }

    /** Returns the segment with an id, or null. */
    public Segment get(final int id) {
        final Segment[] table = segments;
        return id < table.length ? (Segment) SLOT.getAcquire(table, id) : null;
    }

    /** Reserves bytes. Returns -1 on success, otherwise the number of free bytes. */
    public synchronized long tryReserve(final long bytes) {
        final long free = budgetInBytes - reservedInBytes;
        if (bytes > free) {
            return free;
        }
        reservedInBytes += bytes;
        return -1;
    }

    public synchronized void unreserve(final long bytes) {
        reservedInBytes -= bytes;
    }

    /** Ids of segments on all nodes. Node 0 only. */
    public IdSupply ids() {
        return ids;
    }

    /** Creates a segment from reserved bytes. */
    public synchronized Segment create(final int id, final int elementLength, final long elementCount,
                                       final boolean zero) {
        requireFree(id);
        final long bytes = elementCount * elementLength;
        final long address = bytes == 0 ? 0 : allocate(bytes, zero);
        return add(new Segment(id, elementLength, elementCount, exclusive, false, address));
    }

    /**
     * Registers a segment in memory that it does not own, such as another segment's: neither reserved nor freed here.
     */
    public synchronized Segment register(final int id, final int elementLength, final long elementCount,
                                         final long address) {
        requireFree(id);
        return add(new Segment(id, elementLength, elementCount, exclusive, true, address));
    }

    /**
     * Creates a segment in existing zeroed memory whose bytes have been reserved. When the segment is freed,
     * {@code release} returns the memory.
     *
     * @param isUpdatedElsewhere whether other processes update elements in place, so that no thread owns the memory
     */
    public synchronized Segment adopt(final int id, final int elementLength, final long elementCount,
                                      final long address, final boolean isUpdatedElsewhere, final Runnable release) {
        requireFree(id);
        releases.put(id, release);
        return add(new Segment(id, elementLength, elementCount, exclusive && !isUpdatedElsewhere, false, address));
    }

    private void requireFree(final int id) {
        if (id < 0 || id > CommandWord.MAX_ID || get(id) != null) {
            throw new IllegalArgumentException("segment id " + id + " is taken or out of range");
        }
    }

    private Segment add(final Segment segment) {
        final int id = segment.id();
        Segment[] table = segments;
        if (id >= table.length) {
            table = java.util.Arrays.copyOf(table, Math.max(id + 1, table.length * 2));
        }
        SLOT.setRelease(table, id, segment);
        segments = table;
        return segment;
    }

    private static long allocate(final long bytes, final boolean zero) {
        final long address = UnsafeApi.allocateMemory(bytes);
        if (zero) {
            UnsafeApi.setMemory(address, bytes, (byte) 0);
        }
        return address;
    }

    /** Frees the memory and the reservation. Returns false when there is no such segment. */
    public synchronized boolean free(final int id) {
        final Segment segment = get(id);
        if (segment == null) {
            return false;
        }
        SLOT.setRelease(segments, id, null);
        if (!segment.isForeign()) {
            reservedInBytes -= segment.lengthInBytes();
            final Runnable release = releases.remove(id);
            if (release != null) {
                release.run();
            } else if (segment.address() != 0) {
                UnsafeApi.freeMemory(segment.address());
            }
        }
        segment.forget();
        return true;
    }

    public synchronized long reservedInBytes() {
        return reservedInBytes;
    }

    public long budgetInBytes() {
        return budgetInBytes;
    }

    /** Frees everything after the node has stopped. Returns the number of segments that were left. */
    public synchronized int close() {
        int leaked = 0;
        for (int id = 0; id < segments.length; id++) {
            final Segment segment = get(id);
            if (free(id) && !segment.isForeign()) {
                leaked++;
            }
        }
        return leaked;
    }
}
