package org.gmt4j.engine.onesided;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.gmt4j.engine.memory.Window;

/**
 * The windows of freed regions that one node keeps for the next region of the same lengths, which then needs no memory,
 * no mapping and no first access of each page. Bounded by the bytes of the node's own parts and by the number of
 * regions; the oldest go first. Each node decides by itself what it keeps: whoever makes a region asks all. Any thread;
 * set-up.
 */
final class KeptWindows {
    /** Each is a mapping for each node of the host. */
    private static final int MOST_REGIONS = 64;

    private final long mostBytes;
    /** By the number of the region, the oldest first; guarded by this. */
    private final Map<Long, Kept> kept = new LinkedHashMap<>();
    private long bytes;                              // guarded by this

    /** @param mostBytes of own parts; 0 keeps nothing */
    KeptWindows(final long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /**
     * Windows of one region.
     *
     * @param lengths   in bytes, by node
     * @param own       of the own part; null when that was private
     * @param mapped    parts of peers
     * @param addresses addresses of these by node, 0 for none
     */
    record Kept(long[] lengths, Window own, List<Window> mapped, AtomicLongArray addresses) {
        private long bytes() {
            return own == null ? 0 : own.lengthInBytes();
        }

        void close() {
            mapped.forEach(SharedWindows::close);
            if (own != null) {
                SharedWindows.close(own);
            }
        }
    }

    /** Keeps what a region had, or closes it where that is too long; the oldest make room. */
    synchronized void add(final long number, final Kept windows) {
        if (windows.bytes() > mostBytes || mostBytes == 0) {
            windows.close();
            return;
        }
        kept.put(number, windows);
        bytes += windows.bytes();
        final Iterator<Kept> oldest = kept.values().iterator();
        while (bytes > mostBytes || kept.size() > MOST_REGIONS) {
            close(oldest.next());
            oldest.remove();
        }
    }

    private void close(final Kept windows) {
        bytes -= windows.bytes();
        windows.close();
    }

    /** Returns which region with these lengths has its windows kept, or {@link RegionTable#NOTHING_KEPT}. */
    synchronized long find(final long[] lengths) {
        for (final Map.Entry<Long, Kept> region : kept.entrySet()) {
            if (Arrays.equals(region.getValue().lengths(), lengths)) {
                return region.getKey();
            }
        }
        return RegionTable.NOTHING_KEPT;
    }

    /** Returns the windows of a region, which are the caller's from then on; null when they are not kept here. */
    synchronized Kept take(final long number) {
        final Kept windows = kept.remove(number);
        if (windows != null) {
            bytes -= windows.bytes();
        }
        return windows;
    }

    /** Returns the bytes of own parts that are kept. */
    synchronized long bytes() {
        return bytes;
    }

    /** Closes everything. Returns whether there was anything. */
    synchronized boolean clear() {
        final boolean hasKept = !kept.isEmpty();
        kept.values().forEach(this::close);
        kept.clear();
        return hasKept;
    }
}
