package org.gmt4j.armci;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.GmtException;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.onesided.Region;
import org.gmt4j.engine.onesided.RegionTable;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.RegionSharing;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The memory known to one node, by id. Node 0 assigns the ids, from the same range as those of arrays. Set-up.
 *
 * <p>Allocation is made by one task in a round to all nodes: those that are to own a part take it or refuse; where one
 * has refused, a second round gives back what the others have taken. A refusal names node, asked and free. Where
 * processes share a host two more rounds map each other's parts, see {@link RegionSharing}, or all nodes take the
 * windows that freed memory of the same lengths has left, see {@link RegionTable#recall}.
 */
final class ArmciCatalog {
    private static final String OK = "";
    /** Kept windows are not here any more. */
    private static final String INCOMPLETE = "incomplete";
    private static final long LONGEST_PART = 1L << 40;
    private final int nodeId;
    private final SegmentTable segments;
    private final RegionTable regions;
    private final Map<Integer, ArmciMemory> memories = new ConcurrentHashMap<>();

    private ArmciCatalog(final TaskRuntime runtime) {
        nodeId = runtime.nodeId();
        segments = runtime.service(SegmentTable.class);
        regions = runtime.service(RegionTable.class);
        runtime.objects().register(ArmciMemory.KIND, "memory", this::find);
    }

    /** Returns this node's handle, or null. */
    private ArmciMemory find(final long number) {
        final ArmciMemory memory = memories.get(IdSupply.id(number));
        return memory != null && memory.boundId() == number ? memory : null;
    }

    private static ArmciCatalog of(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(ArmciCatalog.class, ArmciCatalog::new);
    }

    // --- allocation ---

    /** A part of the length given on each node. */
    static ArmciMemory allocate(final TaskContext ctx, final long[] bytesByNode) throws SuspendExecution {
        if (bytesByNode.length != ctx.nodeCount()) {
            throw new IllegalArgumentException("GMT-276 " + bytesByNode.length + " lengths for "
                + ctx.nodeCount() + " nodes");
        }
        for (final long bytes : bytesByNode) {
            checkLength(bytes);
        }
        return allocateShielded(ctx, bytesByNode.clone());
    }

    /** Parts on some nodes only: {@code bytes[i]} on {@code members[i]}. */
    static ArmciMemory allocate(final TaskContext ctx, final int[] members, final long[] bytes)
        throws SuspendExecution {
        if (members.length != bytes.length || members.length == 0) {
            throw new IllegalArgumentException("GMT-276 " + members.length + " members and "
                + bytes.length + " lengths, expected one for each, and one at least");
        }
        final long[] lengths = nowhere(ctx);
        for (int i = 0; i < members.length; i++) {
            checkLength(bytes[i]);
            if (members[i] < 0 || members[i] >= lengths.length || lengths[members[i]] != Region.NOT_OWNED) {
                throw new IllegalArgumentException("GMT-276 member " + members[i] + " is "
                    + (members[i] < 0 || members[i] >= lengths.length
                    ? "none of the " + lengths.length + " nodes" : "named twice"));
            }
            lengths[members[i]] = bytes[i];
        }
        return allocateShielded(ctx, lengths);
    }

    static void checkLength(final long bytes) {
        if (bytes < 0 || bytes > LONGEST_PART) {
            throw new IllegalArgumentException("GMT-276 a part of " + bytes + " B, expected 0 to 2^40");
        }
    }

    private static long[] nowhere(final TaskContext ctx) {
        final long[] lengths = new long[ctx.nodeCount()];
        Arrays.fill(lengths, Region.NOT_OWNED);
        return lengths;
    }

    private static ArmciMemory allocateShielded(final TaskContext ctx, final long[] lengths) throws SuspendExecution {
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            return allocateEverywhere(ctx, lengths);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private static ArmciMemory allocateEverywhere(final TaskContext ctx, final long[] lengths) throws SuspendExecution {
        final long number = take(ctx);
        final long kept = of(ctx).regions.findKept(lengths);
        final List<Made> parts = ctx.callOnAll(node -> of(node).make(number, lengths, kept));
        for (final Made part : parts) {
            if (!part.refusal().isEmpty()) {
                ctx.executeOnAll(node -> of(node).undo(IdSupply.id(number)));
                giveBack(ctx, number);
                if (part.refusal().equals(INCOMPLETE)) {
                    return allocateEverywhere(ctx, lengths);        // all has been discarded
                }
                throw new GmtException("GMT-276", part.refusal());
            }
        }
        if (kept == RegionTable.NOTHING_KEPT) {
            RegionSharing.share(ctx, IdSupply.id(number), parts.stream().mapToLong(Made::offer).toArray());
        }
        return of(ctx).find(number);
    }

    private static long take(final TaskContext ctx) throws SuspendExecution {
        final long number = ctx.call(0, root -> of(root).segments.ids().take(RegionTable.IDS_WITH_CELLS));
        if (number == IdSupply.NONE) {
            throw new GmtException("GMT-276", "all ids of arrays and one-sided memory are in use: three ids each of "
                + "these; free what is not needed any more");
        }
        return number;
    }

    private static void giveBack(final TaskContext ctx, final long number) throws SuspendExecution {
        if (ctx.nodeId() == 0) {
            of(ctx).segments.ids().giveBack(number, RegionTable.IDS_WITH_CELLS);
        } else {
            ctx.execute(0, root -> of(root).segments.ids().giveBack(number, RegionTable.IDS_WITH_CELLS));
        }
    }

    /**
     * Reply of each node.
     *
     * @param refusal empty where the part has been made
     * @param offer   by which peers of the host find the part, 0 when it is private
     */
    record Made(String refusal, long offer) implements Transferable {
    }

    /**
     * Makes this node's part. A node that refuses has taken nothing.
     *
     * @param kept see {@link RegionTable#recall}
     */
    private Made make(final long number, final long[] lengths, final long kept) {
        if (!regions.recall(IdSupply.id(number), kept)) {
            return new Made(INCOMPLETE, 0);
        }
        final String noRoom = reserve(lengths);
        final String refusal = noRoom.isEmpty() ? create(number, lengths) : noRoom;
        return new Made(refusal, refusal.isEmpty() ? regions.offer(IdSupply.id(number)) : 0);
    }

    private String reserve(final long[] lengths) {
        final long free = lengths[nodeId] <= 0 ? -1 : segments.tryReserve(lengths[nodeId]);
        return free < 0 ? OK : "node " + nodeId + " has not enough memory: asked " + lengths[nodeId]
            + " B, free " + free + " B of " + segments.budgetInBytes()
            + " B (gmt.memory.max); use more nodes or raise it";
    }

    private String create(final long number, final long[] lengths) {
        try {
            memories.put(IdSupply.id(number), new ArmciMemory(regions.create(number, lengths)));
        } catch (final OutOfMemoryError e) {
            segments.unreserve(lengths[nodeId]);
            return "node " + nodeId + " could not get " + lengths[nodeId]
                + " B from the operating system, though within gmt.memory.max";
        }
        return OK;
    }

    // --- memory that exists ---

    /** @param owner object to keep until the memory is freed */
    static ArmciMemory register(final TaskContext ctx, final long address, final long bytes, final Object owner)
        throws SuspendExecution {
        if (address <= 0 || (address & 7) != 0 || bytes < 0 || bytes > LONGEST_PART) {
            throw new IllegalArgumentException("GMT-277 memory of " + bytes + " B at address " + address
                + " cannot be registered, expected a positive address that is a multiple of 8 and 0 to 2^40 B");
        }
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            final long number = take(ctx);
            final long[] lengths = nowhere(ctx);
            lengths[ctx.nodeId()] = bytes;
            final ArmciCatalog home = of(ctx);
            home.memories.put(IdSupply.id(number),
                new ArmciMemory(home.regions.register(number, lengths, address, owner)));
            final int at = ctx.nodeId();
            ctx.executeOnAll(node -> of(node).announce(number, lengths, at));
            return home.find(number);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private void announce(final long number, final long[] lengths, final int home) {
        if (nodeId != home) {
            memories.put(IdSupply.id(number), new ArmciMemory(regions.announce(number, lengths)));
        }
    }

    // --- the end ---

    static void free(final TaskContext ctx, final ArmciMemory memory) throws SuspendExecution {
        final long number = memory.boundId();
        EngineTask.of(ctx).shield();                       // bodies free their memory in a finally block
        try {
            ctx.executeOnAll(node -> of(node).forget(number));
            giveBack(ctx, number);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private void forget(final long number) {
        if (find(number) != null) {
            memories.remove(IdSupply.id(number));
            regions.free(IdSupply.id(number));
        }
    }

    /** Undoes what has been done here for memory that not all nodes have made. */
    private void undo(final int id) {
        memories.remove(id);
        regions.discard(id);
    }
}
