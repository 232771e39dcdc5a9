package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.Segment;

/**
 * Combining for one array at one node: a table for each lane, made when the lane first issues an operation to a remote
 * element. Tables belong to their lanes; {@link #forget} may be called by any thread. Per operation.
 *
 * <p>A <i>place</i> is the node of an element above its offset there, as {@link CommandWord#OFFSET_BITS} divides them.
 */
public final class ArrayCombining {
    /** In place of an operator: elements change once, by compare-and-set. */
    public static final int ONCE = -1;

    private final Segment segment;
    private final int operator;
    private final long initial;
    private final int capacity;
    private final long word;
    private final HeldUpdates[] updates;
    private final KnownChanges[] changes;
    /** Incremented when elements are set anew, so that all tables of this node are out of date. */
    private volatile int version;

    /**
     * @param segment  this node's elements
     * @param operator of {@link CommandType}, or {@link #ONCE}
     * @param initial  value of elements that have not changed; for {@link #ONCE}
     * @param capacity entries of a table, from {@link #capacity}, at least 1
     */
    public ArrayCombining(final Segment segment, final int operator, final long initial, final int capacity,
                          final int laneCount) {
        this.segment = segment;
        this.operator = operator;
        this.initial = initial;
        this.capacity = capacity;
        word = operator == ONCE ? 0 : CommandWord.base(CommandType.UPDATE + operator, segment.id());
        updates = operator == ONCE ? null : new HeldUpdates[laneCount];
        changes = operator == ONCE ? new KnownChanges[laneCount] : null;
    }

    /** Returns the entries of a table within a number of bytes: a power of two, or 0. */
    public static int capacity(final int operator, final long elements, final long bytes) {
        final long fitting = Long.highestOneBit(bytes / entryLength(operator));
        final long needed = elements <= 1 ? elements : Long.highestOneBit(elements - 1) << 1;
        return (int) Math.min(Math.min(fitting, needed), 1 << 26);
    }

    /** Returns the bytes of an entry. */
    public static int entryLength(final int operator) {
        return operator == ONCE ? KnownChanges.ENTRY_LENGTH : HeldUpdates.ENTRY_LENGTH;
    }

    // --- updates without a result ---

    /** Holds back an update of a remote element, or drops it. Not for {@link #ONCE}. */
    public void update(final Aggregator aggregator, final Completion issuer, final long place, final long operand) {
        final HeldUpdates held = updates[aggregator.lane()];
        (held != null ? held : make(aggregator)).update(issuer, place, segment.extend(operand));
    }

    private HeldUpdates make(final Aggregator aggregator) {
        final HeldUpdates made = new HeldUpdates((LaneCombining) aggregator.held(), this, operator, capacity);
        updates[aggregator.lane()] = made;
        return made;
    }

    /** Issues what the lane holds back for an element, ahead of another operation on it. */
    public void issue(final Aggregator aggregator, final long place) {
        if (updates != null && updates[aggregator.lane()] != null) {
            updates[aggregator.lane()].issue(place);
        }
    }

    /** Issues all that the lane holds back for the array, ahead of an operation on many elements. */
    public void issueAll(final Aggregator aggregator) {
        if (updates != null && updates[aggregator.lane()] != null) {
            updates[aggregator.lane()].issueAll();
        }
    }

    /**
     * Notes an operation with a result that has been executed.
     *
     * @param operand the replacement, of a compare-and-set
     * @param before  the element before
     */
    public void executed(final Aggregator aggregator, final long place, final long operand, final long before) {
        if (changes != null) {
            known(aggregator).learn(place, before, operand, version);
        } else if (updates[aggregator.lane()] != null) {
            updates[aggregator.lane()].learn(place, segment.apply(operator, before, segment.extend(operand)));
        }
    }

    // --- elements that change once ---

    /** Returns the entry of a remote element that the lane knows to have changed, or -1. For {@link #ONCE}. */
    public int find(final Aggregator aggregator, final long place) {
        return known(aggregator).find(place);
    }

    /** Returns the value of an element just found, for an operation that does not travel. */
    public long answer(final Aggregator aggregator, final long place) {
        return known(aggregator).answer(slot(place, capacity - 1));
    }

    /** Returns whether replies are to teach the lane, after an element was not found. */
    public boolean isTaught(final Aggregator aggregator) {
        return known(aggregator).isTaught();
    }

    /** Returns where the value of a compare-and-set goes on its way to {@code to} of a target: see {@link #taker}. */
    public long expect(final Aggregator aggregator, final long place, final long replacement, final Object target,
                       final long to) {
        return RequestBlock.toTaker(known(aggregator).ticket(place, replacement, target, to));
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
        final KnownChanges made = new KnownChanges((LaneCombining) aggregator.held(), this, capacity);
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
