package org.gmt4j.engine.onesided;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.memory.Window;
import org.gmt4j.engine.memory.WindowPlan;

/**
 * The regions of one node by id, their segments, and the windows of its host. A region is made on all nodes, each of
 * which makes its own part here; who does so in rounds of tasks is above. Any thread; set-up.
 */
public final class RegionTable implements AutoCloseable {
    /** Ids of a region with cells: bytes, and behind them the same memory as cells of each width. */
    public static final int IDS_WITH_CELLS = 3;
    /** No region whose windows are kept. */
    public static final long NOTHING_KEPT = -1;
    private static final int LONGS = 1;
    private static final int INTS = 2;

    private final int nodeId;
    private final SegmentTable segments;
    private final ProtocolConfig protocols;
    private final SharedWindows windows;
    private final ValueTransfer values;
    private final Map<Integer, Region> regions = new ConcurrentHashMap<>();

    /**
     * @param protocols by which protocol a transfer of this node goes
     * @param plan      whether memory is shared with other processes of the host
     */
    public RegionTable(final int nodeId, final SegmentTable segments, final ProtocolConfig protocols,
                       final WindowPlan plan) {
        this.nodeId = nodeId;
        this.segments = segments;
        this.protocols = protocols;
        windows = new SharedWindows(nodeId, plan);
        values = new ValueTransfer(protocols);
    }

    int nodeId() {
        return nodeId;
    }

    ProtocolConfig protocols() {
        return protocols;
    }

    /** Sends bytes that belong to no region. */
    public ValueTransfer values() {
        return values;
    }

    SharedWindows windows() {
        return windows;
    }

    // --- this node's part of a region ---

    /**
     * Zeroed bytes, out of those that have been reserved, with cells of both widths on the ids behind.
     *
     * @param lengths in bytes, by node
     * @throws OutOfMemoryError when the operating system has too little memory
     */
    public Region create(final long number, final long[] lengths) {
        final int id = IdSupply.id(number);
        final long length = lengths[nodeId];
        final Segment segment = length == Region.NOT_OWNED ? null
            : segment(windows.isRecalled(id) ? reusedWindow(id, true) : windows.create(id, length), id, 1, length, true,
                Region.Sharing.READ);
        return shown(addWithCells(new Region(number, nodeId, lengths, 1, segment, null, Region.Sharing.READ), segment));
    }

    /**
     * Elements of an array, out of bytes that have been reserved; without cells.
     *
     * @param lengths in bytes, by node
     * @param sharing what other processes may do with the memory without a command
     * @param isLong  whether parts beyond the usual limit are shared, too
     * @throws OutOfMemoryError when the operating system has too little memory
     */
    public Region create(final long number, final long[] lengths, final int elementLength, final boolean zeroed,
                         final Region.Sharing sharing, final boolean isLong) {
        final int id = IdSupply.id(number);
        return shown(add(new Region(number, nodeId, lengths, elementLength,
            segment(window(id, lengths[nodeId], zeroed, sharing, isLong), id, elementLength,
                lengths[nodeId] / elementLength, zeroed, sharing), null, sharing)));
    }

    private Window window(final int id, final long length, final boolean zeroed, final Region.Sharing sharing,
                            final boolean isLong) {
        if (windows.isRecalled(id)) {
            return reusedWindow(id, zeroed);
        }
        return sharing != Region.Sharing.NONE && windows.takesArray(length, isLong) ? windows.create(id, length) : null;
    }

    private Window reusedWindow(final int id, final boolean zeroed) {
        final Window window = windows.reuseOwn(id);
        if (window != null && zeroed) {
            UnsafeApi.setMemory(window.address(), window.lengthInBytes(), (byte) 0);
        }
        return window;
    }

    private Region shown(final Region region) {
        windows.reuseMapped(region);
        return region;
    }

    // --- windows of freed regions ---

    /**
     * Returns the number of a freed region with these lengths whose windows this node keeps; {@link #NOTHING_KEPT} if
     * there is none. Where all nodes can {@link #recall} them, a region needs no rounds to share its parts.
     */
    public long findKept(final long[] lengths) {
        return windows.findKept(lengths);
    }

    /** The same for an array. */
    public long findKept(final long[] lengths, final Region.Sharing sharing, final boolean isLong) {
        final long longest = LongStream.of(lengths).max().orElse(0);
        return sharing != Region.Sharing.NONE && windows.sharesArrays(longest, isLong) ? windows.findKept(lengths)
            : NOTHING_KEPT;
    }

    /**
     * Makes the region that is created next on this node take the windows of a freed one. Returns false when they are
     * not here any more: then the region must be discarded on all nodes, since others have mapped what is gone.
     */
    public boolean recall(final int id, final long kept) {
        return kept == NOTHING_KEPT || windows.recall(id, kept);
    }

    /** @param window shared memory, or null for private memory */
    private Segment segment(final Window window, final int id, final int elementLength, final long elementCount,
                            final boolean zeroed, final Region.Sharing sharing) {
        return window == null ? segments.create(id, elementLength, elementCount, zeroed)
            : segments.adopt(id, elementLength, elementCount, window.address(), sharing == Region.Sharing.UPDATED,
                () -> windows.release(id));
    }

    /**
     * Memory of this node that exists already.
     *
     * @param lengths in bytes, by node: no other owns a part
     * @param owner   kept until the region is freed
     */
    public Region register(final long number, final long[] lengths, final long address, final Object owner) {
        final Segment segment = segments.register(IdSupply.id(number), 1, lengths[nodeId], address);
        return addWithCells(new Region(number, nodeId, lengths, 1, segment, owner, Region.Sharing.NONE), segment);
    }

    /** A region of which this node owns nothing. */
    public Region announce(final long number, final long[] lengths) {
        return addWithCells(new Region(number, nodeId, lengths, 1, null, null, Region.Sharing.READ), null);
    }

    private Region addWithCells(final Region region, final Segment segment) {
        region.cells(cells(region, LONGS, Long.BYTES, segment), cells(region, INTS, Integer.BYTES, segment));
        return add(region);
    }

    /** The same memory as a segment of its own: commands on it are executed as those on arrays. */
    private Cells cells(final Region region, final int offset, final int width, final Segment segment) {
        final int id = region.id() + offset;
        return new Cells(region, nodeId, id, Integer.numberOfTrailingZeros(width),
            segment == null ? null : segments.register(id, width, segment.lengthInBytes() / width, segment.address()));
    }

    private Region add(final Region region) {
        regions.put(region.id(), region);
        return region;
    }

    /** Frees this node's part, and keeps its windows for another region; of an id without a region, what it has. */
    public void free(final int id) {
        free(id, true);
    }

    /** Frees this node's part, and keeps nothing. */
    public void discard(final int id) {
        free(id, false);
    }

    private void free(final int id, final boolean isKept) {
        final Region region = regions.remove(id);
        if (region != null) {
            region.markFreed();
        }
        if (region != null && isKept) {
            windows.keep(region);
        }
        windows.forget(id);
        if (region != null && region.longs() != null) {
            segments.free(id + LONGS);
            segments.free(id + INTS);
        }
        segments.free(id);
    }

    // --- windows of a region that has been made on all nodes: offer, map, unlink ---

    /** By which peers of the host find this node's part, 0 when it is private. */
    public long offer(final int id) {
        return windows.offer(id);
    }

    /** Maps the parts of other nodes. @param offers by node */
    public void map(final int id, final long[] offers) {
        windows.map(regions.get(id), offers);
    }

    /** Lets nobody else open the window. All peers have opened this node's part, or given up. */
    public void unlink(final int id) {
        windows.unlink(id);
    }

    /** Returns the counters of memory shared with other processes, by name. Any thread. */
    public Map<String, Long> counters() {
        return windows.counters();
    }

    /** A node has failed. Any thread. */
    public void lost(final int node) {
        windows.lost(node);
    }

    /** Unmaps the memory of other processes. The node's threads have ended and its segments have been freed. */
    @Override
    public void close() {
        windows.close();
    }
}
