package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import java.nio.Buffer;
import java.nio.file.Path;
import java.util.Objects;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One node's handle to an array in the global address space. The handle that a body has captured is the one of the node
 * it runs on. Any task of the node may use it; per command.
 *
 * <p><b>Sizes</b> are elements, indices run from 0 to size - 1 over the whole array. Every index is checked at the
 * caller before anything is sent; a freed array, an unknown name or a foreign width likewise.
 *
 * <p><b>Local elements</b> are read and written at once, without a command. <b>Remote</b> ones travel as commands of 8
 * to 24 bytes through the task's aggregator. The non-blocking methods (Nb) are plain and never suspend; the blocking
 * ones issue one operation and suspend until everything of the task has completed; a get or an atomic of a local
 * element returns at once and waits for nothing.
 *
 * <p><b>Consistency.</b> A get returns the value at its execution at the owner. Single-element operations are atomic
 * and do not tear; bulk operations are not atomic as a whole. The source of a put may be reused when the call returns.
 */
public abstract class GlobalArray extends ArrayShape {
    GlobalArray(final ArrayPart part) {
        super(part);
    }

    // --- single elements as bits ---

    /**
     * Offset of a local element that is to be accessed at once, or -1: issue a command. Where commands for the own node
     * are gathered, a blocking access comes behind those that the lane has gathered.
     */
    final long settledOffset(final TaskContext ctx, final long index) {
        final long offset = localOffset(index);
        if (offset >= 0) {
            EngineTask.of(ctx).aggregator().settleOwn();
        }
        return offset;
    }

    /** The same for a non-blocking access, which is gathered where that is possible. */
    private long immediateOffset(final long index) {
        if (gathersOwn) {
            check(index);
            return -1;
        }
        return localOffset(index);
    }

    private static int nodeOf(final long place) {
        return (int) (place >>> CommandWord.OFFSET_BITS);
    }

    /** First word of a command of a type for the element at a place. */
    private long word(final int type, final long place) {
        return CommandWord.base(type, id) | place & CommandWord.MAX_OFFSET;
    }

    /** Issues a get of an element that is not local; the caller then suspends. */
    final void request(final TaskContext ctx, final long index) {
        fetch(EngineTask.of(ctx), CommandType.GET, index, null, RequestBlock.TO_COMPLETION);
    }

    private void fetch(final EngineIssuer owner, final int type, final long index, final Object target, final long to) {
        final long place = distribution.locate(index);
        owner.aggregator().fetch(nodeOf(place), word(type, place), owner, target, to);
    }

    private void fetch(final EngineIssuer owner, final int type, final long index, final long operand,
                       final Object target, final long to) {
        final long place = distribution.locate(index);
        owner.aggregator().fetch(nodeOf(place), word(type, place), operand, owner, target, to);
    }

    private void send(final EngineIssuer owner, final int type, final long index, final long operand) {
        final long place = distribution.locate(index);
        owner.aggregator().update(nodeOf(place), word(type, place), operand, owner);
    }

    /** The bits of an element of this node. */
    final long load(final long offset) {
        return segment.load(offset);
    }

    /** @param to where they go: {@link #placeIn} the target */
    final void getBitsNb(final Issuer issuer, final long index, final Object target, final long to) {
        final long offset = immediateOffset(index);
        if (offset >= 0) {
            RequestBlock.store(target, to, segment.load(offset));
        } else {
            fetch(EngineIssuer.of(issuer), CommandType.GET, index, target, to);
        }
    }

    final void putBitsNb(final Issuer issuer, final long index, final long bits) {
        final long offset = immediateOffset(index);
        if (offset < 0) {
            send(EngineIssuer.of(issuer), CommandType.PUT_VALUE, index, bits);
            return;
        }
        segment.store(offset, bits);
        if (replicated) {
            putCopies(EngineIssuer.of(issuer), index, bits);
        }
    }

    private void putCopies(final EngineIssuer owner, final long index, final long bits) {
        for (int k = 1; k < nodeCount; k++) {
            owner.aggregator().update((nodeId + k) % nodeCount, word(CommandType.PUT_VALUE, index), bits, owner);
        }
    }

    /** Operator without a result. */
    final void updateNb(final Issuer issuer, final int operator, final long index, final long operand) {
        requireAtomic();
        final long offset = immediateOffset(index);
        if (offset >= 0) {
            segment.fetchAndUpdate(operator, offset, operand);
        } else {
            send(EngineIssuer.of(issuer), CommandType.UPDATE + operator, index, operand);
        }
    }

    /** Operator with the value before as the result. */
    final long update(final TaskContext ctx, final int operator, final long index, final long operand)
        throws SuspendExecution {
        requireAtomic();
        final long offset = settledOffset(ctx, index);
        if (offset >= 0) {
            return segment.fetchAndUpdate(operator, offset, operand);
        }
        fetch(EngineTask.of(ctx), CommandType.FETCH + operator, index, operand, null, RequestBlock.TO_COMPLETION);
        while (EngineTask.of(ctx).mustWait()) {
            Coroutine.suspend();
        }
        return EngineTask.of(ctx).result();
    }

    final void fetchNb(final Issuer issuer, final int operator, final long index, final long operand,
                       final Object target, final long to) {
        requireAtomic();
        final long offset = immediateOffset(index);
        if (offset >= 0) {
            RequestBlock.store(target, to, segment.fetchAndUpdate(operator, offset, operand));
        } else {
            fetch(EngineIssuer.of(issuer), CommandType.FETCH + operator, index, operand, target, to);
        }
    }

    final long compareAndSetBits(final TaskContext ctx, final long index, final long expected, final long replacement)
        throws SuspendExecution {
        requireAtomic();
        final long offset = settledOffset(ctx, index);
        if (offset >= 0) {
            return segment.compareAndSet(offset, expected, replacement);
        }
        fetchComparing(EngineTask.of(ctx), index, expected, replacement, null, RequestBlock.TO_COMPLETION);
        while (EngineTask.of(ctx).mustWait()) {
            Coroutine.suspend();
        }
        return EngineTask.of(ctx).result();
    }

    final void compareAndSetBitsNb(final Issuer issuer, final long index, final long expected, final long replacement,
                                   final Object target, final long to) {
        requireAtomic();
        final long offset = immediateOffset(index);
        if (offset >= 0) {
            RequestBlock.store(target, to, segment.compareAndSet(offset, expected, replacement));
        } else {
            fetchComparing(EngineIssuer.of(issuer), index, expected, replacement, target, to);
        }
    }

    /** Elements of up to 4 bytes need one word for both values: a third less travels. */
    private void fetchComparing(final EngineIssuer owner, final long index, final long expected,
                                final long replacement, final Object target, final long to) {
        if (widthShift < 3) {
            fetch(owner, CommandType.COMPARE_AND_SET_NARROW, index, expected << 32 | replacement & 0xFFFF_FFFFL,
                target, RequestBlock.narrow(to));
        } else {
            final long place = distribution.locate(index);
            owner.aggregator().fetch(nodeOf(place), word(CommandType.COMPARE_AND_SET, place), expected, replacement,
                owner, target, to);
        }
    }

    final long loadLocal(final long index) {
        return segment.load(requireLocal(index));
    }

    final void storeLocal(final long index, final long bits) {
        segment.store(requireLocal(index), bits);
    }

    // --- ranges of bytes ---

    /** Gets elements to byte offset {@code at} of an array object, and waits: see {@link BulkTransfer#settle}. */
    final void getRange(final TaskContext ctx, final long index, final Object target, final long at, final long count)
        throws SuspendExecution {
        if (BulkTransfer.settle(this, ctx, index, count)) {
            ctx.await();
        }
        BulkTransfer.get(this, ctx, index, target, at, count);
        ctx.await();
    }

    /** Puts elements from byte offset {@code at} of an array object, or an address without one, and waits. */
    final void putRange(final TaskContext ctx, final long index, final Object source, final long at, final long count)
        throws SuspendExecution {
        if (BulkTransfer.settle(this, ctx, index, count)) {
            ctx.await();
        }
        BulkTransfer.put(this, ctx, true, index, source, at, count);
        ctx.await();
    }

    /**
     * Gets elements from {@code index} on until the buffer is full, and waits: from its position to its limit, whatever
     * it is made of and however long. A {@code ByteBuffer} takes elements of any type in its own byte order, others
     * those of theirs.
     *
     * @throws GmtException GMT-684 when the buffer is of another type, or has no room for a whole number of elements
     */
    public final void get(final TaskContext ctx, final long index, final Buffer target) throws SuspendExecution {
        BufferTransfer.get(ctx, this, index, target);
    }

    /** Puts what remains in the buffer to the elements from {@code index} on; see the {@code get} to a buffer. */
    public final void put(final TaskContext ctx, final long index, final Buffer source) throws SuspendExecution {
        BufferTransfer.put(ctx, this, index, source);
    }

    // --- patches: both sides in elements ---

    /**
     * Gets a patch of the array into one of a buffer, and waits. Patches count elements; they are as large, and may
     * have different shapes. Each owner's share travels as one strided transfer where its elements are adjacent, by
     * the ways that ranges take. A call costs one object, whatever the patch.
     *
     * <pre>{@code
     * Patch tile = Patch.of(1000 * row + column, 64).times(64, 1000);        // of a matrix with rows of 1,000
     * matrix.getPatch(ctx, tile, LocalBuffer.of(values), Patch.of(0, 64 * 64));
     * }</pre>
     *
     * @throws IndexOutOfBoundsException GMT-272 when a patch ends outside of the array or the buffer
     * @throws IllegalArgumentException  GMT-273 when the patches differ in size, or that of the target overlaps itself
     * @throws GmtException              GMT-684 when the buffer is an array of another type. Nothing has moved then
     */
    public final void getPatch(final TaskContext ctx, final Patch from, final LocalBuffer target, final Patch to)
        throws SuspendExecution {
        if (region.hasWindows()) {
            ctx.await();
        }
        PatchTransfer.get(this, ctx, from, target, to);
        ctx.await();
    }

    /** As {@link #getPatch}, without waiting: the buffer must be left alone until the wait. */
    public final void getPatchNb(final Issuer issuer, final Patch from, final LocalBuffer target, final Patch to) {
        PatchTransfer.get(this, issuer, from, target, to);
    }

    /** Puts a patch of a buffer to one of the array, all its copies, and waits; see {@link #getPatch}. */
    public final void putPatch(final TaskContext ctx, final LocalBuffer source, final Patch from, final Patch to)
        throws SuspendExecution {
        if (region.hasWindows()) {
            ctx.await();
        }
        PatchTransfer.store(this, ctx, true, null, source, from, to);
        ctx.await();
    }

    /** As {@link #putPatch}, without waiting: the buffer may be used again at once. */
    public final void putPatchNb(final Issuer issuer, final LocalBuffer source, final Patch from, final Patch to) {
        PatchTransfer.store(this, issuer, false, null, source, from, to);
    }

    /**
     * Combines a patch of a buffer with one of the array, element by element, and waits; see {@link #getPatch}. Atomic
     * against other accumulates, and on integers against the atomic operations on elements.
     *
     * @throws IllegalArgumentException      GMT-278 when the values of the accumulate are not the array's elements
     * @throws UnsupportedOperationException GMT-257 on a replicated array
     */
    public final void accumulatePatch(final TaskContext ctx, final Accumulate op, final LocalBuffer source,
                                      final Patch from, final Patch to)
        throws SuspendExecution {
        PatchTransfer.store(this, ctx, true, op, source, from, to);
        ctx.await();
    }

    /** As {@link #accumulatePatch}, without waiting: the buffer may be used again at once. */
    public final void accumulatePatchNb(final Issuer issuer, final Accumulate op, final LocalBuffer source,
                                        final Patch from, final Patch to) {
        PatchTransfer.store(this, issuer, false, op, source, from, to);
    }

    /**
     * Writes all elements to a file, in a form that does not depend on the count of nodes; each node writes its own, so
     * the path must lead all nodes to the same file. An existing file is replaced when the new one is whole. The
     * {@code load} of the array's class reads it.
     *
     * @throws GmtException GMT-686 when it cannot be written here; {@code ParForException} naming the node when it
     *                      cannot be elsewhere. A {@code load}: GMT-686 when it cannot be read, GMT-687 when it holds
     *                      something else, GMT-688 when it is damaged
     */
    public final void save(final TaskContext ctx, final Path path) throws SuspendExecution {
        ArrayFile.save(ctx, this, path);
    }

    final int lengthOfJavaArray() {
        if (size() > Integer.MAX_VALUE - 8) {
            throw new GmtException("GMT-685", this + " is longer than a Java array can be; get it range by range");
        }
        return (int) size();
    }

    /**
     * Frees the array on all nodes. Called by one task when no other uses the array any more.
     *
     * @throws GmtException when it has been freed already
     */
    public final void free(final TaskContext ctx) throws SuspendExecution {
        requireAlive();
        home.free(ctx, id);
    }

    /**
     * Copies {@code count} elements from {@code from} on to {@code target[to ...]} and waits until they are there. The
     * target may be distributed in any other way; each node copies what it owns, in parallel, neighbours in large
     * pieces.
     *
     * <p>What the copy reads must have been written before: awaited, not only issued. A replicated target gets all its
     * copies written. The elements of a copy become visible one by one, in no order. Copying a range to itself does
     * nothing.
     *
     * @throws IndexOutOfBoundsException when one of the ranges lies outside of its array
     * @throws IllegalArgumentException  GMT-238 when the element types differ, GMT-244 when the ranges lie in one array
     *                                   and overlap: copy by way of another array then. Nothing has been copied
     */
    public final void copyTo(final TaskContext ctx, final long from, final GlobalArray target, final long to,
                             final long count)
        throws SuspendExecution {
        ArrayCopy.of(this, from, target, to, count).run(ctx);
    }

    /** Starts a copy; {@link TaskContext#awaitTasks()} waits for it. */
    public final void copyToNb(final TaskContext ctx, final long from, final GlobalArray target, final long to,
                               final long count) {
        ArrayCopy.of(this, from, target, to, count).start(ctx, null);
    }

    /** Starts a copy, whose tasks belong to the handle's tree: {@link TaskContext#await(TaskHandle)}. */
    public final void copyToNb(final TaskContext ctx, final TaskHandle handle, final long from,
                               final GlobalArray target, final long to, final long count) {
        ArrayCopy.of(this, from, target, to, count).start(ctx, Objects.requireNonNull(handle, "handle"));
    }
}
