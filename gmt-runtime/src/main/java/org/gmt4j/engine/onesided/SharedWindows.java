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
 * free         each node keeps its mappings for a region of the same lengths ({@link KeptWindows}), or unmaps them;
 *              what a peer still maps stays valid there
 * again        recall, reuse: each node gives its mappings to the new region, see {@link RegionTable#recall}
 * </pre>
 *
 * <p>After an error memory is private, or one peer has no window. Transfers then travel as commands, and nothing fails.
 */
final class SharedWindows implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedWindows.class);

    private final int nodeId;
    private final WindowPlan plan;
    private final Map<Integer, WindowFile> own = new ConcurrentHashMap<>();
    private final Map<Integer, List<WindowFile>> mapped = new ConcurrentHashMap<>();
    private final KeptWindows kept;
    /** Kept windows for memory that is about to be made, by its id. */
    private final Map<Integer, KeptWindows.Kept> recalled = new ConcurrentHashMap<>();
    private final Map<Integer, WindowCounters> counters = new ConcurrentHashMap<>();
    private final Map<Integer, Region> regions = new ConcurrentHashMap<>();
    private final AtomicLong sharedBytes = new AtomicLong();
    private final AtomicBoolean hasWarned = new AtomicBoolean();
    /** No node is used again in place after one has failed. */
    private volatile boolean isLost;

    SharedWindows(final int nodeId, final WindowPlan plan) {
        this.nodeId = nodeId;
        this.plan = plan;
        kept = new KeptWindows(plan.kept());
    }

    /** Returns the length in bytes from which transfers use windows. */
    long from() {
        return plan.from();
    }

    /** Returns whether the parts of an array may be shared as far as settings are concerned. */
    boolean sharesArrays(final long longest, final boolean isLong) {
        return plan.isOn() && (isLong ? plan.arrays() > 0 : longest <= plan.arrays());
    }

    private static boolean isShareable(final long length) {
        return length >= Region.SHORTEST_MAPPED && length <= WindowFile.LONGEST;
    }

    // --- the owner's side ---

    /**
     * Returns whether a part of an array of this length is shared and there is room; {@link #create} warns when there
     * is none. The setting limits parts that are not to be shared whatever their length.
     */
    boolean takesArray(final long length, final boolean isLong) {
        try {
            return sharesArrays(length, isLong) && isShareable(length) && makeRoom(length);
        } catch (final IOException e) {
            return false;
        }
    }

    /** Gives up what is kept where a part of this length needs its room. Returns whether there is room. */
    private boolean makeRoom(final long length) throws IOException {
        return length <= plan.folder().longestPart() || kept.clear() && length <= plan.folder().longestPart();
    }

    /** Creates zeroed memory that peers may map. Returns null when private memory must be used. */
    WindowFile create(final int memoryId, final long length) {
        final WindowFolder folder = plan.folder();
        if (folder == null || !isShareable(length)) {
            return null;
        }
        try {
            makeRoom(length);      // without room the folder refuses, and says how much there is
            final WindowFile file = folder.create(memoryId, nodeId, length, WindowFile.newNonce());
            own(memoryId, file);
            return file;
        } catch (final IOException | RuntimeException | OutOfMemoryError e) {
            stayPrivate("memory #" + memoryId + " of node " + nodeId, e);
            return null;
        }
    }

    private void own(final int memoryId, final WindowFile file) {
        own.put(memoryId, file);
        sharedBytes.addAndGet(file.lengthInBytes());
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

    /** Releases memory made by {@link #create}, unless it is kept. */
    void release(final int memoryId) {
        final WindowFile file = removeOwn(memoryId);
        if (file != null) {
            close(file);
        }
    }

    private WindowFile removeOwn(final int memoryId) {
        final WindowFile file = own.remove(memoryId);
        if (file != null) {
            sharedBytes.addAndGet(-file.lengthInBytes());
        }
        return file;
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
        show(region, files, found);
    }

    private void show(final Region region, final List<WindowFile> files, final AtomicLongArray addresses) {
        mapped.put(region.id(), files);
        region.windows(addresses);
        regions.put(region.id(), region);
    }

    /** Unmaps freed memory, whose windows no thread of this node uses any more. */
    void forget(final int memoryId) {
        regions.remove(memoryId);
        final KeptWindows.Kept unused = recalled.remove(memoryId);
        if (unused != null) {
            unused.close();
        }
        final List<WindowFile> files = mapped.remove(memoryId);
        if (files != null) {
            files.forEach(SharedWindows::close);
        }
    }

    // --- windows that are used again ---

    /** Keeps the windows of freed memory, its own part's among them, for memory of the same lengths. */
    void keep(final Region region) {
        final int id = region.id();
        if (regions.remove(id) != null && !isLost) {
            kept.add(id, new KeptWindows.Kept(region.lengths(), removeOwn(id), mapped.remove(id), region.mapped()));
        }
    }

    /** Returns the id of freed memory of these lengths whose windows are kept here, if any. */
    int findKept(final long[] lengths) {
        return kept.find(lengths);
    }

    /**
     * Takes kept windows for memory that is made next. Returns whether nothing is missing: they are here, or this
     * process shares nothing.
     */
    boolean recall(final int memoryId, final int formerId) {
        final KeptWindows.Kept windows = kept.take(formerId);
        if (windows != null) {
            recalled.put(memoryId, windows);
        }
        return windows != null || !plan.isOn();
    }

    boolean isRecalled(final int memoryId) {
        return recalled.containsKey(memoryId);
    }

    /** Gives this node's part of recalled windows to new memory; null when the part was private. */
    WindowFile reuseOwn(final int memoryId) {
        final WindowFile file = recalled.get(memoryId).own();
        if (file != null) {
            own(memoryId, file);
        }
        return file;
    }

    /** Gives the parts of peers to new memory, where they have been recalled. */
    void reuseMapped(final Region region) {
        final KeptWindows.Kept windows = recalled.remove(region.id());
        if (windows != null) {
            show(region, windows.mapped(), windows.addresses());
        }
    }

    /**
     * Closes the windows to a failed node, so that operations on it take the way that reports the failure. Its memory
     * stays mapped until it is freed.
     */
    void lost(final int node) {
        isLost = true;
        kept.clear();
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

    static void close(final WindowFile file) {
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
            sums.put("window.kept.bytes", kept.bytes());
        }
        return sums;
    }

    /** Unmaps all windows, after the node's threads have ended. */
    @Override
    public void close() {
        kept.clear();
        recalled.values().forEach(KeptWindows.Kept::close);
        List.copyOf(mapped.keySet()).forEach(this::forget);
        List.copyOf(own.keySet()).forEach(this::release);
    }
}
