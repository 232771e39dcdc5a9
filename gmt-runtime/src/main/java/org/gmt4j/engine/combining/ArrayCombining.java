package org.gmt4j.engine.combining;

import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.Segment;

/**
 * Combining for one array at one node: a table for each lane, made when the lane first needs it. Tables belong to their
 * lanes; {@link #forget} may be called by any thread. Per operation.
 *
 * <p>A <i>place</i> is the node of an element above its offset there, as {@link CommandWord#OFFSET_BITS} divides them.
 */
public final class ArrayCombining {
    /** In place of an operator: elements change once, by compare-and-set. */
    public static final int ONCE = -1;
    /** Length of a table that has no place for each element: more would not stay in a cache. */
    private static final long LONGEST_TABLE = 1 << 20;

    private final Segment segment;
    private final int operator;
    private final long initial;
    private final TablePlan plan;
    private final LongUnaryOperator places;
    private final IntFunction<Segment> peers;
    private final long here;
    private final DenseArrays arrays;
    private final long word;
    /** Whether lanes hold back updates in tables with an entry for each element. */
    private final boolean isHoldingAll;
    private final DenseSums[] sums;
    private final DenseExtremes[] extremes;
    private final OwnExtremes[] own;
    private final HeldUpdates[] updates;
    private final KnownChanges[] changes;
    /**
     * Incremented when elements are set anew, so that all tables of this node are out of date. Plain: no task uses the
     * elements meanwhile, so what makes others wait for that makes it visible.
     */
    private int version;
    /** Whether the elements may be gone: no sum is added here any more. */
    private volatile boolean isClosed;

    /**
     * The table of each lane.
     *
     * @param capacity number of entries: of elements, of a power of two otherwise; 0: there are no tables
     * @param isDense  whether each element of the array has its entry
     * @param isOwn    whether it is for minima or maxima of a node that is alone
     * @param bytes    length of a table
     */
    public record TablePlan(int capacity, boolean isDense, boolean isOwn, long bytes) {
        public static final TablePlan NONE = new TablePlan(0, false, false, 0);

        /** Returns the plan for the threads of a node that is alone, within a number of bytes. */
        public static TablePlan alone(final int operator, final long elements, final long bytes) {
            if (operator == CommandType.MIN || operator == CommandType.MAX) {
                final int capacity = OwnExtremes.capacity(elements, bytes);
                return new TablePlan(capacity, false, true, 2L * Long.BYTES * capacity);
            }
            final TablePlan plan = of(operator, elements, bytes);
            return isSum(operator) && plan.isDense() ? plan : NONE;
        }

        /** Returns the plan for an array within a number of bytes. */
        public static TablePlan of(final int operator, final long elements, final long bytes) {
            final long dense = operator == ONCE ? elements * KnownChanges.CODED_LENGTH
                : isSum(operator) ? DenseSums.lengthInBytes(elements) : DenseExtremes.lengthInBytes(elements);
            if (elements > 0 && elements <= bytes && dense <= bytes) {
                return new TablePlan((int) elements, true, false, dense);
            }
            final long entryLength = operator == ONCE ? KnownChanges.ENTRY_LENGTH : HeldUpdates.ENTRY_LENGTH;
            final long limit = operator == ONCE ? bytes : Math.min(bytes, LONGEST_TABLE);
            final long fitting = Long.highestOneBit(limit / entryLength);
            final long needed = elements <= 1 ? elements : Long.highestOneBit(elements - 1) << 1;
            final int capacity = (int) Math.min(fitting, needed);
            return new TablePlan(capacity, false, false, capacity * entryLength);
        }
    }

    /**
     * @param segment  this node's elements
     * @param operator of {@link CommandType}, or {@link #ONCE}
     * @param initial  value of elements that have not changed; for {@link #ONCE}
     * @param plan     with a capacity of at least 1
     * @param places   place of the element with an index
     * @param peers    the part of another process of this host that is updated in place, by node, null for others;
     *                 null where none is mapped
     * @param nodeId   this node
     * @param arrays   of this node
     */
    public ArrayCombining(final Segment segment, final int operator, final long initial, final TablePlan plan,
                          final int laneCount, final LongUnaryOperator places, final IntFunction<Segment> peers,
                          final int nodeId, final DenseArrays arrays) {
        this.segment = segment;
        this.operator = operator;
        this.initial = initial;
        this.plan = plan;
        this.places = places;
        this.peers = peers;
        here = nodeId;
        this.arrays = arrays;
        word = operator == ONCE ? 0 : CommandWord.base(CommandType.UPDATE + operator, segment.id());
        sums = plan.isDense() && isSum(operator) ? new DenseSums[laneCount] : null;
        own = plan.isOwn() ? new OwnExtremes[laneCount] : null;
        isHoldingAll = plan.isOwn() || plan.isDense() && operator != ONCE;
        extremes = plan.isDense() && operator != ONCE && !isSum(operator) ? new DenseExtremes[laneCount] : null;
        updates = operator != ONCE && !isHoldingAll ? new HeldUpdates[laneCount] : null;
        changes = operator == ONCE ? new KnownChanges[laneCount] : null;
        // Made now: a lane that makes its table in an update has a call there, which compilers cannot see through.
        for (int lane = 0; isHoldingAll && lane < laneCount; lane++) {
            if (sums != null) {
                sums[lane] = new DenseSums(this, plan.capacity());
            } else if (extremes != null) {
                extremes[lane] = new DenseExtremes(this, plan.capacity());
            } else {
                own[lane] = new OwnExtremes(this, plan.capacity());
            }
        }
        if (isHoldingAll) {
            this.arrays.add(this);
        }
    }

    /** Forgets the tables: the array has been freed. Any thread. */
    public void close() {
        isClosed = true;
        if (isHoldingAll) {
            arrays.remove(this);
        }
    }

    private static boolean isSum(final int operator) {
        return operator == CommandType.ADD || operator == CommandType.ADD_FLOATING;
    }

    // --- updates without a result ---

    /** Returns whether every addition without a result goes to {@link #add}, whoever owns the element. */
    public boolean hasSums() {
        return sums != null;
    }

    /** Returns whether updates without a result of this node's elements are held back: operations look for them. */
    public boolean holdsOwn() {
        return sums != null || own != null;
    }

    /** Puts a minimum or maximum of this node's element aside, where it would change the element. */
    public void keep(final Aggregator aggregator, final Completion issuer, final long base, final long offset,
                     final long operand) {
        own[aggregator.lane()].update(issuer, base, offset, operand);
    }

    /** Executes what a lane holds back for this node's elements, and returns true; false where that takes commands. */
    public boolean settlesOwn(final Aggregator aggregator) {
        if (own == null) {
            return false;
        }
        final OwnExtremes kept = own[aggregator.lane()];
        if (!kept.isEmpty()) {
            kept.apply();
        }
        return true;
    }

    /** Returns whether every other update of a remote element goes to {@link #improve}. */
    public boolean hasExtremes() {
        return extremes != null;
    }

    /** Returns whether a lane has added to the element with an index and not issued it. */
    public boolean hasSum(final Aggregator aggregator, final long index) {
        return sums != null && sums[aggregator.lane()].isAdded((int) index);
    }

    /**
     * Adds to the element with an index, anywhere.
     *
     * @throws ArrayIndexOutOfBoundsException if there is no such element
     */
    public void add(final Aggregator aggregator, final Completion issuer, final int index, final long operand) {
        sums[aggregator.lane()].add(issuer, index, operand);
    }

    /** Lowers, or raises, the element with an index at another node. */
    public void improve(final Aggregator aggregator, final Completion issuer, final long index, final long operand) {
        extremes[aggregator.lane()].update((LaneCombining) aggregator.held(), issuer, (int) index,
            segment.extend(operand));
    }

    /** Holds back an update of a remote element, or drops it. Where elements have no entry each. */
    public void update(final Aggregator aggregator, final Completion issuer, final long place, final long operand) {
        final HeldUpdates held = updates[aggregator.lane()];
        (held != null ? held : makeUpdates(aggregator)).update(issuer, place, segment.extend(operand));
    }

    // --- the same for each element of a list, checked by the caller ---

    /** Adds to each element {@code indices[from]} up to {@code end}, exclusive, anywhere. Where there are sums. */
    public void addEach(final Aggregator aggregator, final Completion issuer, final long[] indices, final int from,
                        final int end, final long operand) {
        sums[aggregator.lane()].addEach(issuer, indices, from, end, operand);
    }

    /**
     * Holds back updates of remote elements, or drops them, up to the first that is better a command at once.
     *
     * @param zero place of the element with index 0, were it at the node of these
     * @return number of updates
     */
    public int updateEach(final Aggregator aggregator, final Completion issuer, final long[] indices, final int from,
                          final int end, final long zero, final long operand) {
        final int lane = aggregator.lane();
        if (extremes != null) {
            extremes[lane].updateEach((LaneCombining) aggregator.held(), issuer, indices, from, end,
                segment.extend(operand));
            return end - from;
        }
        final HeldUpdates held = updates[lane];
        return (held != null ? held : makeUpdates(aggregator)).updateEach(issuer, indices, from, end, zero,
            segment.extend(operand));
    }

    /**
     * Answers compare-and-sets of remote elements, up to the first that is not known to have changed.
     *
     * @param zero  place of the element with index 0, were it at the node of these
     * @param first where the first answer goes
     * @return number of answers
     */
    public int answerEach(final Aggregator aggregator, final long[] indices, final int from, final int end,
                          final long zero, final long[] answers, final int first) {
        return known(aggregator).answerEach(indices, from, end, zero, answers, first);
    }

    /** Returns how many of the next operations on remote elements, at most so many, are better commands at once. */
    public int leaveOut(final Aggregator aggregator, final int most) {
        return changes != null ? known(aggregator).leaveOut(most)
            : updates != null ? updates[aggregator.lane()].leaveOut(most) : 0;
    }

    private HeldUpdates makeUpdates(final Aggregator aggregator) {
        final HeldUpdates made = new HeldUpdates((LaneCombining) aggregator.held(), this, operator, plan.capacity());
        updates[aggregator.lane()] = made;
        return made;
    }

    /** Issues what the lane holds back for an element, ahead of another operation on it. */
    public void issue(final Aggregator aggregator, final long index, final long place) {
        final int lane = aggregator.lane();
        if (sums != null) {
            sums[lane].issue((LaneCombining) aggregator.held(), (int) index);
        } else if (own != null) {
            own[lane].apply();
        } else if (extremes != null) {
            extremes[lane].issue((LaneCombining) aggregator.held(), (int) index);
        } else if (updates != null && updates[lane] != null) {
            updates[lane].issue(place);
        }
    }

    /** Issues all that the lane holds back for the array, ahead of an operation on many elements. */
    public void issueAll(final Aggregator aggregator) {
        if (isHoldingAll) {
            ((LaneCombining) aggregator.held()).dense().issueAll(this);
        } else if (updates != null && updates[aggregator.lane()] != null) {
            updates[aggregator.lane()].issueAll();
        }
    }

    /** Issues the table of a lane, as part of a generation that is not over. Where elements have an entry each. */
    void issueAll(final LaneCombining lane, final Generation generation) {
        if (sums != null) {
            sums[lane.aggregator().lane()].issueAll(lane, generation);
        } else if (own != null) {
            own[lane.aggregator().lane()].apply();
        } else {
            extremes[lane.aggregator().lane()].issueAll(lane, generation);
        }
    }

    /** Returns whether a lane holds nothing back. Where elements have an entry each. */
    boolean isEmpty(final LaneCombining lane) {
        return sums != null ? sums[lane.aggregator().lane()].isEmpty()
            : own != null ? own[lane.aggregator().lane()].isEmpty() : extremes[lane.aggregator().lane()].isEmpty();
    }

    /**
     * Notes an operation with a result that has been executed at another node.
     *
     * @param operand the replacement, of a compare-and-set
     * @param before  the element before
     */
    public void executed(final Aggregator aggregator, final long index, final long place, final long operand,
                         final long before) {
        final int lane = aggregator.lane();
        if (changes != null) {
            known(aggregator).learn(index, place, before, operand, version);
        } else if (extremes != null) {
            extremes[lane].learn((LaneCombining) aggregator.held(), (int) index,
                segment.apply(operator, before, segment.extend(operand)));
        } else if (updates != null && updates[lane] != null) {
            updates[lane].learn(place, segment.apply(operator, before, segment.extend(operand)));
        }
    }

    // --- elements that change once ---

    /** Looks for a remote element, and returns whether the lane knows that it has changed. For {@link #ONCE}. */
    public boolean find(final Aggregator aggregator, final long index, final long place) {
        return known(aggregator).find(index, place);
    }

    /** Returns whether {@link #find} will find an element. For {@link #ONCE}; false for others. */
    public boolean knows(final Aggregator aggregator, final long index, final long place) {
        return changes != null && known(aggregator).knows(index, place);
    }

    /** Returns the value of an element just found, for an operation that does not travel. */
    public long answer(final Aggregator aggregator, final long index, final long place) {
        return known(aggregator).answer(index, place);
    }

    /** Returns whether replies are to teach the lane, after an element was not found. */
    public boolean isTaught(final Aggregator aggregator) {
        return known(aggregator).isTaught();
    }

    /** Returns where the value of a compare-and-set goes on its way to {@code to} of a target: see {@link #taker}. */
    public long expect(final Aggregator aggregator, final long index, final long place, final long replacement,
                       final Object target, final long to) {
        return RequestBlock.toTaker(known(aggregator).ticket(index, place, replacement, target, to));
    }

    /** Returns the target of commands with such a place. */
    public Object taker(final Aggregator aggregator) {
        return known(aggregator);
    }

    private KnownChanges known(final Aggregator aggregator) {
        final KnownChanges known = changes[aggregator.lane()];
        return known != null ? known : makeKnown(aggregator);
    }

    private KnownChanges makeKnown(final Aggregator aggregator) {
        final KnownChanges made = new KnownChanges((LaneCombining) aggregator.held(), this, plan);
        changes[aggregator.lane()] = made;
        return made;
    }

    // --- for all lanes ---

    /** Makes the tables of all lanes out of date: elements are set anew. Any thread, while no task uses the array. */
    public synchronized void forget() {
        version++;
    }

    /** Returns the number of times that elements were set anew. */
    public int version() {
        return version;
    }

    boolean isClosed() {
        return isClosed;
    }

    int operator() {
        return operator;
    }

    /** Returns the place of the element with an index. */
    long place(final long index) {
        return places.applyAsLong(index);
    }

    boolean isHere(final long place) {
        return place >>> CommandWord.OFFSET_BITS == here;
    }

    /** Returns the part of the node of a place if it belongs to another process and is updated in place, else null. */
    Segment peer(final long place) {
        return peers == null ? null : peers.apply((int) (place >>> CommandWord.OFFSET_BITS));
    }

    static long offset(final long place) {
        return place & CommandWord.MAX_OFFSET;
    }

    Segment segment() {
        return segment;
    }

    long initial() {
        return initial;
    }

    long word() {
        return word;
    }

    /** Returns the entry of an element: other entries for successive elements and, where parts are equal, nodes. */
    int slot(final long place, final int mask) {
        return (int) ((place & CommandWord.MAX_OFFSET)
            + (place >>> CommandWord.OFFSET_BITS) * segment.elementCount()) & mask;
    }
}
