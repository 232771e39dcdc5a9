package org.gmt4j.engine.onesided;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.gmt4j.engine.memory.WindowFile;
import org.gmt4j.engine.memory.WindowFolder;
import org.gmt4j.engine.memory.WindowPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's windows: its own parts of allocations that peers on the host may map, and the mapped parts of peers. Any
 * thread; set-up.
 *
 * <pre>
 * allocation   create: each owner makes its file    map: each peer opens, finds the seal right, maps
 *              unlink: owners take names away
 * free         each node unmaps its own mappings; what a peer still maps stays valid there
 * </pre>
 *
 * <p>After an error memory is private, or one peer has no window. Transfers then travel as commands, and nothing fails.
 */
final class SharedWindows implements AutoCloseable {
    /** Shorter parts are not worth a file. */
    static final long SHORTEST = 64 * 1024;
    private static final Logger LOG = LoggerFactory.getLogger(SharedWindows.class);

    private final int nodeId;
    private final WindowPlan plan;
    private final Map<Integer, WindowFile> own = new ConcurrentHashMap<>();
    private final Map<Integer, List<WindowFile>> mapped = new ConcurrentHashMap<>();
    private final Map<Integer, WindowCounters> counters = new ConcurrentHashMap<>();
    private final Map<Integer, Region> regions = new ConcurrentHashMap<>();
    private final AtomicLong sharedBytes = new AtomicLong();
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    SharedWindows(final int nodeId, final WindowPlan plan) {
        this.nodeId = nodeId;
        this.plan = plan;
    }

    /** Returns the length in bytes from which transfers use windows. */
    long from() {
        return plan.from();
    }

    private static boolean isShareable(final long length) {
        return length >= SHORTEST && length <= WindowFile.LONGEST;
    }

    // --- the owner's side ---

    /**
     * Returns whether a part of an array of this length is shared and there is room; {@link #create} warns when there
     * is none. The setting limits parts that are not to be shared whatever their length.
     */
    boolean takesArray(final long length, final boolean isLong) {
        try {
            return plan.isOn() && isShareable(length) && (isLong ? plan.arrays() > 0 : length <= plan.arrays())
                && length <= plan.folder().longestPart();
        } catch (final IOException e) {
            return false;
        }
    }

    /** Creates zeroed memory that peers may map. Returns null when private memory must be used. */
    WindowFile create(final int memoryId, final long length) {
        final WindowFolder folder = plan.folder();
        if (folder == null || !isShareable(length)) {
            return null;
        }
        try {
            final WindowFile file = folder.create(memoryId, nodeId, length, WindowFile.newNonce());
            own.put(memoryId, file);
            sharedBytes.addAndGet(length);
            return file;
        } catch (final IOException | RuntimeException | OutOfMemoryError e) {
            stayPrivate("memory #" + memoryId + " of node " + nodeId, e);
            return null;
        }
    }

    /** Returns the identification by which peers find this node's part, 0 when it is private. */
    long offer(final int memoryId) {
        final WindowFile file = own.get(memoryId);
        return file == null ? 0 : file.nonce();
    }

    /** Removes the file name. All peers have mapped this node's part, or given up. */
    void unlink(final int memoryId) {
        final WindowFile file = own.get(memoryId);
        if (file != null) {
            try {
                file.unlink();
            } catch (final IOException e) {
                LOG.debug("{} keeps its name until the job has ended: {}", file, e.toString());
            }
        }
    }

    /** Releases memory made by {@link #create}. */
    void release(final int memoryId) {
        final WindowFile file = own.remove(memoryId);
        if (file != null) {
            sharedBytes.addAndGet(-file.lengthInBytes());
            close(file);
        }
    }

    // --- the peers' side ---

    /** Maps the parts of other nodes, by their offers, see {@link #offer}. */
    void map(final Region region, final long[] offers) {
        final WindowFolder folder = plan.folder();
        if (folder == null) {
            return;
        }
        final AtomicLongArray found = new AtomicLongArray(offers.length);
        final List<WindowFile> files = new ArrayList<>();
        for (int node = 0; node < offers.length; node++) {
            if (node != nodeId && offers[node] != 0) {
                try {
                    final WindowFile file = folder.open(region.id(), node, region.lengthInBytes(node), offers[node]);
                    files.add(file);
                    found.set(node, file.address());
                } catch (final IOException | RuntimeException | OutOfMemoryError e) {
                    stayPrivate("node " + node + "'s part of memory #" + region.id() + " at node " + nodeId, e);
                }
            }
        }
        mapped.put(region.id(), files);
        region.windows(found);
        regions.put(region.id(), region);
    }

    /** Unmaps freed memory, whose windows no thread of this node uses any more. */
    void forget(final int memoryId) {
        regions.remove(memoryId);
        final List<WindowFile> files = mapped.remove(memoryId);
        if (files != null) {
            files.forEach(SharedWindows::close);
        }
    }

    /**
     * Closes the windows to a failed node, so that operations on it take the way that reports the failure. Its memory
     * stays mapped until it is freed.
     */
    void lost(final int node) {
        regions.values().forEach(region -> region.lost(node));
    }

    // --- both ---

    private void stayPrivate(final String what, final Throwable e) {
        if (hasWarned.compareAndSet(false, true)) {
            LOG.warn("GMT-297 {} is not shared with the processes of this host, transfers take the longer way: {}",
                what, e.toString());
        } else {
            LOG.debug("{} is not shared: {}", what, e.toString());
        }
    }

    private static void close(final WindowFile file) {
        try {
            file.close();
        } catch (final IOException e) {
            LOG.debug("closing {}: {}", file, e.toString());
        }
    }

    /** Returns the counters of a lane. */
    WindowCounters counters(final int lane) {
        return counters.computeIfAbsent(lane, key -> new WindowCounters());
    }

    /** Returns the sums of all lanes by name; empty where memory is not shared. */
    Map<String, Long> counters() {
        final Map<String, Long> sums = new LinkedHashMap<>();
        if (plan.isOn()) {
            sums.put("window.puts", counters.values().stream().mapToLong(lane -> lane.putCount).sum());
            sums.put("window.gets", counters.values().stream().mapToLong(lane -> lane.getCount).sum());
            sums.put("window.bytes", counters.values().stream().mapToLong(lane -> lane.byteCount).sum());
            sums.put("window.memory.bytes", sharedBytes.get());
        }
        return sums;
    }

    /** Unmaps all windows, after the node's threads have ended. */
    @Override
    public void close() {
        List.copyOf(mapped.keySet()).forEach(this::forget);
        List.copyOf(own.keySet()).forEach(this::release);
    }
}
