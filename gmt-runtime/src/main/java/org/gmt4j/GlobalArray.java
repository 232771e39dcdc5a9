package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.file.Path;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One node's handle to an array in the global address space. A body that captures a handle gets the handle of the node
 * on which it runs. Any task of the node may use it; per command.
 *
 * <p><b>Sizes</b> count elements. Indices run from 0 to size - 1 over the whole array. Every index is checked at the
 * caller before anything is sent, and so are freed arrays, unknown names and wrong widths.
 *
 * <p><b>Local elements</b> are read and written at once, without a command. <b>Remote elements</b> are accessed by
 * commands of 8 to 24 bytes through the task's aggregator. The non-blocking methods (Nb) are plain and never suspend.
 * The blocking ones issue one operation and suspend until all operations of the task have completed, but for updates
 * that are held back ({@link Combining}). On local elements they return at once: a get or an atomic operation always, a
 * put where no operation of the task is under way. Between processes of one host, where the array is mapped
 * ({@link ArraySpec.Mapping}), a get does so, too, if no operation of the task is under way, and a get or
 * {@code compareAndSet} of elements declared {@link Combining#ONCE} always.
 *
 * <p><b>Consistency.</b> A get returns the value at the time of its execution at the owner. Single-element operations
 * are atomic and do not tear; bulk operations are not atomic as a whole. The source of a put may be reused when the
 * call returns.
 */
public abstract class GlobalArray extends ArrayShape {
    GlobalArray(final ArrayPart part) {
        super(part);
    }

    // --- single elements as bits ---

    /**
     * Returns the offset of a local element to be accessed at once, or -1 to issue a command. Where commands for the
     * own node are gathered, a blocking access follows those that the lane has gathered.
     */
    final long settledOffset(final TaskContext ctx, final long index) {
        final long offset = localOffset(index);
        if (offset >= 0 && (gathersOwn || holdsOwn)) {
            EngineTask.of(ctx).aggregator().settleOwn();
            issueOwn(EngineTask.of(ctx), index);
        }
        return offset;
    }

    private void issueOwn(final EngineIssuer owner, final long index) {
        if (holdsOwn) {
            combining.issue(owner.aggregator(), index, distribution.locate(index));
        }
    }

    /** Returns the offset as above for a non-blocking access, which is gathered where possible. */
    private long immediateOffset(final Issuer issuer, final long index) {
        if (gathersOwn) {
            check(index);
            return -1;
        }
        final long offset = localOffset(index);
        if (holdsOwn && offset >= 0) {
            issueOwn(EngineIssuer.of(issuer), index);
        }
        return offset;
    }

    /** Returns the first word of a command of a type for the element at a place. */
    private long word(final int type, final long place) {
        return CommandWord.base(type, id) | place & CommandWord.MAX_OFFSET;
    }

    /** Issues a get of a remote element; the caller then suspends. */
    final void request(final TaskContext ctx, final long index) {
        fetch(EngineTask.of(ctx), CommandType.GET, index, null, RequestBlock.TO_COMPLETION);
    }

    /** Returns the place of an element for a command, all updates of it issued that the lane has held back. */
    private long placeOf(final EngineIssuer owner, final long index) {
        final long place = distribution.locate(index);
        if (combining != null) {
            combining.issue(owner.aggregator(), index, place);
        }
        return place;
    }

    private void fetch(final EngineIssuer owner, final int type, final long index, final Object target, final long to) {
        final long place = placeOf(owner, index);
        owner.aggregator().fetch(nodeOf(place), word(type, place), owner, target, to);
    }

    private void fetch(final EngineIssuer owner, final int type, final long index, final long operand,
                       final Object target, final long to) {
        final long place = placeOf(owner, index);
        owner.aggregator().fetch(nodeOf(place), word(type, place), operand, owner, target, to);
    }

    private void send(final EngineIssuer owner, final int type, final long index, final long operand) {
        final long place = placeOf(owner, index);
        owner.aggregator().update(nodeOf(place), word(type, place), operand, owner);
    }

    /** Returns the bits of an element of this node. */
    final long load(final long offset) {
        return segment.load(offset);
    }

    /** @param to where they go: {@link #placeIn} the target */
    final void getBitsNb(final Issuer issuer, final long index, final Object target, final long to) {
        final long offset = immediateOffset(issuer, index);
        if (offset >= 0) {
            RequestBlock.store(target, to, segment.load(offset));
        } else {
            fetch(EngineIssuer.of(issuer), CommandType.GET, index, target, to);
        }
    }

    final void putBitsNb(final Issuer issuer, final long index, final long bits) {
        final long offset = immediateOffset(issuer, index);
        if (offset < 0) {
            send(EngineIssuer.of(issuer), CommandType.PUT_VALUE, index, bits);
            return;
        }
        requireSettable();
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

    /** Applies an operator without a result. Short, so that it is compiled into loops, and the rest is not. */
    final void updateNb(final Issuer issuer, final int operator, final long index, final long operand) {
        final long offset = index - localStart;
        if ((direct >>> operator & 1) == 0 || offset < 0 || offset >= localCount) {
            updateElsewhere(issuer, operator, index, operand);
            return;
        }
        EngineIssuer.of(issuer).requireOwnThread();
        Segment.update(operator, address + (offset << 3), operand, isExclusive);
    }

    /** Adds to the lane's sum for an element anywhere. */
    final void addToSum(final Issuer issuer, final long index, final long operand) {
        if (isFreed() || index != (int) index) {
            check(index);
        }
        final EngineIssuer owner = EngineIssuer.of(issuer);
        try {
            combining.add(owner.aggregator(), owner, (int) index, operand);
        } catch (final ArrayIndexOutOfBoundsException outside) {      // one check instead of two
            check(index);
            throw outside;
        }
    }

    /** Lowers or raises an element of this node, which is alone, as the array was declared. */
    final void keepExtreme(final Issuer issuer, final long index, final long operand) {
        final EngineIssuer owner = EngineIssuer.of(issuer);
        owner.hold();                                 // ahead of all checks: out of a loop
        long offset = index;
        if (index < 0 || index >= localCount) {
            offset = localOffset(index);              // cyclic, or no index
        }
        combining.keep(owner.aggregator(), owner, segment.address(), offset, operand);
    }

    private void updateElsewhere(final Issuer issuer, final int operator, final long index, final long operand) {
        requireUpdate(operator, operand);
        if (holdsOwn) {
            if (combining.hasSums()) {
                addToSum(issuer, index, operand);
            } else {
                keepExtreme(issuer, index, operand);
            }
            return;
        }
        final long offset = immediateOffset(issuer, index);
        final EngineIssuer owner = EngineIssuer.of(issuer);
        if (offset >= 0) {
            owner.requireOwnThread();
            segment.fetchAndUpdate(operator, offset, operand);
        } else if (combining == null) {
            send(owner, CommandType.UPDATE + operator, index, operand);
        } else if (combining.hasExtremes() && !gathersOwn) {         // remote, and needs no place yet
            combining.improve(owner.aggregator(), owner, index, operand);
        } else {
            combine(owner, operator, index, operand);
        }
    }

    private void combine(final EngineIssuer owner, final int operator, final long index, final long operand) {
        final long place = distribution.locate(index);
        if (nodeOf(place) == nodeId) {
            owner.aggregator().update(nodeId, word(CommandType.UPDATE + operator, place), operand, owner);
        } else if (combining.hasExtremes()) {
            combining.improve(owner.aggregator(), owner, index, operand);
        } else {
            combining.update(owner.aggregator(), owner, place, operand);
        }
    }

    /** Applies an operator and returns the previous value. */
    final long update(final TaskContext ctx, final int operator, final long index, final long operand)
        throws SuspendExecution {
        requireUpdate(operator, operand);
        final long offset = settledOffset(ctx, index);
        if (offset >= 0) {
            EngineTask.of(ctx).requireOwnThread();
            return segment.fetchAndUpdate(operator, offset, operand);
        }
        fetch(EngineTask.of(ctx), CommandType.FETCH + operator, index, operand, null, RequestBlock.TO_COMPLETION);
        while (EngineTask.of(ctx).mustWaitForAnswer()) {
            Coroutine.suspend();
        }
        final long before = EngineTask.of(ctx).result();
        if (combining != null) {
            combining.executed(EngineTask.of(ctx).aggregator(), index, distribution.locate(index),
                operand, before);
        }
        return before;
    }

    final void fetchNb(final Issuer issuer, final int operator, final long index, final long operand,
                       final Object target, final long to) {
        requireUpdate(operator, operand);
        final long offset = immediateOffset(issuer, index);
        if (offset >= 0) {
            EngineIssuer.of(issuer).requireOwnThread();
            RequestBlock.store(target, to, segment.fetchAndUpdate(operator, offset, operand));
        } else {
            fetch(EngineIssuer.of(issuer), CommandType.FETCH + operator, index, operand, target, to);
        }
    }

    final long compareAndSetBits(final TaskContext ctx, final long index, final long expected, final long replacement)
        throws SuspendExecution {
        requireComparing(expected, replacement);
        final long offset = settledOffset(ctx, index);
        if (offset >= 0) {
            EngineTask.of(ctx).requireOwnThread();
            return segment.compareAndSet(offset, expected, replacement);
        }
        final Segment peer = EngineTask.of(ctx).isWaitable() ? comparablePeer(index) : null;
        long before = 0;
        if (peer != null) {
            before = peer.compareAndSet(distribution.offset(index), expected, replacement);
            EngineTask.of(ctx).giveWay();             // it comes here once in a while only, see isComparable
        } else {
            if (combining != null && isKnown(ctx, index)) {
                return answer(ctx, index);
            }
            fetchComparing(EngineTask.of(ctx), distribution.locate(index), expected, replacement, null,
                RequestBlock.TO_COMPLETION);
        }
        while (EngineTask.of(ctx).mustWaitForAnswer()) {
            Coroutine.suspend();
        }
        if (peer != null) {
            return before;
        }
        before = EngineTask.of(ctx).result();
        if (combining != null) {
            combining.executed(EngineTask.of(ctx).aggregator(), index, distribution.locate(index),
                replacement, before);
        }
        return before;
    }

    /** Returns whether a blocking get would not wait. */
    final boolean isGettable(final TaskContext ctx, final long index) {
        return isAtHand(ctx, index)
            || holdsOwn && !gathersOwn && isHere(index, 1) && !combining.hasSum(EngineTask.of(ctx).aggregator(), index)
            || readablePeer(ctx, index) != null && EngineTask.of(ctx).mayGoOn();
    }

    /**
     * Returns whether a compare-and-set would not wait: the element is here or at another process of this host, or is
     * known to have changed.
     */
    final boolean isComparable(final TaskContext ctx, final long index) {
        return isAtHand(ctx, index)
            || comparesInPlace && readablePeer(ctx, index) != null && EngineTask.of(ctx).mayGoOn()
            || combining != null && Long.compareUnsigned(index, size()) < 0 && !isFreed()
            && combining.knows(EngineTask.of(ctx).aggregator(), index, distribution.locate(index));
    }

    /** Compares and sets where that does not wait. */
    final long compareAtHand(final TaskContext ctx, final long index, final long expected, final long replacement) {
        requireComparing(expected, replacement);
        if (isAtHand(ctx, index)) {
            EngineTask.of(ctx).requireOwnThread();
            return segment.compareAndSet(index - localStart, expected, replacement);
        }
        final Segment peer = comparesInPlace ? region.mappedPeer(nodeOf(distribution.locate(index))) : null;
        if (peer != null) {
            return peer.compareAndSet(distribution.offset(index), expected, replacement);
        }
        combining.find(EngineTask.of(ctx).aggregator(), index, distribution.locate(index));
        return answer(ctx, index);
    }

    /** Returns whether the lane knows that a write-once element has changed. */
    private boolean isKnown(final TaskContext ctx, final long index) {
        return combining.find(EngineTask.of(ctx).aggregator(), index, distribution.locate(index));
    }

    private long answer(final TaskContext ctx, final long index) {
        return combining.answer(EngineTask.of(ctx).aggregator(), index, distribution.locate(index));
    }

    final void compareAndSetBitsNb(final Issuer issuer, final long index, final long expected, final long replacement,
                                   final Object target, final long to) {
        requireComparing(expected, replacement);
        final long offset = immediateOffset(issuer, index);
        if (offset >= 0) {
            EngineIssuer.of(issuer).requireOwnThread();
            RequestBlock.store(target, to, segment.compareAndSet(offset, expected, replacement));
            return;
        }
        final Segment peer = comparablePeer(index);
        if (peer != null) {
            RequestBlock.store(target, to, peer.compareAndSet(distribution.offset(index), expected, replacement));
        } else if (combining == null) {
            fetchComparing(EngineIssuer.of(issuer), distribution.locate(index), expected, replacement, target, to);
        } else {
            compareOnce(EngineIssuer.of(issuer), index, expected, replacement, target, to);
        }
    }

    /** Answers at once for an element that is known to have changed; otherwise the reply teaches the lane. */
    private void compareOnce(final EngineIssuer owner, final long index, final long expected, final long replacement,
                             final Object target, final long to) {
        final Aggregator aggregator = owner.aggregator();
        final long place = distribution.locate(index);
        if (nodeOf(place) == nodeId) {
            fetchComparing(owner, place, expected, replacement, target, to);
        } else if (combining.find(aggregator, index, place)) {
            RequestBlock.store(target, to, combining.answer(aggregator, index, place));
        } else if (!combining.isTaught(aggregator) || aggregator.isGone(nodeOf(place))) {     // throws where it is gone
            fetchComparing(owner, place, expected, replacement, target, to);
        } else {
            fetchComparing(owner, place, expected, replacement, combining.taker(aggregator),
                combining.expect(aggregator, index, place, replacement, target, to));
        }
    }

    /** Packs both values into one word for elements of up to 4 bytes, which saves a third of the bytes sent. */
    private void fetchComparing(final EngineIssuer owner, final long place, final long expected,
                                final long replacement, final Object target, final long to) {
        if (widthShift < 3) {
            owner.aggregator().fetch(nodeOf(place), word(CommandType.COMPARE_AND_SET_NARROW, place),
                expected << 32 | replacement & 0xFFFF_FFFFL, owner, target, RequestBlock.narrow(to));
        } else {
            owner.aggregator().fetch(nodeOf(place), word(CommandType.COMPARE_AND_SET, place), expected, replacement,
                owner, target, to);
        }
    }

    final long loadLocal(final long index) {
        return segment.load(requireLocal(index));
    }

    final void storeLocal(final long index, final long bits) {
        final long offset = requireLocal(index);
        requireSettable();
        segment.store(offset, bits);
    }

    // --- ranges of bytes ---

    /** Gets elements to byte offset {@code at} of an array object, and waits: see {@link BulkTransfer#settle}. */
    final void getRange(final TaskContext ctx, final long index, final Object target, final long at, final long count)
        throws SuspendExecution {
        if (isHere(index, count) && (!holdsOwn || settlesOwn(ctx))) {
            EngineTask.of(ctx).oneSided().ranges().getHere(region, (index - localStart) * elementLength(), target, at,
                count * elementLength());
            return;
        }
        if (BulkTransfer.settle(this, ctx, index, count)) {
            ctx.await();
        }
        BulkTransfer.get(this, ctx, index, target, at, count);
        EngineTask.of(ctx).awaitAnswers();
    }

    /** Puts elements from byte offset {@code at} of an array object, or an address without one, and waits. */
    final void putRange(final TaskContext ctx, final long index, final Object source, final long at, final long count)
        throws SuspendExecution {
        if (BulkTransfer.settle(this, ctx, index, count)) {
            ctx.await();
        }
        BulkTransfer.put(this, ctx, true, index, source, at, count);
        EngineTask.of(ctx).awaitAnswers();
    }

    /**
     * Returns {@code count} elements from {@code index} on, to be read. Waits where they are not this node's, nor
     * mapped from another process of this host, or the array is declared {@code ADD}, and gets them then as one range;
     * others are read in place, and change when the array does. The view of a range of records has their number only.
     *
     * @throws IndexOutOfBoundsException when the range exceeds the array
     * @throws GmtException              GMT-685 when a copy would be longer than a Java array can be
     */
    public final ElementView view(final TaskContext ctx, final long index, final int count) throws SuspendExecution {
        if (count >= 0 && isHere(index, count) && isViewable(ctx, index, count)) {
            return viewHere(index, count);
        }
        checkRange(index, count);
        if (isHere(index, count) && (!holdsOwn || settlesOwn(ctx))) {
            EngineTask.of(ctx).aggregator().settleOwn();
            return viewHere(index, count);
        }
        if (peerInReach(ctx, index) != null && isOfOneNode(index, count)) {
            EngineTask.of(ctx).giveWay();             // operations are under way, or it is time, see isViewable
            EngineTask.of(ctx).awaitAnswers();
            if (readablePeer(ctx, index) != null) {
                return viewPeers(index, count);
            }
        }
        final long length = (long) count * elementLength();
        if (length > Integer.MAX_VALUE - 8) {
            throw new GmtException("GMT-685", "a view of " + count + " elements of " + this
                + " is longer than a Java array can be; take a part of it");
        }
        final byte[] copy = new byte[(int) length];
        getRange(ctx, index, copy, UnsafeApi.arrayBaseOffset(byte[].class), count);
        return ElementView.ofCopy(copy, count, spec().type());
    }

    /** Returns whether a range can be read in place, and nothing that the task has done before concerns it. */
    final boolean isViewable(final TaskContext ctx, final long index, final int count) {
        return count >= 0 && (isHere(index, count) ? (!holdsOwn || settlesOwn(ctx))
            && (!gathersOwn || EngineTask.of(ctx).aggregator().isOwnSettled())
            : readablePeer(ctx, index) != null && isOfOneNode(index, count) && EngineTask.of(ctx).mayGoOn());
    }

    private boolean isOfOneNode(final long index, final int count) {
        return distribution.runEnd(index) - index >= count;
    }

    final ElementView viewHere(final long index, final int count) {
        return isHere(index, count) ? ElementView.inPlace(segment, index - localStart, count, spec().type())
            : viewPeers(index, count);
    }

    private ElementView viewPeers(final long index, final int count) {
        final long place = distribution.locate(index);
        VarHandle.acquireFence();                     // what its writers have seen, this task sees
        return ElementView.inPlace(region.mappedPeer(nodeOf(place)), CommandWord.offset(place), count, spec().type());
    }

    /**
     * Gets elements from {@code index} on until the buffer is full, and waits. Fills the buffer from its position to
     * its limit; buffers of any kind and length are possible. A {@code ByteBuffer} takes elements of any type in its
     * own byte order, other buffers take elements of their own type.
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
     * Gets a patch of the array into a patch of a buffer, and waits. Patches count elements; both have the same size
     * and may differ in shape. Each owner's share travels as one strided transfer where its elements are adjacent. A
     * call allocates one object for a patch of any size.
     *
     * <pre>{@code
     * Patch tile = Patch.of(1000 * row + column, 64).times(64, 1000);        // of a matrix with rows of 1,000
     * matrix.getPatch(ctx, tile, LocalBuffer.of(values), Patch.of(0, 64 * 64));
     * }</pre>
     *
     * @param from   patch of the array, in elements
     * @param target array of the element type, or one-sided memory of this node
     * @param to     patch of the target, in elements
     * @throws IndexOutOfBoundsException GMT-272 when a patch exceeds the array or the buffer
     * @throws IllegalArgumentException  GMT-273 when the patches differ in size, or the target patch overlaps itself
     * @throws GmtException              GMT-684 when the buffer is an array of another type; nothing has moved then
     */
    public final void getPatch(final TaskContext ctx, final Patch from, final LocalBuffer target, final Patch to)
        throws SuspendExecution {
        if (region.hasWindows()) {
            ctx.await();
        }
        PatchTransfer.get(this, ctx, from, target, to);
        EngineTask.of(ctx).awaitAnswers();
    }

    /** Starts {@link #getPatch}. The buffer must not be touched until the wait has returned. */
    public final void getPatchNb(final Issuer issuer, final Patch from, final LocalBuffer target, final Patch to) {
        PatchTransfer.get(this, issuer, from, target, to);
    }

    /** Puts a patch of a buffer to a patch of the array, in all its copies, and waits; see {@link #getPatch}. */
    public final void putPatch(final TaskContext ctx, final LocalBuffer source, final Patch from, final Patch to)
        throws SuspendExecution {
        if (region.hasWindows()) {
            ctx.await();
        }
        PatchTransfer.store(this, ctx, true, null, source, from, to);
        EngineTask.of(ctx).awaitAnswers();
    }

    /** Starts {@link #putPatch}. The buffer may be reused when the call returns. */
    public final void putPatchNb(final Issuer issuer, final LocalBuffer source, final Patch from, final Patch to) {
        PatchTransfer.store(this, issuer, false, null, source, from, to);
    }

    /**
     * Combines a patch of a buffer with a patch of the array, element by element, and waits; see {@link #getPatch}.
     * Atomic with respect to other accumulates and, on integers, to the atomic operations on elements.
     *
     * @throws IllegalArgumentException      GMT-278 when the accumulate has another element type than the array
     * @throws UnsupportedOperationException GMT-257 for a replicated array
     */
    public final void accumulatePatch(final TaskContext ctx, final Accumulate op, final LocalBuffer source,
                                      final Patch from, final Patch to)
        throws SuspendExecution {
        PatchTransfer.store(this, ctx, true, op, source, from, to);
        EngineTask.of(ctx).awaitAnswers();
    }

    /** Starts {@link #accumulatePatch}. The buffer may be reused when the call returns. */
    public final void accumulatePatchNb(final Issuer issuer, final Accumulate op, final LocalBuffer source,
                                        final Patch from, final Patch to) {
        PatchTransfer.store(this, issuer, false, op, source, from, to);
    }

    /**
     * Writes all elements to a file, in a form that does not depend on the number of nodes. Each node writes its own
     * elements, so all nodes must see the same file at the path. An existing file is replaced when the new one is
     * complete. The {@code load} method of the array's class reads it.
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
     * Frees the array on all nodes. Called by one task when no other task uses the array any more.
     *
     * @throws GmtException when the array has been freed already
     */
    public final void free(final TaskContext ctx) throws SuspendExecution {
        requireAlive();
        issueHeld(ctx);
        home.free(ctx, number);
    }

    /**
     * Copies {@code count} elements from {@code from} on to {@code target[to ...]}, and waits. The target may have any
     * other distribution. Each node copies its own elements, in parallel, neighbours in large pieces.
     *
     * <p>The elements to copy must have been written before: awaited, not only issued. All copies of a replicated
     * target are written. The elements of a copy become visible one by one, in any order. Copying a range to itself
     * does nothing.
     *
     * @param from   first index to copy
     * @param target array of the same element type, perhaps this one
     * @param to     first index to write
     * @param count  number of elements
     * @throws IndexOutOfBoundsException when one of the ranges exceeds its array
     * @throws IllegalArgumentException  GMT-238 when the element types differ, GMT-244 when the ranges overlap in one
     *                                   array: copy by way of another array then. Nothing has been copied
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
