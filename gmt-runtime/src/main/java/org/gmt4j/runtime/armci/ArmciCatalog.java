package org.gmt4j.runtime.armci;

import co.paralleluniverse.fibers.SuspendExecution;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.GmtException;
import org.gmt4j.runtime.memory.Segment;
import org.gmt4j.runtime.memory.SegmentTable;
import org.gmt4j.runtime.task.TaskContext;

/**
 * The memory that one node knows, by id. Ids are given out by node 0, the same that arrays use. Set-up.
 *
 * <p>Allocation is made by one task in two rounds to all nodes: those that are to own a part set it aside or refuse; only when all have
 * agreed is it allocated. A refusal names node, asked and free, and leaves nothing behind.
 */
public final class ArmciCatalog {
    private static final String OK = "";
    private final int nodeId;
    private final SegmentTable segments;
    private final Map<Integer, ArmciMemory> memories = new ConcurrentHashMap<>();

    public ArmciCatalog(final int nodeId, final SegmentTable segments) {
        this.nodeId = nodeId;
        this.segments = segments;
    }

    /** This node's handle, or null. */
    public ArmciMemory find(final long id) {
        return memories.get((int) id);
    }

    static ArmciCatalog of(final TaskContext ctx) {
        return ctx.runtime().service(ArmciCatalog.class);
    }

    static ArmciMemory allocate(final TaskContext ctx, final long[] lengths) throws SuspendExecution {
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
        return of(ctx).find(id);
    }

    private static int takeId(final TaskContext ctx) throws SuspendExecution {
        final int id = ctx.call(0, root -> of(root).segments.takeId());
        if (id < 0) {
            throw new GmtException("GMT-276", "all ids of arrays and segments of this job are used up; allocate once and keep it");
        }
        return id;
    }

    private String reserve(final long[] lengths) {
        final long free = lengths[nodeId] <= 0 ? -1 : segments.tryReserve(lengths[nodeId]);
        return free < 0 ? OK : "node " + nodeId + " has not enough memory: asked " + lengths[nodeId] + " B, free " + free + " B of "
            + segments.budgetInBytes() + " B (gmt.memory.max); use more nodes or raise it";
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
                segment = segments.create(id, 1, lengths[nodeId], true);
            } catch (final OutOfMemoryError e) {
                segments.unreserve(lengths[nodeId]);
                return "node " + nodeId + " could not get " + lengths[nodeId] + " B from the operating system, though within gmt.memory.max";
            }
        }
        memories.put(id, new ArmciMemory(id, nodeId, lengths, segment, null));
        return OK;
    }

    /** @param owner kept until the memory is freed */
    static ArmciMemory register(final TaskContext ctx, final long address, final long length, final Object owner) throws SuspendExecution {
        final int id = takeId(ctx);
        final long[] lengths = new long[ctx.nodeCount()];
        java.util.Arrays.fill(lengths, ArmciMemory.NOT_OWNED);
        lengths[ctx.nodeId()] = length;
        final ArmciCatalog home = of(ctx);
        home.memories.put(id, new ArmciMemory(id, home.nodeId, lengths, home.segments.register(id, address, length), owner));
        final int at = ctx.nodeId();
        ctx.executeOnAll(node -> of(node).announce(id, lengths, at));
        return home.find(id);
    }

    private void announce(final int id, final long[] lengths, final int home) {
        if (nodeId != home) {
            memories.put(id, new ArmciMemory(id, nodeId, lengths, null, null));
        }
    }

    static void free(final TaskContext ctx, final int id) throws SuspendExecution {
        ctx.executeOnAll(node -> of(node).forget(id));
    }

    private void forget(final int id) {
        final ArmciMemory memory = memories.remove(id);
        if (memory != null) {
            memory.markFreed();
        }
        segments.free(id);
    }

    /** Classes of this package whose bodies travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {ArmciCatalog.class, Armci.class};
    }
}
