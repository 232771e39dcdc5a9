package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;

/**
 * The updates without result of one lane to the remote elements of one array: a direct-mapped table of elements with
 * the sum, minimum or maximum of what is to be sent. Owned by the lane. Per update; nothing is allocated but for more
 * waiters.
 *
 * <p><b>Sums</b> are in the table until they are issued: at a flush, before another operation on the element, or when
 * another element needs the place.
 *
 * <p><b>Minima and maxima</b> stay in the table when they have been issued: elements only fall (or rise), so a value
 * that is not better than one sent from here changes nothing and is dropped. When the better one has not been executed
 * at the owner yet, the issuer waits for it like its own.
 *
 * <p><b>Use.</b> A table that few updates meet their elements in costs more than it spares: another random access. So
 * after some updates the share of those that did is looked at, and updates may be commands at once for a while.
 *
 * <p>Sending makes progress, which may run visits that come back here. So a place is emptied, or taken by its new
 * element, before the old contents are sent.
 */
final class HeldUpdates implements HeldBack {
    /** Bytes of an entry: element and value, generation, list. */
    static final int ENTRY_LENGTH = 2 * Long.BYTES + 2 * Integer.BYTES;
    /** The table is used while at least so many quarters of the updates meet their elements there. */
    private static final int LEAST_QUARTERS = 3;
    private static final int LEAST_TRIAL = 1024;
    /** Trials that are left out after one that did not pay. */
    private static final int IDLE_TRIALS = 15;
    /** In an entry: it is in the list, and its value has not been sent. The sign. */
    private static final long LISTED = Long.MIN_VALUE;

    private final LaneCombining lane;
    private final ArrayCombining array;
    private final int operator;
    private final boolean isSum;
    private final long word;
    /** Distance of the same offset at two nodes. */
    private final long stride;
    private final int mask;
    /** Place + 1, 0 when empty, with {@link #LISTED}; and the value. */
    private final long[] entries;
    /** Generation in which the value was last sent. Read while there is more than one. */
    private final int[] generations;
    /** Entries to issue, each once; some may have been emptied meanwhile. */
    private final int[] listed;
    private int listedCount;
    private final Generations waiters;
    private int version;
    private int failureCount;
    /** Updates up to the next verdict on the table. */
    private int untilVerdict;
    /** Updates that met their element in the table since the last verdict. */
    private int spared;
    private final int trial;
    /** Whether updates are commands at once, because they seldom met their element in the table. */
    private boolean isIdle;

    /** @param capacity number of entries, a power of two */
    HeldUpdates(final LaneCombining lane, final ArrayCombining array, final int operator, final int capacity) {
        this.lane = lane;
        this.array = array;
        this.operator = operator;
        isSum = operator == CommandType.ADD || operator == CommandType.ADD_FLOATING;
        word = array.word();
        stride = array.segment().elementCount();
        trial = Math.max(LEAST_TRIAL, 4 * capacity);
        untilVerdict = trial;
        mask = capacity - 1;
        entries = new long[capacity * 2];
        generations = new int[capacity];
        listed = new int[capacity];
        version = array.version();
        waiters = new Generations(lane, this);
    }

    /** Holds an update back, drops it, or joins it to another one. The issuer has it outstanding as far as needed. */
    void update(final Completion issuer, final long place, final long operand) {
        if (--untilVerdict < 0) {
            judge();
        }
        if (isIdle) {
            lane.aggregator().update((int) (place >>> CommandWord.OFFSET_BITS),
                word | place & CommandWord.MAX_OFFSET, operand, issuer);
            return;
        }
        if (isOutOfDate()) {
            forget();
        }
        final int slot = slot(place);
        final long found = entries[2 * slot];
        if ((found & ~LISTED) == place + 1) {
            again(issuer, slot, found, operand);
        } else {
            replace(issuer, slot, found, place, operand);
        }
    }

    /**
     * The same for each element of a list, up to the first that is better a command at once.
     *
     * @param zero place of the element with index 0, were it at the node of these
     * @return number of updates
     */
    int updateEach(final Completion issuer, final long[] indices, final int from, final int end, final long zero,
                   final long operand) {
        int at = from;
        while (at < end && (!isIdle || untilVerdict == 0)) {
            update(issuer, zero + indices[at], operand);
            at++;
        }
        return at - from;
    }

    /** Returns how many of so many updates are to be commands at once. They count as if they had come here. */
    int leaveOut(final int most) {
        if (!isIdle) {
            return 0;
        }
        final int count = Math.min(most, untilVerdict);
        untilVerdict -= count;
        return count;
    }

    /** Uses the table while it spares enough commands, and otherwise tries it again after a while. */
    private void judge() {
        final boolean isUseful = isIdle || spared >= trial / 4 * LEAST_QUARTERS;
        isIdle = !isUseful;
        spared = 0;
        untilVerdict = isUseful ? trial : trial * IDLE_TRIALS;
    }

    private int slot(final long place) {
        return (int) ((place & CommandWord.MAX_OFFSET) + (place >>> CommandWord.OFFSET_BITS) * stride) & mask;
    }

    private long combine(final long known, final long operand) {
        switch (operator) {
            case CommandType.ADD:
                return known + operand;
            case CommandType.MIN:
                return Math.min(known, operand);
            case CommandType.MAX:
                return Math.max(known, operand);
            default:
                return array.segment().apply(operator, known, operand);
        }
    }

    private void again(final Completion issuer, final int slot, final long found, final long operand) {
        final long known = entries[2 * slot + 1];
        final long value = combine(known, operand);
        spared++;
        if (value == known && !isSum) {
            lane.dropped(1);
            if (found < 0 || waiters.isAnyUnderWay() && generations[slot] - waiters.oldestNumber() >= 0) {
                waiters.join(issuer);
            }
            return;
        }
        entries[2 * slot + 1] = value;
        if (found < 0) {
            lane.combined(1);
        } else {
            list(slot);
        }
        waiters.join(issuer);
    }

    private void replace(final Completion issuer, final int slot, final long found, final long place,
                         final long operand) {
        final long value = entries[2 * slot + 1];
        entries[2 * slot] = place + 1 | found & LISTED;
        entries[2 * slot + 1] = operand;
        if (found >= 0) {
            list(slot);
        }
        waiters.join(issuer);
        if (found < 0 && found != LISTED) {
            lane.evicted();
            waiters.send(word, (found & ~LISTED) - 1, value);
        }
        if (waiters.isFull()) {
            issueAll();
        }
    }

    private void list(final int slot) {
        entries[2 * slot] |= LISTED;
        listed[listedCount++] = slot;
    }

    /** Issues what is held back for an element, ahead of another operation on it. */
    void issue(final long place) {
        final int slot = slot(place);
        if (entries[2 * slot] == (place + 1 | LISTED)) {
            entries[2 * slot] = LISTED;
            waiters.send(word, place, entries[2 * slot + 1]);
        }
    }

    /** Notes that an element is at least as good as a value, which was executed there. Not for sums. */
    void learn(final long place, final long value) {
        if (isOutOfDate()) {
            forget();
        }
        final int slot = slot(place);
        if (!isSum && entries[2 * slot] >= 0) {
            entries[2 * slot] = place + 1;
            entries[2 * slot + 1] = value;
            generations[slot] = waiters.oldestNumber() - 1;
        }
    }

    /** Newest first. */
    @Override
    public void issueAll() {
        if (listedCount > 0) {
            lane.flushed();
        }
        while (listedCount > 0) {
            final int slot = listed[--listedCount];
            final long found = entries[2 * slot] & ~LISTED;
            entries[2 * slot] = isSum ? 0 : found;
            if (found != 0) {
                generations[slot] = waiters.openNumber();
                waiters.send(word, found - 1, entries[2 * slot + 1]);
            }
        }
        waiters.close();
    }

    @Override
    public void noted(final boolean isNoted) {
        waiters.noted(isNoted);
    }

    // --- after the elements have been set anew ---

    private boolean isOutOfDate() {
        return version != array.version() || failureCount != waiters.failureCount();
    }

    private void forget() {
        version = array.version();
        failureCount = waiters.failureCount();
        for (int slot = 0; slot <= mask; slot++) {
            if (entries[2 * slot] >= 0) {
                entries[2 * slot] = 0;
            }
        }
    }
}
