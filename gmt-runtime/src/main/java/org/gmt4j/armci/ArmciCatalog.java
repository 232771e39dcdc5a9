package org.gmt4j.armci;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.gmt4j.GmtException;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.memory.WindowFile;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The memory known to one node, by id. Node 0 assigns the ids, from the same range as those of arrays. Set-up.
 *
 * <p>One task allocates memory in two rounds to all nodes: future owners reserve their parts or refuse, and the
 * allocation exists only when all have reserved. A refusal reports the node, the requested and the free bytes, and
 * leaves nothing behind. Where processes share a host two more rounds map each other's parts, see
 * {@link SharedWindows}.
 */
final class ArmciCatalog {
    private static final String OK = "";
    /** Ids per allocation: one for the bytes, then one for the cells of each width. */
    private static final int IDS = 3;
    private static final int LONGS = 1;
    private static final int INTS = 2;
    private final int nodeId;
    private final SegmentTable segments;
    private final SharedWindows windows;
    private final Map<Integer, ArmciMemory> memories = new ConcurrentHashMap<>();

    /** @param plan whether memory is shared with other processes of the host */
    ArmciCatalog(final int nodeId, final SegmentTable segments, final WindowPlan plan) {
        this.nodeId = nodeId;
        this.segments = segments;
        windows = new SharedWindows(nodeId, plan);
    }

    SharedWindows windows() {
        return windows;
    }

    /** Returns the counters of memory shared with other processes, by name. Any thread. */
    Map<String, Long> counters() {
        return windows.counters();
    }

    /** Notes the failure of a node. Any thread. */
    void lost(final int node) {
        windows.lost(node);
    }

    /** Unmaps the memory of other processes. The node's threads have ended and its segments have been freed. */
    void close() {
        windows.close();
    }

    /** Returns this node's handle, or null. */
    ArmciMemory find(final long id) {
        return memories.get((int) id);
    }

    static ArmciCatalog of(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(ArmciCatalog.class);
    }

    static ArmciMemory allocate(final TaskContext ctx, final long[] lengths) throws SuspendExecution {
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            return allocateEverywhere(ctx, lengths);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private static ArmciMemory allocateEverywhere(final TaskContext ctx, final long[] lengths) throws SuspendExecution {
        final int id = takeId(ctx);
        final List<String> refusals = ctx.callOnAll(node -> of(node).reserve(lengths));
        for (final String refusal : refusals) {
            if (!refusal.isEmpty()) {
                final boolean[] reserved = new boolean[refusals.size()];
                for (int node = 0; node < reserved.length; node++) {
                    reserved[node] = refusals.get(node).isEmpty();
                }
                ctx.executeOnAll(node -> of(node).unreserve(lengths, reserved));
                throw new GmtException("GMT-276", refusal);
            }
        }
        for (final String failure : ctx.callOnAll(node -> of(node).create(id, lengths))) {
            if (!failure.isEmpty()) {
                ctx.executeOnAll(node -> of(node).forget(id));
                throw new GmtException("GMT-276", failure);
            }
        }
        share(ctx, id, lengths);
        return of(ctx).find(id);
    }

    /** Lets the processes of each host map each other's parts of an allocation that exists on all nodes. */
    static void share(final TaskContext ctx, final int id, final long[] lengths) throws SuspendExecution {
        if (!of(ctx).windows.mayShare(lengths)) {
            return;
        }
        final List<Long> found = ctx.callOnAll(node -> of(node).windows.offer(id));
        final long[] offers = found.stream().mapToLong(Long::longValue).toArray();
        if (LongStream.of(offers).anyMatch(offer -> offer != 0)) {
            ctx.executeOnAll(node -> of(node).map(id, offers));
            ctx.executeOnAll(node -> of(node).windows.unlink(id));
        }
    }

    private void map(final int id, final long[] offers) {
        windows.map(find(id), offers);
    }

    private static int takeId(final TaskContext ctx) throws SuspendExecution {
        final int id = ctx.call(0, root -> of(root).segments.takeIds(IDS));
        if (id < 0) {
            throw new GmtException("GMT-276",
                "all ids of arrays and segments of this job are used up; allocate once and keep it");
        }
        return id;
    }

    private String reserve(final long[] lengths) {
        final long free = lengths[nodeId] <= 0 ? -1 : segments.tryReserve(lengths[nodeId]);
        return free < 0 ? OK : "node " + nodeId + " has not enough memory: asked " + lengths[nodeId]
            + " B, free " + free + " B of " + segments.budgetInBytes()
            + " B (gmt.memory.max); use more nodes or raise it";
    }

    private void unreserve(final long[] lengths, final boolean[] reserved) {
        if (reserved[nodeId] && lengths[nodeId] > 0) {
            segments.unreserve(lengths[nodeId]);
        }
    }

    private String create(final int id, final long[] lengths) {
        Segment segment = null;
        if (lengths[nodeId] != ArmciMemory.NOT_OWNED) {
            try {
                segment = segment(windows.create(id, lengths[nodeId]), id, 1, lengths[nodeId], true);
            } catch (final OutOfMemoryError e) {
                segments.unreserve(lengths[nodeId]);
                return "node " + nodeId + " could not get " + lengths[nodeId]
                    + " B from the operating system, though within gmt.memory.max";
            }
        }
        put(new ArmciMemory(id, nodeId, lengths, 1, segment, null), segment);
        return OK;
    }

    /**
     * Adds memory as bytes, and its cells as separate segments: commands on cells are executed like those on arrays.
     */
    private void put(final ArmciMemory memory, final Segment segment) {
        memory.cells(cells(memory, LONGS, Long.BYTES, segment), cells(memory, INTS, Integer.BYTES, segment));
        memories.put(memory.id(), memory);
    }

    private ArmciCells cells(final ArmciMemory memory, final int offset, final int width, final Segment segment) {
        final int id = memory.id() + offset;
        return new ArmciCells(memory, nodeId, id, Integer.numberOfTrailingZeros(width),
            segment == null ? null : segments.register(id, width, segment.lengthInBytes() / width, segment.address()));
    }

    /** @param file backing file, or null for private memory */
    private Segment segment(final WindowFile file, final int id, final int elementLength, final long elementCount,
                            final boolean zeroed) {
        return file == null ? segments.create(id, elementLength, elementCount, zeroed)
            : segments.adopt(id, elementLength, elementCount, file.address(), () -> windows.release(id));
    }

    /**
     * Creates this node's part of an allocation of elements, from bytes that have been reserved.
     *
     * @param lengths length of each node's part in bytes
     * @throws OutOfMemoryError when the operating system has too little memory
     */
    ArmciMemory create(final int id, final long[] lengths, final int elementLength, final boolean zeroed) {
        final WindowFile file = windows.takesArray(lengths[nodeId]) ? windows.create(id, lengths[nodeId]) : null;
        final ArmciMemory memory = new ArmciMemory(id, nodeId, lengths, elementLength,
            segment(file, id, elementLength, lengths[nodeId] / elementLength, zeroed), null);
        memories.put(id, memory);
        return memory;
    }

    /** @param owner object to keep until the memory is freed */
    static ArmciMemory register(final TaskContext ctx, final long address, final long length, final Object owner)
        throws SuspendExecution {
        final int id = takeId(ctx);
        final long[] lengths = new long[ctx.nodeCount()];
        java.util.Arrays.fill(lengths, ArmciMemory.NOT_OWNED);
        lengths[ctx.nodeId()] = length;
        final ArmciCatalog home = of(ctx);
        final Segment segment = home.segments.register(id, 1, length, address);
        home.put(new ArmciMemory(id, home.nodeId, lengths, 1, segment, owner), segment);
        final int at = ctx.nodeId();
        ctx.executeOnAll(node -> of(node).announce(id, lengths, at));
        return home.find(id);
    }

    private void announce(final int id, final long[] lengths, final int home) {
        if (nodeId != home) {
            put(new ArmciMemory(id, nodeId, lengths, 1, null, null), null);
        }
    }

    static void free(final TaskContext ctx, final int id) throws SuspendExecution {
        EngineTask.of(ctx).shield();                       // bodies free their memory in a finally block
        try {
            ctx.executeOnAll(node -> of(node).forget(id));
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    /** Frees this node's part. */
    void forget(final int id) {
        final ArmciMemory memory = memories.remove(id);
        if (memory != null) {
            memory.markFreed();
        }
        windows.forget(id);
        if (memory != null && memory.hasCells()) {
            segments.free(id + LONGS);
            segments.free(id + INTS);
        }
        segments.free(id);
    }
}
