package org.gmt4j;

import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.combining.ArrayCombining;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.onesided.Region;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;

/**
 * Size, name and distribution of an array as seen from one node, its local part, and the checks that find every wrong
 * argument at the caller. Any task of the node; per command.
 */
abstract class ArrayShape implements Placement, NodeBound {
    /** Kind of node-bound object. */
    static final int KIND = 1;
    /** Which array it is, the same on all nodes: another one may have had its id. */
    final long number;
    /** What commands call it. */
    final int id;
    private final ArraySpec spec;
    final Distribution distribution;
    final int nodeId;
    final int nodeCount;
    /** The array as bytes, for transfers of ranges. */
    final Region region;
    final ArrayHome home;
    final Segment segment;
    final int widthShift;
    /** Byte offset of the first element in an array of Java of the elements' type. */
    private final int base;
    /** The first element of such an array as the place of a value, see {@link RequestBlock#toElement}. */
    private final long firstPlace;
    private final long size;
    final boolean replicated;
    /** Null where every operation travels. */
    final ArrayCombining combining;
    /** Whether updates without a result are held back for elements of this node, too. */
    final boolean holdsOwn;
    /** Operators that may be applied to elements of this node at once, with no look at anything else: one bit each. */
    final int direct;
    final boolean isExclusive;
    /** Whether some operations are refused: the array is replicated, or declared combining. */
    private final boolean isRestricted;
    /** Bits of a {@code long} that an integer element does not have; 0 for elements of all other types. */
    private final int unused;
    /** Whether updates are looked at: some operations are refused, or some operands. One test for all others. */
    private final boolean isChecked;
    /** Of a restricted array: the only operator of its updates. */
    private final int declaredOperator;
    /** Whether elements of other processes of the host are compared and set in place, where their part is mapped. */
    final boolean comparesInPlace;
    /** Whether non-blocking commands for local elements are gathered like remote ones, see {@code OwnCommands}. */
    final boolean gathersOwn;
    private boolean isFreed;

    /**
     * Fast path for contiguous parts: element i is local when i - localStart is in [0, localCount). Otherwise the count
     * is 0.
     */
    long localStart;
    long localCount;
    /** Address of the first local element. */
    long address;

    ArrayShape(final ArrayPart part) {
        number = part.number();
        id = IdSupply.id(number);
        spec = part.spec();
        distribution = part.distribution();
        nodeId = part.nodeId();
        nodeCount = part.nodeCount();
        region = part.region();
        home = part.home();
        segment = region.segment();
        widthShift = segment.widthShift();
        size = spec.size();
        replicated = distribution.isReplicated();
        combining = part.combining();
        isRestricted = replicated || spec.combining() != Combining.NONE;
        unused = CombiningRule.unusedBits(spec);
        isChecked = isRestricted || unused > 0;
        declaredOperator = CombiningRule.operator(spec);
        gathersOwn = segment.isExclusive() && !replicated && segment.lengthInBytes() >= part.gatherFrom();
        holdsOwn = combining != null && combining.holdsOwn();
        isExclusive = segment.isExclusive();
        comparesInPlace = part.comparesInPlace();
        direct = gathersOwn || holdsOwn || replicated || widthShift != 3 ? 0
            : !isRestricted ? -1 : declaredOperator == ArrayCombining.ONCE ? 0 : 1 << declaredOperator;
        base = UnsafeApi.arrayBaseOffset(spec.type().arrays);
        firstPlace = RequestBlock.toElement(Math.max(0, widthShift), base, 0);
        address = segment.address();
        if (!distribution.isCyclic()) {
            localStart = distribution.start(nodeId);
            localCount = distribution.count(nodeId);
        }
    }

    // --- shape ---

    /** Returns the id of the array, the same on all nodes. */
    public final int id() {
        return id;
    }

    /** Returns the name given at allocation, or an empty string. */
    public final String name() {
        return spec.name();
    }

    /** Returns the specification given at allocation. */
    public final ArraySpec spec() {
        return spec;
    }

    @Override
    public final long size() {
        return size;
    }

    /** Returns the length of one element in bytes. */
    public final int elementLength() {
        return spec.elementLength();
    }

    /** Returns the mapping of indices to owners. */
    public final Distribution distribution() {
        return distribution;
    }

    @Override
    public final int owner(final long index) {
        check(index);
        return distribution.owner(index);
    }

    /** Returns whether this node owns the element or has a copy of it. */
    public final boolean isLocal(final long index) {
        return localOffset(index) >= 0;
    }

    /** Returns the first index of this node's contiguous part. Not for block-cyclic arrays. */
    public final long localStart() {
        requireContiguous();
        return localStart;
    }

    /** Returns the number of elements on this node. */
    public final long localCount() {
        return distribution.count(nodeId);
    }

    /** Returns the end, exclusive, of this node's contiguous part. Not for block-cyclic arrays. */
    public final long localEnd() {
        requireContiguous();
        return localStart + localCount;
    }

    /**
     * Returns whether one thread of this node makes all accesses to the array, so that plain loads and stores suffice.
     */
    public final boolean isExclusive() {
        return isExclusive;
    }

    /**
     * Returns the address of this node's elements, for code at memory speed. Valid until the array is freed. Nothing
     * that is written there is checked, see {@link Combining}.
     */
    public final long localAddress() {
        requireAlive();
        return address;
    }

    /** Returns the index of the element at an offset, in elements, in this node's memory. */
    public final long globalIndex(final long localOffset) {
        return distribution.index(nodeId, localOffset);
    }

    @Override
    public final boolean isScattered() {
        return distribution.isCyclic();
    }

    @Override
    public final void forEachPart(final long low, final long high, final PartConsumer consumer) {
        checkRange(low, high - low);
        if (isScattered()) {
            scatteredParts(low, high, consumer);
            return;
        }
        for (long at = low; at < high; ) {
            final long end = Math.min(high, distribution.runEnd(at));
            consumer.part(replicated ? nodeId : distribution.owner(at), at, end);
            at = end;
        }
    }

    private void scatteredParts(final long low, final long high, final PartConsumer consumer) {
        for (int k = 1; k <= nodeCount; k++) {
            final int node = (nodeId + k) % nodeCount;    // begin after the caller, not all at node 0
            final long from = distribution.countBelow(node, low);
            final long to = distribution.countBelow(node, high);
            if (from < to) {
                consumer.part(node, from, to);
            }
        }
    }

    @Override
    public final long index(final int node, final long position) {
        if (node < 0 || node >= nodeCount) {
            throw new IndexOutOfBoundsException("node " + node + " of " + nodeCount + " nodes, for a position of "
                + this);
        }
        Objects.checkIndex(position, distribution.count(node));
        return distribution.index(node, position);
    }

    @Override
    public final long runEnd(final long index) {
        check(index);
        return distribution.runEnd(index);
    }

    private void requireContiguous() {
        if (distribution.isCyclic()) {
            throw new UnsupportedOperationException("GMT-256 " + this
                + " is block-cyclic: its local elements are not contiguous; go by forEachPart, or by ForEach");
        }
    }

    // --- checks: errors are found at the caller, before anything is sent ---

    final void check(final long index) {
        if (Long.compareUnsigned(index, size) >= 0 || isFreed) {
            requireAlive();
            throw new IndexOutOfBoundsException("index " + index + " of " + this);
        }
    }

    final void checkRange(final long index, final long count) {
        requireAlive();
        if (count < 0 || index < 0 || index > size - count) {
            throw new IndexOutOfBoundsException("range of " + count + " elements at index " + index + " of " + this);
        }
    }

    final void requireAlive() {
        if (isFreed) {
            throw new GmtException("GMT-230", this + " has been freed");
        }
    }

    /** Requires that an operator may be applied to elements. Per operation. */
    final void requireOperator(final int operator) {
        if (isRestricted && operator != declaredOperator) {
            requireAtomic();
            throw CombiningRule.refused(spec, this, operator);
        }
    }

    /** Requires that an operator may be applied to elements with an operand. Per operation. */
    final void requireUpdate(final int operator, final long operand) {
        if (isChecked) {
            requireOperator(operator);
            if (value(operand) != operand) {
                CombiningRule.requireOperand(spec, this, operator, operand);
            }
        }
    }

    /** Requires that elements may be compared and set. Per operation. */
    final void requireComparing(final long expected, final long replacement) {
        if (isChecked) {
            requireElement("compareAndSet from ", expected);
            requireElement("compareAndSet to ", replacement);
            if (isRestricted && (expected != spec.initial() || declaredOperator != ArrayCombining.ONCE || replicated)) {
                requireAtomic();
                CombiningRule.requireComparing(spec, this, expected);
            }
        }
    }

    /** Requires that an integer element can have a value. Per operation. */
    final void requireElement(final String operation, final long value) {
        if (value(value) != value) {
            throw CombiningRule.unfit(spec, this, operation, value);
        }
    }

    /** Returns what an element would keep of a value. */
    private long value(final long bits) {
        return bits << unused >> unused;
    }

    /** Requires that elements of this node may be set. Per operation. */
    final void requireSettable() {
        if (isRestricted) {
            CombiningRule.requireSettable(spec, segment, this, nodeId);
        }
    }

    /** Issues what the issuer's lane holds back for this array, ahead of an operation on many elements. */
    final void issueHeld(final Issuer issuer) {
        if (combining != null) {
            combining.issueAll(EngineIssuer.of(issuer).aggregator());
        }
    }

    final void requireAtomic() {
        if (replicated) {
            throw new UnsupportedOperationException("GMT-257 atomic operation on the replicated " + this
                + ": its copies would differ; take another allocation");
        }
    }

    /**
     * Returns whether a range lies in this node's contiguous part. False for a freed array. Checked by the caller: the
     * count is not below 0.
     */
    final boolean isHere(final long index, final long count) {
        final long offset = index - localStart;
        return offset >= 0 && offset < localCount && count <= localCount - offset;
    }

    /**
     * Returns whether an element may be accessed at once: it is here, and nothing that is held back or gathered may
     * concern it. Checks the index where the answer is yes.
     */
    final boolean isAtHand(final TaskContext ctx, final long index) {
        final long offset = index - localStart;
        return offset >= 0 && offset < localCount && (!holdsOwn || settlesOwn(ctx))
            && (!gathersOwn || EngineTask.of(ctx).aggregator().isOwnSettled());
    }

    /** Executes what the lane holds back for elements of this node; false where that takes commands. */
    final boolean settlesOwn(final TaskContext ctx) {
        return combining.settlesOwn(EngineTask.of(ctx).aggregator());
    }

    /** Returns whether a blocking put would not wait. */
    final boolean isSettable(final TaskContext ctx, final long index) {
        return isAtHand(ctx, index) && !replicated && EngineTask.of(ctx).isAnswered();
    }

    /** Returns the bits of an element that is at hand. */
    final long atHand(final long index) {
        final long offset = index - localStart;
        return offset >= 0 && offset < localCount ? segment.load(offset) : loadPeers(index);
    }

    static int nodeOf(final long place) {
        return (int) (place >>> CommandWord.OFFSET_BITS);
    }

    private long loadPeers(final long index) {
        final long place = distribution.locate(index);
        VarHandle.acquireFence();                     // what its writer has seen, this task sees
        return region.mappedPeer(nodeOf(place)).load(CommandWord.offset(place));
    }

    /**
     * Returns the part of another process of this host in which a task may read an element now, ahead of none of its
     * own operations; null where the element is elsewhere, or does not exist.
     */
    final Segment readablePeer(final TaskContext ctx, final long index) {
        final Segment peer = peerInReach(ctx, index);
        return peer != null && (comparesInPlace || EngineTask.of(ctx).isQuiet()) ? peer : null;
    }

    /** Returns the part in which a task may read an element when its operations have ended, or null. */
    final Segment peerInReach(final TaskContext ctx, final long index) {
        if (!region.hasPeers() || combining != null && !comparesInPlace || Long.compareUnsigned(index, size) >= 0
            || isFreed || !EngineTask.of(ctx).isWaitable()) {
            return null;
        }
        return region.peer(nodeOf(distribution.locate(index)));
    }

    /** Returns the part of another process in which an element is compared and set, or null. Checks the index. */
    final Segment comparablePeer(final long index) {
        if (!comparesInPlace) {
            return null;
        }
        check(index);
        return region.peer(nodeOf(distribution.locate(index)));
    }

    /** Byte offset of element {@code from} of an array of Java, which has {@code count} elements from there on. */
    final long offsetIn(final int length, final int from, final int count) {
        Objects.checkFromIndexSize(from, count, length);
        return base + ((long) from << widthShift);
    }

    /** An element of an array of Java as the place of a value. */
    final long placeIn(final int length, final int position) {
        return firstPlace + ((long) Objects.checkIndex(position, length) << widthShift);
    }

    final void markFreed() {
        isFreed = true;
        if (combining != null) {
            combining.close();
        }
        localCount = 0;
        address = 0;
    }

    /** Returns whether this node knows that the array has been freed. */
    public final boolean isFreed() {
        return isFreed;
    }

    @Override
    public final boolean isAlive() {
        return !isFreed;
    }

    /** Offset of an element that must be here. */
    final long requireLocal(final long index) {
        final long offset = localOffset(index);
        if (offset < 0) {
            throw new IllegalArgumentException("index " + index + " of " + this + " is not local to node " + nodeId);
        }
        return offset;
    }

    /** Checks the index and returns the offset of a local element, or -1 for a remote one. */
    final long localOffset(final long index) {
        final long offset = index - localStart;
        if (Long.compareUnsigned(offset, localCount) < 0) {
            return offset;
        }
        check(index);
        return distribution.isCyclic() && distribution.owner(index) == nodeId ? distribution.offset(index) : -1;
    }

    /** Offset of a run of this node's elements, all that the task's lane has gathered for them executed. */
    final long settledRun(final TaskContext ctx, final long low) {
        EngineTask.of(ctx).aggregator().settleOwn();
        return localOffset(low);
    }

    @Override
    public final int boundKind() {
        return KIND;
    }

    @Override
    public final long boundId() {
        return number;
    }

    @Override
    public final String toString() {
        return "array " + (spec.name().isEmpty() ? "#" + number : "'" + spec.name() + "'") + " ("
            + spec.type().name().toLowerCase(Locale.ROOT)
            + ", length " + size + ", " + distribution + ")";
    }
}
