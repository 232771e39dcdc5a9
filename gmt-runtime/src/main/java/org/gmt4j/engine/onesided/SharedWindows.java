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
import org.gmt4j.engine.memory.Window;
import org.gmt4j.engine.memory.WindowHost;
import org.gmt4j.engine.memory.WindowPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's windows: its own parts of allocations that peers on the host may map, and the mapped parts of peers. Any
 * thread; set-up.
 *
 * <pre>
 * allocation   create: each owner makes its window  map: each peer opens it
 *              unlink: nobody else can open it
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
    private final Map<Integer, Window> own = new ConcurrentHashMap<>();
    private final Map<Integer, List<Window>> mapped = new ConcurrentHashMap<>();
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

    private boolean isShareable(final long length) {
        return length >= Region.SHORTEST_MAPPED && length <= plan.host().longest();
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
        return length <= plan.host().longestPart() || kept.clear() && length <= plan.host().longestPart();
    }

    /** Creates zeroed memory that peers may map. Returns null when private memory must be used. */
    Window create(final int memoryId, final long length) {
        final WindowHost host = plan.host();
        if (host == null || !isShareable(length)) {
            return null;
        }
        try {
            makeRoom(length);      // without room the folder refuses, and says how much there is
            final Window window = host.create(memoryId, nodeId, length, Window.newNonce());
            own(memoryId, window);
            return window;
        } catch (final IOException | RuntimeException | OutOfMemoryError e) {
            stayPrivate("memory #" + memoryId + " of node " + nodeId, e);
            return null;
        }
    }

    private void own(final int memoryId, final Window window) {
        own.put(memoryId, window);
        sharedBytes.addAndGet(window.lengthInBytes());
    }

    /** Returns the identification by which peers find this node's part, 0 when it is private. */
    long offer(final int memoryId) {
        final Window window = own.get(memoryId);
        return window == null ? 0 : window.nonce();
    }

    /** Lets nobody else open the window. All peers have opened this node's part, or given up. */
    void unlink(final int memoryId) {
        final Window window = own.get(memoryId);
        if (window != null) {
            try {
                window.unlink();
            } catch (final IOException e) {
                LOG.debug("{} keeps its name until the job has ended: {}", window, e.toString());
            }
        }
    }

    /** Releases memory made by {@link #create}, unless it is kept. */
    void release(final int memoryId) {
        final Window window = removeOwn(memoryId);
        if (window != null) {
            close(window);
        }
    }

    private Window removeOwn(final int memoryId) {
        final Window window = own.remove(memoryId);
        if (window != null) {
            sharedBytes.addAndGet(-window.lengthInBytes());
        }
        return window;
    }

    // --- the peers' side ---

    /** Maps the parts of other nodes, by their offers, see {@link #offer}. */
    void map(final Region region, final long[] offers) {
        final WindowHost host = plan.host();
        if (host == null) {
            return;
        }
        final AtomicLongArray found = new AtomicLongArray(offers.length);
        final List<Window> opened = new ArrayList<>();
        for (int node = 0; node < offers.length; node++) {
            if (node != nodeId && offers[node] != 0) {
                try {
                    final Window window = host.open(region.id(), node, region.lengthInBytes(node), offers[node]);
                    opened.add(window);
                    found.set(node, window.address());
                } catch (final IOException | RuntimeException | OutOfMemoryError e) {
                    stayPrivate("node " + node + "'s part of memory #" + region.id() + " at node " + nodeId, e);
                }
            }
        }
        show(region, opened, found);
    }

    private void show(final Region region, final List<Window> opened, final AtomicLongArray addresses) {
        mapped.put(region.id(), opened);
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
        final List<Window> opened = mapped.remove(memoryId);
        if (opened != null) {
            opened.forEach(SharedWindows::close);
        }
    }

    // --- windows that are used again ---

    /** Keeps the windows of freed memory, its own part's among them, for memory of the same lengths. */
    void keep(final Region region) {
        final int id = region.id();
        if (regions.remove(id) != null && !isLost) {
            kept.add(region.number(),
                new KeptWindows.Kept(region.lengths(), removeOwn(id), mapped.remove(id), region.mapped()));
        }
    }

    /** Returns the number of freed memory of these lengths whose windows are kept here, if any. */
    long findKept(final long[] lengths) {
        return kept.find(lengths);
    }

    /**
     * Takes kept windows for memory that is made next. Returns whether nothing is missing: they are here, or this
     * process shares nothing.
     */
    boolean recall(final int memoryId, final long former) {
        final KeptWindows.Kept windows = kept.take(former);
        if (windows != null) {
            recalled.put(memoryId, windows);
        }
        return windows != null || !plan.isOn();
    }

    boolean isRecalled(final int memoryId) {
        return recalled.containsKey(memoryId);
    }

    /** Gives this node's part of recalled windows to new memory; null when the part was private. */
    Window reuseOwn(final int memoryId) {
        final Window window = recalled.get(memoryId).own();
        if (window != null) {
            own(memoryId, window);
        }
        return window;
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
            LOG.warn("GMT-297 {} is not shared with the other nodes of this host, transfers take the longer way: {}",
                what, e.toString());
        } else {
            LOG.debug("{} is not shared: {}", what, e.toString());
        }
    }

    static void close(final Window window) {
        try {
            window.close();
        } catch (final IOException e) {
            LOG.debug("closing {}: {}", window, e.toString());
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
