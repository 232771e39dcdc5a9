package org.gmt4j.engine.combining;

import java.util.Arrays;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.queue.ValueTaker;

/**
 * The write-once elements of other nodes that one lane knows to have changed, with their values: a direct-mapped table.
 * Replies of compare-and-sets teach it. Owned by the lane. Per operation; nothing is allocated but for more commands on
 * their way.
 *
 * <p>A compare-and-set on its way has a ticket, which says where its value goes.
 */
final class KnownChanges implements ValueTaker {
    static final int ENTRY_LENGTH = 2 * Long.BYTES;
    /** The table is used while it answers at least one of so many operations. */
    private static final int LEAST_SHARE = 2;
    private static final int LEAST_TRIAL = 1024;
    /** Trials that are left out after one that did not pay. */
    private static final int IDLE_TRIALS = 3;

    private final ArrayCombining array;
    private final LaneCombining lane;
    private final int mask;
    /** Place + 1, 0 when empty, and the value. */
    private final long[] entries;
    private int version;
    /** Operations up to the next verdict on the table. */
    private int untilVerdict;
    /** Operations answered since the last verdict. */
    private int answered;
    private final int trial;
    /** Whether operations travel without a look at the table, because it seldom knew their elements. */
    private boolean isIdle;

    private Object[] targets = new Object[64];
    /** Three for each ticket: place in the target, place of the element, replacement. */
    private long[] places = new long[64 * 3];
    private int[] versions = new int[64];
    private int[] freeTickets = new int[64];
    private int freeCount;
    private int ticketCount;

    KnownChanges(final LaneCombining lane, final ArrayCombining array, final int capacity) {
        this.lane = lane;
        this.array = array;
        mask = capacity - 1;
        entries = new long[capacity * 2];
        version = array.version();
        trial = Math.max(LEAST_TRIAL, 4 * capacity);
        untilVerdict = trial;
    }

    /** Returns whether commands are to teach the table: not where it seldom knew an element. */
    boolean isTaught() {
        return !isIdle;
    }

    /** Returns whether an element will be found. */
    boolean knows(final long place) {
        return !isIdle && untilVerdict > 0 && version == array.version()
            && entries[2 * array.slot(place, mask)] == place + 1;
    }

    /** Returns the entry of an element that is known to have changed, or -1. */
    int find(final long place) {
        if (--untilVerdict < 0) {
            judge();
        }
        if (isIdle) {
            return -1;
        }
        forgetIfOld();
        final int slot = array.slot(place, mask);
        return entries[2 * slot] == place + 1 ? slot : -1;
    }

    /** Uses the table while it answers enough, and otherwise tries it again after a while. */
    private void judge() {
        final boolean isUseful = isIdle || answered >= trial / LEAST_SHARE;
        isIdle = !isUseful;
        answered = 0;
        untilVerdict = isUseful ? trial : trial * IDLE_TRIALS;
    }

    /** Returns the value of an entry that was found, for an operation that does not travel. */
    long answer(final int slot) {
        lane.answered();
        answered++;
        return entries[2 * slot + 1];
    }

    /** Learns from the value before a compare-and-set that was executed in a version of the array. */
    void learn(final long place, final long before, final long replacement, final int then) {
        final long now = before == array.initial() ? array.segment().extend(replacement) : before;
        if (then == array.version() && now != array.initial()) {
            forgetIfOld();
            final int slot = array.slot(place, mask);
            entries[2 * slot] = place + 1;
            entries[2 * slot + 1] = now;
        }
    }

    private void forgetIfOld() {
        if (version != array.version()) {
            version = array.version();
            Arrays.fill(entries, 0);
        }
    }

    // --- on their way ---

    /** @return a ticket for {@link RequestBlock#toTaker} */
    int ticket(final long place, final long replacement, final Object target, final long to) {
        final int ticket = freeCount > 0 ? freeTickets[--freeCount] : newTicket();
        targets[ticket] = target;
        places[3 * ticket] = to;
        places[3 * ticket + 1] = place;
        places[3 * ticket + 2] = replacement;
        versions[ticket] = array.version();
        return ticket;
    }

    private int newTicket() {
        if (ticketCount == targets.length) {
            targets = Arrays.copyOf(targets, ticketCount * 2);
            places = Arrays.copyOf(places, ticketCount * 6);
            versions = Arrays.copyOf(versions, ticketCount * 2);
            freeTickets = Arrays.copyOf(freeTickets, ticketCount * 2);
        }
        return ticketCount++;
    }

    @Override
    public void take(final long value, final long position, final boolean isSound) {
        final int ticket = (int) position;
        RequestBlock.store(targets[ticket], places[3 * ticket], value);
        if (isSound) {
            learn(places[3 * ticket + 1], value, places[3 * ticket + 2], versions[ticket]);
        }
        drop(position);
    }

    @Override
    public void drop(final long position) {
        targets[(int) position] = null;
        freeTickets[freeCount++] = (int) position;
    }
}
