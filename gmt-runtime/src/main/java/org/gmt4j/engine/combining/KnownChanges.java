package org.gmt4j.engine.combining;

import java.util.Arrays;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.queue.ValueTaker;

/**
 * The write-once elements of other nodes that one lane knows to have changed, with their values. Replies of
 * compare-and-sets teach it. Owned by the lane. Per operation; nothing is allocated but for more commands on their way.
 *
 * <p>Where there is room, each element of the array has a code of one byte, so that the codes of many stay in a cache:
 * 0 for an element not known, the code of a value that many may have, such as the level of a search, or
 * {@link #OWN_VALUE} for one whose value is in a second table. Otherwise there is a direct-mapped table of places and
 * values.
 *
 * <p>A compare-and-set on its way has a ticket, which says where its value goes.
 */
final class KnownChanges implements ValueTaker {
    /** Bytes for an entry of the direct-mapped table. */
    static final int ENTRY_LENGTH = 2 * Long.BYTES;
    /** Bytes for an element with a code. */
    static final int CODED_LENGTH = 1 + Long.BYTES;
    private static final int OWN_VALUE = 255;
    private static final byte[] NO_CODES = new byte[0];
    private static final long[] NO_ENTRIES = new long[0];
    /** The table is used while it answers at least one of so many operations. */
    private static final int LEAST_SHARE = 2;
    private static final int LEAST_TRIAL = 1024;
    /** Trials that are left out after one that did not pay. */
    private static final int IDLE_TRIALS = 3;

    private final ArrayCombining array;
    private final LaneCombining lane;
    private final boolean isCoded;
    private final int mask;
    /** By index. */
    private final byte[] codes;
    /** Values by code: equal values have equal codes. */
    private final long[] coded = new long[OWN_VALUE];
    private final boolean[] isTaken = new boolean[OWN_VALUE];
    /** By index; null before the first one that has no code. */
    private long[] values;
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
    /** Four for each ticket: place in the target, index and place of the element, replacement. */
    private long[] places = new long[64 * 4];
    private int[] versions = new int[64];
    private int[] freeTickets = new int[64];
    private int freeCount;
    private int ticketCount;

    KnownChanges(final LaneCombining lane, final ArrayCombining array, final ArrayCombining.TablePlan plan) {
        this.lane = lane;
        this.array = array;
        isCoded = plan.isDense();
        mask = plan.capacity() - 1;
        codes = isCoded ? new byte[plan.capacity()] : NO_CODES;
        entries = isCoded ? NO_ENTRIES : new long[plan.capacity() * 2];
        version = array.version();
        trial = (int) Math.max(LEAST_TRIAL, Math.min(4L * plan.capacity(), Integer.MAX_VALUE / (1 + IDLE_TRIALS)));
        untilVerdict = trial;
    }

    /** Returns whether commands are to teach the table: not where it seldom knew an element. */
    boolean isTaught() {
        return !isIdle;
    }

    /** Returns whether an element will be found. */
    boolean knows(final long index, final long place) {
        return !isIdle && untilVerdict > 0 && version == array.version() && hasEntry(index, place);
    }

    private boolean hasEntry(final long index, final long place) {
        return isCoded ? codes[(int) index] != 0 : entries[2 * array.slot(place, mask)] == place + 1;
    }

    /** Looks for an element, and returns whether it is known to have changed. */
    boolean find(final long index, final long place) {
        if (--untilVerdict < 0) {
            judge();
        }
        if (isIdle) {
            return false;
        }
        forgetIfOld();
        return hasEntry(index, place);
    }

    /**
     * Answers operations on the elements of a list, up to the first that is not known to have changed.
     *
     * @param zero  place of the element with index 0, were it at the node of these
     * @param first where the first answer goes
     * @return number of answers
     */
    int answerEach(final long[] indices, final int from, final int end, final long zero, final long[] answers,
                   final int first) {
        if (isIdle) {
            return 0;
        }
        forgetIfOld();
        final int most = Math.min(end - from, untilVerdict);       // then the table is judged
        int count = 0;
        while (count < most && hasEntry(indices[from + count], zero + indices[from + count])) {
            answers[first + count] = valueOf(indices[from + count], zero + indices[from + count]);
            count++;
        }
        untilVerdict -= count;
        answered += count;
        lane.answered(count);
        return count;
    }

    /** Returns how many of so many operations are to be commands at once. They count as if they had come here. */
    int leaveOut(final int most) {
        if (!isIdle) {
            return 0;
        }
        final int count = Math.min(most, untilVerdict);
        untilVerdict -= count;
        return count;
    }

    /** Uses the table while it answers enough, and otherwise tries it again after a while. */
    private void judge() {
        final boolean isUseful = isIdle || answered >= trial / LEAST_SHARE;
        isIdle = !isUseful;
        answered = 0;
        untilVerdict = isUseful ? trial : trial * IDLE_TRIALS;
    }

    /** Returns the value of an element that was found, for an operation that does not travel. */
    long answer(final long index, final long place) {
        lane.answered(1);
        answered++;
        return valueOf(index, place);
    }

    private long valueOf(final long index, final long place) {
        if (!isCoded) {
            return entries[2 * array.slot(place, mask) + 1];
        }
        final int code = codes[(int) index] & 0xFF;
        return code == OWN_VALUE ? values[(int) index] : coded[code];
    }

    /** Learns from the value before a compare-and-set that was executed in a version of the array. */
    void learn(final long index, final long place, final long before, final long replacement, final int then) {
        final long now = before == array.initial() ? array.segment().extend(replacement) : before;
        if (then != array.version() || now == array.initial()) {
            return;
        }
        forgetIfOld();
        if (isCoded) {
            codes[(int) index] = (byte) code((int) index, now);
        } else {
            final int slot = array.slot(place, mask);
            entries[2 * slot] = place + 1;
            entries[2 * slot + 1] = now;
        }
    }

    /** Returns the code of a value; one without a code of its own is stored for the element. */
    private int code(final int index, final long value) {
        final int code = 1 + (int) (value & 0xFF);
        if (code < OWN_VALUE && !isTaken[code]) {
            isTaken[code] = true;
            coded[code] = value;
        }
        if (code < OWN_VALUE && coded[code] == value) {
            return code;
        }
        if (values == null) {
            values = new long[codes.length];
        }
        values[index] = value;
        return OWN_VALUE;
    }

    private void forgetIfOld() {
        if (version != array.version()) {
            version = array.version();
            Arrays.fill(entries, 0);
            Arrays.fill(codes, (byte) 0);
            Arrays.fill(isTaken, false);
        }
    }

    // --- on their way ---

    /** @return a ticket for {@link RequestBlock#toTaker} */
    int ticket(final long index, final long place, final long replacement, final Object target, final long to) {
        final int ticket = freeCount > 0 ? freeTickets[--freeCount] : newTicket();
        targets[ticket] = target;
        places[4 * ticket] = to;
        places[4 * ticket + 1] = index;
        places[4 * ticket + 2] = place;
        places[4 * ticket + 3] = replacement;
        versions[ticket] = array.version();
        return ticket;
    }

    private int newTicket() {
        if (ticketCount == targets.length) {
            targets = Arrays.copyOf(targets, ticketCount * 2);
            places = Arrays.copyOf(places, ticketCount * 8);
            versions = Arrays.copyOf(versions, ticketCount * 2);
            freeTickets = Arrays.copyOf(freeTickets, ticketCount * 2);
        }
        return ticketCount++;
    }

    @Override
    public void take(final long value, final long position, final boolean isSound) {
        final int ticket = (int) position;
        RequestBlock.store(targets[ticket], places[4 * ticket], value);
        if (isSound) {
            learn(places[4 * ticket + 1], places[4 * ticket + 2], value, places[4 * ticket + 3], versions[ticket]);
        }
        drop(position);
    }

    @Override
    public void drop(final long position) {
        targets[(int) position] = null;
        freeTickets[freeCount++] = (int) position;
    }
}
