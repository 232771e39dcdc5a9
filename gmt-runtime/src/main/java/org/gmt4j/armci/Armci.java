package org.gmt4j.armci;

import co.paralleluniverse.fibers.Coroutine;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.gmt4j.GmtException;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.engine.onesided.AccumulateOperator;
import org.gmt4j.engine.onesided.ContiguousTransfer;
import org.gmt4j.engine.onesided.LocalSpan;
import org.gmt4j.engine.onesided.OneSided;
import org.gmt4j.engine.onesided.PatchListTransfer;
import org.gmt4j.engine.onesided.RangeTransfer;
import org.gmt4j.engine.onesided.StridedTransfer;
import org.gmt4j.engine.onesided.VectorTransfer;
import org.gmt4j.engine.onesided.WindowTransfer;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One-sided operations of one task: put, get and accumulate of ranges, strided patches, lists of patches or of pieces,
 * and single values. Obtained with {@link #of}, and owned by the task of that context.
 *
 * <p>Each verb has three forms. The plain form suspends the fiber until all operations of the task have completed. The
 * {@code Nb} form never suspends, and {@code ctx.await()} waits for it; with a handle, {@code ctx.await(handle)} does.
 * Visits and local bodies may use the {@code Nb} forms without a handle. The package description defines completion and
 * order.
 *
 * <p>A remote side is (memory, node, byte offset), a local side is (buffer, byte offset). Both are checked at the
 * caller, so a call that throws has moved nothing: {@link GmtException} GMT-270 freed, GMT-271 not owned by that node;
 * {@link IndexOutOfBoundsException} GMT-272; {@link IllegalArgumentException} GMT-273 patches, GMT-274 vectors, GMT-278
 * values that do not fit type, scale or alignment.
 *
 * <p>Per command for values and short ranges: no allocation. A get into a target that is not contiguous takes a
 * receiver from a pool of the task.
 */
public final class Armci {
    private final EngineTask ctx;
    private final int nodeId;
    private final Aggregator aggregator;
    private final OneSided core;
    private final WindowTransfer windows;
    private final RangeTransfer ranges;
    private final ContiguousTransfer contiguous;
    private final StridedTransfer strided;
    private final VectorTransfer vector;
    private final PatchListTransfer patches;

    private Armci(final EngineTask ctx) {
        this.ctx = ctx;
        nodeId = ctx.nodeId();
        aggregator = ctx.aggregator();
        core = ctx.oneSided();
        windows = core.windows();
        ranges = core.ranges();
        contiguous = core.contiguous();
        strided = core.strided();
        vector = core.vectors();
        patches = core.patches();
    }

    /** Returns the operations of a context: created by the first call and kept with the context. */
    public static Armci of(final TaskContext context) {
        final EngineTask ctx = EngineTask.of(context);
        ctx.requireOwnThread();
        final Object kept = ctx.companion();
        return kept != null ? (Armci) kept : keep(ctx);
    }

    private static Armci keep(final EngineTask ctx) {
        final Armci armci = new Armci(ctx);
        ctx.companion(armci);
        return armci;
    }

    /** Returns the context of the task. */
    public TaskContext context() {
        return ctx;
    }

    // --- memory ---

    /**
     * Allocates zeroed memory of the same length on every node. Called by one task; other tasks may capture the handle.
     *
     * @param bytesPerNode length of each part in bytes
     * @return this node's handle
     * @throws GmtException GMT-276 when a node has too little memory; nothing has been allocated then
     */
    public ArmciMemory allocate(final long bytesPerNode) throws SuspendExecution {
        final long[] lengths = new long[ctx.nodeCount()];
        Arrays.fill(lengths, bytesPerNode);
        return allocate(lengths);
    }

    /**
     * Allocates zeroed memory with a length for each node. Called by one task; other tasks may capture the handle.
     *
     * @param bytesByNode length of each part in bytes; 0 for an empty part
     * @return this node's handle
     * @throws GmtException GMT-276 when a node has too little memory; nothing has been allocated then
     */
    public ArmciMemory allocate(final long[] bytesByNode) throws SuspendExecution {
        return ArmciCatalog.allocate(ctx, bytesByNode);
    }

    /** Allocates zeroed memory on some nodes only: {@code bytes[i]} on {@code members[i]}. All nodes may address it. */
    public ArmciMemory allocate(final int[] members, final long[] bytes) throws SuspendExecution {
        return ArmciCatalog.allocate(ctx, members, bytes);
    }

    /** Allocates zeroed memory on this node only, for the local side of transfers. Other nodes may address it too. */
    public ArmciMemory allocateLocal(final long bytes) throws SuspendExecution {
        return allocate(new int[] {nodeId}, new long[] {bytes});
    }

    /**
     * Allocates memory as {@link #allocate(long[])} does, called by one task of a team on each node with the length of
     * its own part.
     */
    public ArmciMemory allocateTogether(final long bytesHere) throws SuspendExecution {
        ArmciCatalog.checkLength(bytesHere);
        final List<Long> all = ctx.collectives().allGather(bytesHere);
        final ArmciMemory made = nodeId == 0 ? allocate(all.stream().mapToLong(Long::longValue).toArray()) : null;
        return ctx.collectives().broadcast(0, made);
    }

    /**
     * Makes existing memory of this node addressable by all nodes. The memory remains the caller's: it must not be
     * moved or freed before {@link #free}, which does not touch it.
     *
     * @param address a multiple of 8, so that the values of accumulates are aligned
     */
    public ArmciMemory register(final long address, final long bytes) throws SuspendExecution {
        return ArmciCatalog.register(ctx, address, bytes, "an address");
    }

    /**
     * Registers the bytes from position to limit of a direct buffer, as {@link #register(long, long)} does. Keeps the
     * buffer from being collected until {@link #free}.
     */
    public ArmciMemory register(final ByteBuffer buffer) throws SuspendExecution {
        if (!buffer.isDirect() || buffer.isReadOnly()) {
            throw new IllegalArgumentException("GMT-277 only a direct buffer that may be written has "
                + "memory that can be registered");
        }
        return ArmciCatalog.register(ctx, new UnsafeBuffer(buffer).addressOffset() + buffer.position(),
            buffer.remaining(), buffer);
    }

    /**
     * Frees the memory on all nodes. Called by one task when no other task uses it any more.
     *
     * @throws GmtException GMT-270 when the memory has been freed already
     */
    public void free(final ArmciMemory memory) throws SuspendExecution {
        memory.region.requireAlive();
        ArmciCatalog.free(ctx, memory);
    }

    // --- contiguous ---

    /**
     * Copies bytes from the local side to a node's part of an allocation, and waits until they have arrived.
     *
     * @param source local side
     * @param from   offset at the local side, in bytes
     * @param target memory to write
     * @param node   node that owns the part
     * @param to     offset in the node's part, in bytes
     * @param bytes  number of bytes, 0 or more
     */
    public void put(final LocalBuffer source, final long from, final ArmciMemory target, final int node, final long to,
                    final long bytes) throws SuspendExecution {
        if (windows.settle(target.region, node, bytes)) {
            while (ctx.mustWait()) {
                Coroutine.suspend();
            }
            ctx.result();
        }
        check(source, from, target, node, to, bytes);
        ranges.put(ctx, true, LocalSpan.of(source), from, target.region, node, to, bytes);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #put}; {@code ctx.await()} waits for it. */
    public void putNb(final LocalBuffer source, final long from, final ArmciMemory target, final int node,
                    final long to, final long bytes) {
        check(source, from, target, node, to, bytes);
        ranges.put(ctx, false, LocalSpan.of(source), from, target.region, node, to, bytes);
    }

    /** Starts {@link #put}; {@code ctx.await(handle)} waits for it. */
    public void putNb(final OperationHandle handle, final LocalBuffer source, final long from, final ArmciMemory target,
                    final int node, final long to, final long bytes) {
        checkMine(handle);
        check(source, from, target, node, to, bytes);
        ranges.put(EngineIssuer.of(handle), false, LocalSpan.of(source), from, target.region, node, to, bytes);
    }

    /**
     * Copies bytes as {@link #put} does, but waits only until the source may be reused, as ARMCI's put does. A long
     * source has then been read without an extra copy, and the data may not have arrived. {@code ctx.await()}, a
     * {@link Fence} for the node, and all later operations in order find the data there. Failures are thrown by that
     * wait.
     */
    public void putLocal(final LocalBuffer source, final long from, final ArmciMemory target, final int node,
                    final long to, final long bytes) throws SuspendExecution {
        ctx.checkMayWait();
        check(source, from, target, node, to, bytes);
        final OperationHandle reading = ranges.isRendezvous(target.region, node, bytes) ? ctx.newOperation() : null;
        ranges.putLocal(ctx, reading == null ? null : EngineIssuer.of(reading), LocalSpan.of(source), from,
            core.place(target.region, node, to), bytes);
        if (reading != null) {
            ctx.await(reading);
        }
    }

    /**
     * Copies bytes from a node's part of an allocation to the local side, and waits until they have arrived.
     *
     * @param source memory to read
     * @param node   node that owns the part
     * @param from   offset in the node's part, in bytes
     * @param target local side
     * @param to     offset at the local side, in bytes
     * @param bytes  number of bytes, 0 or more
     */
    public void get(final ArmciMemory source, final int node, final long from, final LocalBuffer target, final long to,
                    final long bytes) throws SuspendExecution {
        if (windows.settle(source.region, node, bytes)) {
            while (ctx.mustWait()) {
                Coroutine.suspend();
            }
            ctx.result();
        }
        check(target, to, source, node, from, bytes);
        ranges.get(ctx, source.region, node, from, LocalSpan.of(target), to, bytes);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #get}; {@code ctx.await()} waits for it. */
    public void getNb(final ArmciMemory source, final int node, final long from, final LocalBuffer target,
                    final long to, final long bytes) {
        check(target, to, source, node, from, bytes);
        ranges.get(ctx, source.region, node, from, LocalSpan.of(target), to, bytes);
    }

    /** Starts {@link #get}; {@code ctx.await(handle)} waits for it. */
    public void getNb(final OperationHandle handle, final ArmciMemory source, final int node, final long from,
                    final LocalBuffer target, final long to, final long bytes) {
        checkMine(handle);
        check(target, to, source, node, from, bytes);
        ranges.get(EngineIssuer.of(handle), source.region, node, from, LocalSpan.of(target), to, bytes);
    }

    /**
     * Combines values of the local side with those of a node's part, one by one. Atomic with respect to other
     * accumulates.
     *
     * @param op    operation and value type, see {@link Accumulate}
     * @param bytes a multiple of the value length; {@code to} is a multiple of the {@link Accumulate#width() width}
     */
    public void accumulate(final Accumulate op, final LocalBuffer source, final long from, final ArmciMemory target,
                    final int node, final long to, final long bytes) throws SuspendExecution {
        check(source, from, target, node, to, bytes);
        checkValues(op, to, bytes);
        contiguous.accumulate(ctx, true, AccumulateOperator.of(op), LocalSpan.of(source), from,
            core.place(target.region, node, to), bytes);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #accumulate}; {@code ctx.await()} waits for it. */
    public void accumulateNb(final Accumulate op, final LocalBuffer source, final long from, final ArmciMemory target,
                    final int node, final long to, final long bytes) {
        check(source, from, target, node, to, bytes);
        checkValues(op, to, bytes);
        contiguous.accumulate(ctx, false, AccumulateOperator.of(op), LocalSpan.of(source), from,
            core.place(target.region, node, to), bytes);
    }

    /** Starts {@link #accumulate}; {@code ctx.await(handle)} waits for it. */
    public void accumulateNb(final OperationHandle handle, final Accumulate op, final LocalBuffer source,
                    final long from, final ArmciMemory target, final int node, final long to, final long bytes) {
        checkMine(handle);
        check(source, from, target, node, to, bytes);
        checkValues(op, to, bytes);
        contiguous.accumulate(EngineIssuer.of(handle), false, AccumulateOperator.of(op), LocalSpan.of(source), from,
            core.place(target.region, node, to), bytes);
    }

    // --- strided ---

    /**
     * Copies a patch of the local side to a patch of a node's part, and waits. Patches count bytes; both have the same
     * size and may differ in shape. The target patch must not overlap itself. An empty patch moves nothing.
     */
    public void putStrided(final LocalBuffer source, final Patch from, final ArmciMemory target, final int node,
                    final Patch to) throws SuspendExecution {
        if (windows.settle(target.region, node, to.size())) {
            while (ctx.mustWait()) {
                Coroutine.suspend();
            }
            ctx.result();
        }
        strided.store(ctx, true, null, LocalSpan.of(source), from, target.region, node, to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #putStrided}; {@code ctx.await()} waits for it. */
    public void putStridedNb(final LocalBuffer source, final Patch from, final ArmciMemory target, final int node,
                    final Patch to) {
        strided.store(ctx, false, null, LocalSpan.of(source), from, target.region, node, to);
    }

    /** Starts {@link #putStrided}; {@code ctx.await(handle)} waits for it. */
    public void putStridedNb(final OperationHandle handle, final LocalBuffer source, final Patch from,
                    final ArmciMemory target, final int node, final Patch to) {
        checkMine(handle);
        strided.store(EngineIssuer.of(handle), false, null, LocalSpan.of(source), from, target.region, node, to);
    }

    /**
     * Copies a patch of a node's part to a patch of the local side, and waits, as {@link #putStrided} does in the other
     * direction. The patch travels packed and is unpacked here.
     */
    public void getStrided(final ArmciMemory source, final int node, final Patch from, final LocalBuffer target,
                    final Patch to) throws SuspendExecution {
        if (windows.settle(source.region, node, from.size())) {
            while (ctx.mustWait()) {
                Coroutine.suspend();
            }
            ctx.result();
        }
        strided.get(ctx, source.region, node, from, LocalSpan.of(target), to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #getStrided}; {@code ctx.await()} waits for it. */
    public void getStridedNb(final ArmciMemory source, final int node, final Patch from, final LocalBuffer target,
                    final Patch to) {
        strided.get(ctx, source.region, node, from, LocalSpan.of(target), to);
    }

    /** Starts {@link #getStrided}; {@code ctx.await(handle)} waits for it. */
    public void getStridedNb(final OperationHandle handle, final ArmciMemory source, final int node, final Patch from,
                    final LocalBuffer target, final Patch to) {
        checkMine(handle);
        strided.get(EngineIssuer.of(handle), source.region, node, from, LocalSpan.of(target), to);
    }

    /**
     * Combines a patch of the local side with a patch of a node's part, see {@link #accumulate} and
     * {@link #putStrided}. Runs consist of whole values.
     */
    public void accumulateStrided(final Accumulate op, final LocalBuffer source, final Patch from,
                    final ArmciMemory target, final int node, final Patch to) throws SuspendExecution {
        strided.store(ctx, true, AccumulateOperator.of(op), LocalSpan.of(source), from, target.region,
            node, to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #accumulateStrided}; {@code ctx.await()} waits for it. */
    public void accumulateStridedNb(final Accumulate op, final LocalBuffer source, final Patch from,
                    final ArmciMemory target, final int node, final Patch to) {
        strided.store(ctx, false, AccumulateOperator.of(op), LocalSpan.of(source), from, target.region,
            node, to);
    }

    /** Starts {@link #accumulateStrided}; {@code ctx.await(handle)} waits for it. */
    public void accumulateStridedNb(final OperationHandle handle, final Accumulate op, final LocalBuffer source,
                    final Patch from, final ArmciMemory target, final int node, final Patch to) {
        checkMine(handle);
        strided.store(EngineIssuer.of(handle), false, AccumulateOperator.of(op), LocalSpan.of(source), from,
            target.region, node, to);
    }

    // --- several patches ---

    /**
     * Copies patches of the local side to as many patches of a node's part by one call, and waits: a vector whose
     * pieces are patches, as {@link #putStrided} takes them. All are checked before the first one moves. None may
     * overlap itself at the target; where two of them overlap each other there, the later one wins. Per patch, however
     * many rows it has; the arrays are read during the call only.
     */
    public void putPatches(final LocalBuffer source, final Patch[] from, final ArmciMemory target, final int node,
                    final Patch[] to) throws SuspendExecution {
        if (windows.settle(target.region, node, sizeOf(to))) {
            while (ctx.mustWait()) {
                Coroutine.suspend();
            }
            ctx.result();
        }
        patches.store(ctx, true, null, LocalSpan.of(source), from, target.region, node, to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #putPatches}; {@code ctx.await()} waits for it. */
    public void putPatchesNb(final LocalBuffer source, final Patch[] from, final ArmciMemory target, final int node,
                    final Patch[] to) {
        patches.store(ctx, false, null, LocalSpan.of(source), from, target.region, node, to);
    }

    /** Starts {@link #putPatches}; {@code ctx.await(handle)} waits for it. */
    public void putPatchesNb(final OperationHandle handle, final LocalBuffer source, final Patch[] from,
                    final ArmciMemory target, final int node, final Patch[] to) {
        checkMine(handle);
        patches.store(EngineIssuer.of(handle), false, null, LocalSpan.of(source), from, target.region, node, to);
    }

    /** Copies patches of a node's part to the local side by one call, and waits, as {@link #putPatches} does. */
    public void getPatches(final ArmciMemory source, final int node, final Patch[] from, final LocalBuffer target,
                    final Patch[] to) throws SuspendExecution {
        if (windows.settle(source.region, node, sizeOf(from))) {
            while (ctx.mustWait()) {
                Coroutine.suspend();
            }
            ctx.result();
        }
        patches.get(ctx, source.region, node, from, LocalSpan.of(target), to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #getPatches}; {@code ctx.await()} waits for it. */
    public void getPatchesNb(final ArmciMemory source, final int node, final Patch[] from, final LocalBuffer target,
                    final Patch[] to) {
        patches.get(ctx, source.region, node, from, LocalSpan.of(target), to);
    }

    /** Starts {@link #getPatches}; {@code ctx.await(handle)} waits for it. */
    public void getPatchesNb(final OperationHandle handle, final ArmciMemory source, final int node,
                    final Patch[] from, final LocalBuffer target, final Patch[] to) {
        checkMine(handle);
        patches.get(EngineIssuer.of(handle), source.region, node, from, LocalSpan.of(target), to);
    }

    /**
     * Combines patches of the local side with as many of a node's part by one call, see {@link #accumulateStrided}. All
     * patches that overlap each other at the target count.
     */
    public void accumulatePatches(final Accumulate op, final LocalBuffer source, final Patch[] from,
                    final ArmciMemory target, final int node, final Patch[] to) throws SuspendExecution {
        patches.store(ctx, true, AccumulateOperator.of(op), LocalSpan.of(source), from, target.region, node, to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #accumulatePatches}; {@code ctx.await()} waits for it. */
    public void accumulatePatchesNb(final Accumulate op, final LocalBuffer source, final Patch[] from,
                    final ArmciMemory target, final int node, final Patch[] to) {
        patches.store(ctx, false, AccumulateOperator.of(op), LocalSpan.of(source), from, target.region, node, to);
    }

    /** Starts {@link #accumulatePatches}; {@code ctx.await(handle)} waits for it. */
    public void accumulatePatchesNb(final OperationHandle handle, final Accumulate op, final LocalBuffer source,
                    final Patch[] from, final ArmciMemory target, final int node, final Patch[] to) {
        checkMine(handle);
        patches.store(EngineIssuer.of(handle), false, AccumulateOperator.of(op), LocalSpan.of(source), from,
            target.region, node, to);
    }

    private static long sizeOf(final Patch[] all) {
        long size = 0;
        for (final Patch patch : all) {
            size += Math.min(patch.size(), Long.MAX_VALUE - size);
        }
        return size;
    }

    // --- vectors ---

    /**
     * Copies the pieces of all vectors to a node's part of an allocation, and waits. Where pieces overlap at the
     * target, later ones win.
     */
    public void putVector(final LocalBuffer source, final ArmciMemory target, final int node,
                    final IoVector... vectors) throws SuspendExecution {
        storeVectors(ctx, null, source, target, node, vectors);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #putVector}; {@code ctx.await()} waits for it. */
    public void putVectorNb(final LocalBuffer source, final ArmciMemory target, final int node,
                            final IoVector... vectors) {
        storeVectors(ctx, null, source, target, node, vectors);
    }

    /** Starts {@link #putVector}; {@code ctx.await(handle)} waits for it. */
    public void putVectorNb(final OperationHandle handle, final LocalBuffer source, final ArmciMemory target,
                    final int node, final IoVector... vectors) {
        checkMine(handle);
        storeVectors(EngineIssuer.of(handle), null, source, target, node, vectors);
    }

    /**
     * Copies the pieces of all vectors from a node's part of an allocation, and waits.
     */
    public void getVector(final ArmciMemory source, final int node, final LocalBuffer target,
                    final IoVector... vectors) throws SuspendExecution {
        getVectors(ctx, source, node, target, vectors);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #getVector}; {@code ctx.await()} waits for it. */
    public void getVectorNb(final ArmciMemory source, final int node, final LocalBuffer target,
                            final IoVector... vectors) {
        getVectors(ctx, source, node, target, vectors);
    }

    /** Starts {@link #getVector}; {@code ctx.await(handle)} waits for it. */
    public void getVectorNb(final OperationHandle handle, final ArmciMemory source, final int node,
                    final LocalBuffer target, final IoVector... vectors) {
        checkMine(handle);
        getVectors(EngineIssuer.of(handle), source, node, target, vectors);
    }

    /**
     * Combines the pieces of all vectors with a node's part, see {@link #accumulate}. Pieces consist of whole values;
     * all pieces that overlap at the target count.
     */
    public void accumulateVector(final Accumulate op, final LocalBuffer source,
                    final ArmciMemory target, final int node, final IoVector... vectors) throws SuspendExecution {
        storeVectors(ctx, op, source, target, node, vectors);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #accumulateVector}; {@code ctx.await()} waits for it. */
    public void accumulateVectorNb(final Accumulate op, final LocalBuffer source,
                    final ArmciMemory target, final int node, final IoVector... vectors) {
        storeVectors(ctx, op, source, target, node, vectors);
    }

    /** Starts {@link #accumulateVector}; {@code ctx.await(handle)} waits for it. */
    public void accumulateVectorNb(final OperationHandle handle, final Accumulate op,
                    final LocalBuffer source, final ArmciMemory target, final int node, final IoVector... vectors) {
        checkMine(handle);
        storeVectors(EngineIssuer.of(handle), op, source, target, node, vectors);
    }

    private void storeVectors(final EngineIssuer owner, final Accumulate op, final LocalBuffer source,
                              final ArmciMemory target, final int node, final IoVector[] vectors) {
        final AccumulateOperator operator = AccumulateOperator.of(op);
        final LocalSpan span = LocalSpan.of(source);
        vector.check(span, target.region, node, operator, vectors);
        for (final IoVector list : vectors) {
            vector.store(owner, operator, span, target.region, node, list);
        }
    }

    private void getVectors(final EngineIssuer owner, final ArmciMemory source, final int node,
                            final LocalBuffer target, final IoVector[] vectors) {
        final LocalSpan span = LocalSpan.of(target);
        vector.check(span, source.region, node, null, vectors);
        for (final IoVector list : vectors) {
            vector.get(owner, source.region, node, span, list);
        }
    }

    // --- single values ---

    /**
     * Stores one int and waits until it has taken effect.
     */
    public void putInt(final ArmciMemory target, final int node, final long to, final int value)
        throws SuspendExecution {
        target.region.check(node, to, 4);
        contiguous.putValue(ctx, value, 4, target.region, node, to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #putInt}; {@code ctx.await()} waits for it. */
    public void putIntNb(final ArmciMemory target, final int node, final long to, final int value) {
        target.region.check(node, to, 4);
        contiguous.putValue(ctx, value, 4, target.region, node, to);
    }

    /** Starts {@link #putInt}; {@code ctx.await(handle)} waits for it. */
    public void putIntNb(final OperationHandle handle, final ArmciMemory target, final int node, final long to,
                         final int value) {
        checkMine(handle);
        target.region.check(node, to, 4);
        contiguous.putValue(EngineIssuer.of(handle), value, 4, target.region, node, to);
    }

    /**
     * Stores one long and waits until it has taken effect.
     */
    public void putLong(final ArmciMemory target, final int node, final long to, final long value)
        throws SuspendExecution {
        target.region.check(node, to, 8);
        contiguous.putValue(ctx, value, 8, target.region, node, to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #putLong}; {@code ctx.await()} waits for it. */
    public void putLongNb(final ArmciMemory target, final int node, final long to, final long value) {
        target.region.check(node, to, 8);
        contiguous.putValue(ctx, value, 8, target.region, node, to);
    }

    /** Starts {@link #putLong}; {@code ctx.await(handle)} waits for it. */
    public void putLongNb(final OperationHandle handle, final ArmciMemory target, final int node, final long to,
                          final long value) {
        checkMine(handle);
        target.region.check(node, to, 8);
        contiguous.putValue(EngineIssuer.of(handle), value, 8, target.region, node, to);
    }

    /**
     * Stores one float and waits until it has taken effect.
     */
    public void putFloat(final ArmciMemory target, final int node, final long to, final float value)
        throws SuspendExecution {
        target.region.check(node, to, 4);
        contiguous.putValue(ctx, Float.floatToRawIntBits(value), 4, target.region, node, to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #putFloat}; {@code ctx.await()} waits for it. */
    public void putFloatNb(final ArmciMemory target, final int node, final long to, final float value) {
        target.region.check(node, to, 4);
        contiguous.putValue(ctx, Float.floatToRawIntBits(value), 4, target.region, node, to);
    }

    /** Starts {@link #putFloat}; {@code ctx.await(handle)} waits for it. */
    public void putFloatNb(final OperationHandle handle, final ArmciMemory target, final int node, final long to,
                           final float value) {
        checkMine(handle);
        target.region.check(node, to, 4);
        contiguous.putValue(EngineIssuer.of(handle), Float.floatToRawIntBits(value), 4, target.region, node, to);
    }

    /**
     * Stores one double and waits until it has taken effect.
     */
    public void putDouble(final ArmciMemory target, final int node, final long to, final double value)
        throws SuspendExecution {
        target.region.check(node, to, 8);
        contiguous.putValue(ctx, Double.doubleToRawLongBits(value), 8, target.region, node, to);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        ctx.result();
    }

    /** Starts {@link #putDouble}; {@code ctx.await()} waits for it. */
    public void putDoubleNb(final ArmciMemory target, final int node, final long to, final double value) {
        target.region.check(node, to, 8);
        contiguous.putValue(ctx, Double.doubleToRawLongBits(value), 8, target.region, node, to);
    }

    /** Starts {@link #putDouble}; {@code ctx.await(handle)} waits for it. */
    public void putDoubleNb(final OperationHandle handle, final ArmciMemory target, final int node, final long to,
                            final double value) {
        checkMine(handle);
        target.region.check(node, to, 8);
        contiguous.putValue(EngineIssuer.of(handle), Double.doubleToRawLongBits(value), 8, target.region, node, to);
    }

    /** Loads one int. */
    public int getInt(final ArmciMemory source, final int node, final long from) throws SuspendExecution {
        source.region.check(node, from, 4);
        if (node == nodeId) {
            return (int) contiguous.load(source.region, from, 4);
        }
        contiguous.requestValue(ctx, source.region, node, from, 4);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        return (int) ctx.result();
    }

    /** Loads one long. */
    public long getLong(final ArmciMemory source, final int node, final long from) throws SuspendExecution {
        source.region.check(node, from, 8);
        if (node == nodeId) {
            return contiguous.load(source.region, from, 8);
        }
        contiguous.requestValue(ctx, source.region, node, from, 8);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        return ctx.result();
    }

    /** Loads one float. */
    public float getFloat(final ArmciMemory source, final int node, final long from) throws SuspendExecution {
        source.region.check(node, from, 4);
        if (node == nodeId) {
            return Float.intBitsToFloat((int) contiguous.load(source.region, from, 4));
        }
        contiguous.requestValue(ctx, source.region, node, from, 4);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        return Float.intBitsToFloat((int) ctx.result());
    }

    /** Loads one double. */
    public double getDouble(final ArmciMemory source, final int node, final long from) throws SuspendExecution {
        source.region.check(node, from, 8);
        if (node == nodeId) {
            return Double.longBitsToDouble(contiguous.load(source.region, from, 8));
        }
        contiguous.requestValue(ctx, source.region, node, from, 8);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        return Double.longBitsToDouble(ctx.result());
    }

    // --- more ---

    /** Adds to one long, as an accumulate of one value. {@code ctx.await()} waits for it. */
    public void addLongNb(final ArmciMemory target, final int node, final long to, final long value) {
        target.region.check(node, to, 8);
        checkValues(Accumulate.LONG, to, 8);
        contiguous.addLong(ctx, value, target.region, node, to);
    }

    /** Adds to one double, as an accumulate of one value. {@code ctx.await()} waits for it. */
    public void addDoubleNb(final ArmciMemory target, final int node, final long to, final double value) {
        target.region.check(node, to, 8);
        checkValues(Accumulate.DOUBLE, to, 8);
        contiguous.addDouble(ctx, value, target.region, node, to);
    }

    /** Combines one long by exclusive or, as an accumulate of one value. {@code ctx.await()} waits for it. */
    public void xorLongNb(final ArmciMemory target, final int node, final long to, final long value) {
        target.region.check(node, to, 8);
        checkValues(Accumulate.LONG_XOR, to, 8);
        contiguous.xorLong(ctx, value, target.region, node, to);
    }

    /** Returns a handle for many small puts, or gets, between one local side and one node. They travel as vectors. */
    public AggregatedHandle aggregate(final LocalBuffer local, final ArmciMemory remote, final int node) {
        remote.region.check(node, 0, 0);
        LocalSpan.of(local).check(0, 0);
        return new AggregatedHandle(this, local, remote, node);
    }

    /** Copies between any two nodes, and waits until the data have arrived. Runs at the source. */
    public void copy(final ArmciMemory source, final int sourceNode, final long from, final ArmciMemory target,
                     final int targetNode, final long to, final long bytes) throws SuspendExecution {
        source.region.check(sourceNode, from, bytes);
        target.region.check(targetNode, to, bytes);
        if (sourceNode == nodeId) {
            put(source.local(), from, target, targetNode, to, bytes);
        } else {
            ctx.execute(sourceNode, there -> of(there).put(source.local(), from, target, targetNode, to, bytes));
        }
    }

    /** Issues one list of pieces, which have been checked, under a handle of this task. @param isPut otherwise a get */
    void move(final boolean isPut, final OperationHandle handle, final LocalBuffer local, final ArmciMemory remote,
              final int node, final IoVector list) {
        if (isPut) {
            vector.store(EngineIssuer.of(handle), null, LocalSpan.of(local), remote.region, node, list);
        } else {
            vector.get(EngineIssuer.of(handle), remote.region, node, LocalSpan.of(local), list);
        }
    }

    private static void check(final LocalBuffer local, final long localOffset, final ArmciMemory remote, final int node,
                              final long remoteOffset, final long bytes) {
        remote.region.check(node, remoteOffset, bytes);
        LocalSpan.of(local).check(localOffset, bytes);
    }

    private static void checkValues(final Accumulate op, final long to, final long bytes) {
        if ((to & op.width() - 1) != 0 || (bytes & op.lengthInBytes() - 1) != 0) {
            throw new IllegalArgumentException("GMT-278 values of " + op.lengthInBytes() + " B: " + bytes
                + " B at offset " + to + ", expected multiples of " + op.lengthInBytes() + " and " + op.width());
        }
    }

    private void checkMine(final OperationHandle handle) {
        if (EngineTask.of(handle).aggregator() != aggregator) {
            throw new IllegalArgumentException("GMT-279 the operation handle belongs to a task of another thread");
        }
    }

    @Override
    public String toString() {
        return "one-sided operations of a task of node " + nodeId;
    }
}
