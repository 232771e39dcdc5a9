package org.gmt4j.runtime.array;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.SuspendExecution;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.runtime.function.NodeBound;
import org.gmt4j.runtime.memory.Segment;
import org.gmt4j.runtime.task.Placement;
import org.gmt4j.runtime.task.TaskContext;

/**
 * One node's handle to an array in the global address space. The handle that a body has captured is the one of the node it
 * runs on. Any task of the node may use it; per command.
 *
 * <p><b>Sizes</b> are elements, indices run from 0 to size - 1 over the whole array. Every index is checked at the caller
 * before anything is sent; a freed array, an unknown name or a foreign width likewise.
 *
 * <p><b>Local elements</b> are read and written at once, without a command. <b>Remote</b> ones travel as commands of 8 to 24
 * bytes through the task's aggregator. The non-blocking methods (Nb) are plain and never suspend; the blocking ones issue
 * one operation and suspend until everything of the task has completed; a get or an atomic of a local element returns at once
 * and waits for nothing.
 *
 * <p><b>Consistency.</b> A get returns the value at its execution at the owner. Single-element operations are atomic and do
 * not tear; bulk operations are not atomic as a whole. The source of a put may be reused when the call returns.
 */
public abstract class GlobalArray implements Placement, NodeBound {
    /** Kind of node-bound object. */
    public static final int KIND = 1;
    private final int id;
    private final ArraySpec spec;
    private final Distribution distribution;
    private final int nodeId;
    private final int nodeCount;
    private final Segment segment;
    private final int widthShift;
    private final long size;
    private final boolean replicated;
    /** Non-blocking commands for local elements are gathered like remote ones, see {@code OwnCommands}. */
    private final boolean gathersOwn;
    private boolean isFreed;

    /** Fast path, for contiguous parts: element i is local when i - localStart is in [0, localCount). Count 0 otherwise. */
    protected long localStart;
    protected long localCount;
    /** Address of the first local element. */
    protected long address;
    /** One thread owns the memory: plain stores will do. */
    protected final boolean exclusive;

    GlobalArray(final ArrayPart part) {
        id = part.id();
        spec = part.spec();
        distribution = part.distribution();
        nodeId = part.nodeId();
        nodeCount = part.nodeCount();
        segment = part.segment();
        widthShift = segment.widthShift();
        size = spec.size();
        replicated = distribution.isReplicated();
        gathersOwn = segment.isExclusive() && !replicated;
        exclusive = segment.isExclusive();
        address = segment.address();
        if (!distribution.isCyclic()) {
            localStart = distribution.start(nodeId);
            localCount = distribution.count(nodeId);
        }
    }

    // --- shape ---

    public final int id() {
        return id;
    }

    /** The name it was allocated with, or empty. */
    public final String name() {
        return spec.name();
    }

    public final ArraySpec spec() {
        return spec;
    }

    @Override
    public final long size() {
        return spec.size();
    }

    /** Bytes of one element. */
    public final int elementLength() {
        return spec.elementLength();
    }

    public final Distribution distribution() {
        return distribution;
    }

    @Override
    public final int owner(final long index) {
        check(index);
        return distribution.owner(index);
    }

    public final boolean isLocal(final long index) {
        return localOffset(index) >= 0;
    }

    /** First element of this node's contiguous part. Not for block-cyclic arrays. */
    public final long localStart() {
        requireContiguous();
        return localStart;
    }

    /** Elements that this node holds. */
    public final long localCount() {
        return distribution.count(nodeId);
    }

    /** End, exclusive, of this node's contiguous part. Not for block-cyclic arrays. */
    public final long localEnd() {
        requireContiguous();
        return localStart + localCount;
    }

    /** True when one thread of this node executes everything that touches the array, so that plain loads and stores will do. */
    public final boolean isExclusive() {
        return exclusive;
    }

    /** Address of this node's elements, for code that must be as fast as memory; valid until the array is freed. */
    public final long localAddress() {
        requireAlive();
        return address;
    }

    /** Index of the element with an offset in this node's memory. */
    public final long globalIndex(final long localOffset) {
        return distribution.index(nodeId, localOffset);
    }

    @Override
    public final void forEachRun(final long low, final long high, final RunConsumer consumer) {
        for (long at = low; at < high; ) {
            final long end = Math.min(high, distribution.runEnd(at));
            consumer.run(distribution.isReplicated() ? nodeId : distribution.owner(at), at, end);
            at = end;
        }
    }

    private void requireContiguous() {
        if (distribution.isCyclic()) {
            throw new UnsupportedOperationException(this + " is block-cyclic: its local elements are not contiguous");
        }
    }

    // --- checks: everything wrong is found at the caller, before anything is sent ---

    protected final void check(final long index) {
        if (Long.compareUnsigned(index, size) >= 0 || isFreed) {
            requireAlive();
            throw new IndexOutOfBoundsException("index " + index + " of " + this);
        }
    }

    protected final void checkRange(final long index, final long count) {
        requireAlive();
        if (count < 0 || index < 0 || index > spec.size() - count) {
            throw new IndexOutOfBoundsException("range of " + count + " elements at index " + index + " of " + this);
        }
    }

    private void requireAlive() {
        if (isFreed) {
            throw new GmtException("GMT-230", this + " has been freed");
        }
    }

    final void requireAtomic() {
        if (replicated) {
            throw new UnsupportedOperationException("atomic operation on the replicated " + this + ": its copies would differ");
        }
    }

    static void checkArray(final int length, final int from, final int count) {
        java.util.Objects.checkFromIndexSize(from, count, length);
    }

    final void markFreed() {
        isFreed = true;
        localCount = 0;
        address = 0;
    }

    public final boolean isFreed() {
        return isFreed;
    }

    // --- single elements as bits ---

    /** Offset of a local element, or -1 when it is elsewhere. Checks the index. */
    protected final long localOffset(final long index) {
        final long offset = index - localStart;
        if (Long.compareUnsigned(offset, localCount) < 0) {
            return offset;
        }
        check(index);
        return distribution.isCyclic() && distribution.owner(index) == nodeId ? distribution.offset(index) : -1;
    }

    /**
     * Offset of a local element that is to be accessed at once, or -1: issue a command. Where commands for the own node are
     * gathered, a blocking access comes behind those that the lane has gathered.
     */
    protected final long settledOffset(final Aggregator aggregator, final long index) {
        final long offset = localOffset(index);
        if (offset >= 0) {
            aggregator.settleOwn();
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
    protected final void request(final TaskContext ctx, final long index) {
        final long place = distribution.locate(index);
        ctx.aggregator().fetch(nodeOf(place), word(CommandType.GET, place), ctx, null, RequestBlock.TO_COMPLETION);
    }

    /** The bits of an element of this node. */
    protected final long load(final long offset) {
        return segment.load(offset);
    }

    protected final void getBitsNb(final Aggregator aggregator, final Completion owner, final long index, final Object target,
                                   final int base, final int shift, final int position) {
        final long offset = immediateOffset(index);
        if (offset >= 0) {
            storeLocally(target, base + ((long) position << shift), shift, segment.load(offset));
        } else {
            final long place = distribution.locate(index);
            aggregator.fetch(nodeOf(place), word(CommandType.GET, place), owner, target,
                RequestBlock.toElement(shift, base, position));
        }
    }

    private static void storeLocally(final Object target, final long at, final int shift, final long bits) {
        switch (shift) {
            case 3:
                UnsafeApi.putLong(target, at, bits);
                break;
            case 2:
                UnsafeApi.putInt(target, at, (int) bits);
                break;
            case 1:
                UnsafeApi.putShort(target, at, (short) bits);
                break;
            default:
                UnsafeApi.putByte(target, at, (byte) bits);
                break;
        }
    }

    protected final void putBitsNb(final Aggregator aggregator, final Completion owner, final long index, final long bits) {
        final long offset = immediateOffset(index);
        if (offset >= 0) {
            segment.store(offset, bits);
            if (distribution.isReplicated()) {
                putCopies(aggregator, owner, index, bits);
            }
        } else {
            final long place = distribution.locate(index);
            aggregator.update(nodeOf(place), word(CommandType.PUT_VALUE, place), bits, owner);
        }
    }

    private void putCopies(final Aggregator aggregator, final Completion owner, final long index, final long bits) {
        for (int k = 1; k < nodeCount; k++) {
            aggregator.update((nodeId + k) % nodeCount, word(CommandType.PUT_VALUE, index), bits, owner);
        }
    }

    /** Operator without a result. */
    protected final void updateNb(final Aggregator aggregator, final Completion owner, final int operator, final long index,
                                  final long operand) {
        requireAtomic();
        final long offset = immediateOffset(index);
        if (offset >= 0) {
            segment.fetchAndUpdate(operator, offset, operand);
        } else {
            final long place = distribution.locate(index);
            aggregator.update(nodeOf(place), word(CommandType.UPDATE + operator, place), operand, owner);
        }
    }

    /** Operator with the value before as the result. */
    protected final long update(final TaskContext ctx, final int operator, final long index, final long operand) throws SuspendExecution {
        requireAtomic();
        final long offset = settledOffset(ctx.aggregator(), index);
        if (offset >= 0) {
            return segment.fetchAndUpdate(operator, offset, operand);
        }
        final long place = distribution.locate(index);
        ctx.aggregator().fetch(nodeOf(place), word(CommandType.FETCH + operator, place), operand, ctx, null,
            RequestBlock.TO_COMPLETION);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        return ctx.result();
    }

    protected final void fetchNb(final Aggregator aggregator, final Completion owner, final int operator, final long index,
                                 final long operand, final Object target, final int base, final int shift, final int position) {
        requireAtomic();
        final long offset = immediateOffset(index);
        if (offset >= 0) {
            storeLocally(target, base + ((long) position << shift), shift, segment.fetchAndUpdate(operator, offset, operand));
        } else {
            final long place = distribution.locate(index);
            aggregator.fetch(nodeOf(place), word(CommandType.FETCH + operator, place), operand, owner, target,
                RequestBlock.toElement(shift, base, position));
        }
    }

    protected final long compareAndSetBits(final TaskContext ctx, final long index, final long expected, final long replacement)
        throws SuspendExecution {
        requireAtomic();
        final long offset = settledOffset(ctx.aggregator(), index);
        if (offset >= 0) {
            return segment.compareAndSet(offset, expected, replacement);
        }
        final long place = distribution.locate(index);
        ctx.aggregator().fetch(nodeOf(place), word(CommandType.COMPARE_AND_SET, place), expected, replacement, ctx, null,
            RequestBlock.TO_COMPLETION);
        while (ctx.mustWait()) {
            Coroutine.suspend();
        }
        return ctx.result();
    }

    protected final void compareAndSetNb(final Aggregator aggregator, final Completion owner, final long index, final long expected,
                                         final long replacement, final Object target, final int base, final int shift,
                                         final int position) {
        requireAtomic();
        final long offset = immediateOffset(index);
        if (offset >= 0) {
            storeLocally(target, base + ((long) position << shift), shift, segment.compareAndSet(offset, expected, replacement));
        } else {
            final long place = distribution.locate(index);
            aggregator.fetch(nodeOf(place), word(CommandType.COMPARE_AND_SET, place), expected, replacement, owner,
                target, RequestBlock.toElement(shift, base, position));
        }
    }

    protected final long loadLocal(final long index) {
        final long offset = localOffset(index);
        if (offset < 0) {
            throw new IllegalArgumentException("index " + index + " of " + this + " is not local to node " + nodeId);
        }
        return segment.load(offset);
    }

    protected final void storeLocal(final long index, final long bits) {
        final long offset = localOffset(index);
        if (offset < 0) {
            throw new IllegalArgumentException("index " + index + " of " + this + " is not local to node " + nodeId);
        }
        segment.store(offset, bits);
    }

    // --- ranges of bytes ---

    /** Gets {@code count} elements to byte offset {@code at} of an array object. */
    protected final void getRangeNb(final Aggregator aggregator, final Completion owner, final long index, final Object target,
                                    final long at, final long count) {
        checkRange(index, count);
        aggregator.settleOwn();
        final int length = spec.elementLength();
        final int step = Math.max(1, aggregator.maxGetLength() / length);
        long to = at;
        for (long i = index; i < index + count; ) {
            final boolean here = isLocal(i);
            final long runEnd = Math.min(index + count, distribution.runEnd(i));
            final long n = here ? runEnd - i : Math.min(step, runEnd - i);
            if (here) {
                UnsafeApi.copyMemory(null, segment.addressOf(distribution.offset(i)), target, to, n * length);
            } else {
                aggregator.fetchBulk(distribution.owner(i), word(CommandType.GET_BULK, distribution.offset(i)), (int) (n * length), owner, target, to);
            }
            i += n;
            to += n * length;
        }
    }

    /** Puts {@code count} elements from byte offset {@code at} of an array object. */
    protected final void putRangeNb(final Aggregator aggregator, final Completion owner, final long index, final Object source,
                                    final long at, final long count) {
        checkRange(index, count);
        aggregator.settleOwn();
        final int length = spec.elementLength();
        long from = at;
        for (long i = index; i < index + count; ) {
            final long runEnd = Math.min(index + count, distribution.runEnd(i));
            long n = runEnd - i;
            if (distribution.isReplicated()) {
                UnsafeApi.copyMemory(source, from, null, segment.addressOf(i), n * length);
                for (int k = 1; k < nodeCount; k++) {
                    putRemote(aggregator, owner, (nodeId + k) % nodeCount, i, source, from, n);
                }
            } else if (isLocal(i)) {
                UnsafeApi.copyMemory(source, from, null, segment.addressOf(distribution.offset(i)), n * length);
            } else {
                putRemote(aggregator, owner, distribution.owner(i), i, source, from, n);
            }
            i += n;
            from += n * length;
        }
    }

    /** Cuts to what the open block still holds, or a whole block. */
    private void putRemote(final Aggregator aggregator, final Completion owner, final int node, final long index, final Object source,
                           final long at, final long count) {
        final int length = spec.elementLength();
        long from = at;
        for (long i = index; i < index + count; ) {
            int room = aggregator.room(node) - 16;
            if (room < length || room < 256 && room < (index + count - i) * length) {
                room = aggregator.maxCommandLength() - 16;
            }
            if (room < length) {
                throw new IllegalArgumentException("an element of " + length + " B does not fit a command block; raise the block length");
            }
            final long n = Math.min(room / length, index + count - i);
            final int bytes = (int) (n * length);
            final long to = aggregator.claim(node, 16 + Aggregator.padded(bytes), owner);
            UnsafeApi.putLong(to, word(CommandType.PUT, distribution.offset(i)));
            UnsafeApi.putLong(to + 8, bytes);
            UnsafeApi.copyMemory(source, from, null, to + 16, bytes);
            aggregator.commit(node);
            i += n;
            from += bytes;
        }
    }

    /**
     * Frees the array on all nodes. Called by one task when no other uses the array any more.
     *
     * @throws GmtException when it has been freed already
     */
    public final void free(final TaskContext ctx) throws SuspendExecution {
        requireAlive();
        ArrayCatalog.free(ctx, id);
    }

    /**
     * Copies elements of this array to another of the same element length, which may be distributed otherwise. Each node
     * copies what it owns, in parallel.
     */
    public final void copyTo(final TaskContext ctx, final long from, final GlobalArray target, final long to, final long count)
        throws SuspendExecution {
        checkRange(from, count);
        target.checkRange(to, count);
        if (target.elementLength() != elementLength()) {
            throw new IllegalArgumentException("elements of " + elementLength() + " B cannot be copied to " + target);
        }
        ArrayCopy.run(ctx, this, from, target, to, count);
    }

    @Override
    public final int boundKind() {
        return KIND;
    }

    @Override
    public final long boundId() {
        return id;
    }

    final Segment segment() {
        return segment;
    }

    final int widthShift() {
        return widthShift;
    }

    @Override
    public final String toString() {
        return "array " + (spec.name().isEmpty() ? "#" + id : "'" + spec.name() + "'") + " (" + spec.type().name().toLowerCase(java.util.Locale.ROOT)
            + ", length " + spec.size() + ", " + distribution + ")";
    }
}
