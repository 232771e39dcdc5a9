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
 * <p><b>Exactness.</b> The issuer of an update joins the open {@link Generation} when the update is put into the table,
 * which is before it can be sent, and an update is sent within the generation that is open then. Generations end in
 * their order, so an issuer's operations are complete only when its updates, and those that made them needless, have
 * been executed.
 *
 * <p>Sending makes progress, which may run visits that come back here. So a place is emptied, or taken by its new
 * element, before the old contents are sent.
 */
final class HeldUpdates {
    /** Bytes of an entry: element and value, generation, list, mark. */
    static final int ENTRY_LENGTH = 2 * Long.BYTES + 2 * Integer.BYTES + 1;

    private final LaneCombining lane;
    private final ArrayCombining array;
    private final int operator;
    private final boolean isSum;
    private final int mask;
    /** Place + 1, 0 when empty, and the value. */
    private final long[] entries;
    /** Generation in which the value was last sent or is to be sent. Not for sums. */
    private final int[] generations;
    /** Entries to issue, each once; some may have been emptied meanwhile. */
    private final int[] listed;
    private final boolean[] isListed;
    private int listedCount;
    private Generation open;
    private Generation oldest;
    private Generation free;
    private int version;
    private boolean mustForget;
    /** Whether the lane will call {@link #issueAll}. */
    boolean isNoted;

    /** @param capacity number of entries, a power of two */
    HeldUpdates(final LaneCombining lane, final ArrayCombining array, final int operator, final int capacity) {
        this.lane = lane;
        this.array = array;
        this.operator = operator;
        isSum = operator == CommandType.ADD || operator == CommandType.ADD_FLOATING;
        mask = capacity - 1;
        entries = new long[capacity * 2];
        generations = new int[capacity];
        listed = new int[capacity];
        isListed = new boolean[capacity];
        version = array.version();
        open = new Generation(this).begin(0);
        oldest = open;
    }

    /** Holds an update back, drops it, or joins it to another one. The issuer has it outstanding as far as needed. */
    void update(final Completion issuer, final long place, final long operand) {
        forgetIfOld();
        final int slot = array.slot(place, mask);
        final long found = entries[2 * slot];
        if (found == place + 1) {
            again(issuer, slot, operand);
        } else {
            final long value = entries[2 * slot + 1];
            final boolean isEvicting = found != 0 && isListed[slot];
            entries[2 * slot] = place + 1;
            entries[2 * slot + 1] = operand;
            toSend(issuer, slot);
            if (isEvicting) {
                lane.evicted();
                send(found - 1, value);
            }
        }
        if (open.isFull()) {
            issueAll();
        }
    }

    private void again(final Completion issuer, final int slot, final long operand) {
        final long known = entries[2 * slot + 1];
        final long value = array.segment().apply(operator, known, operand);
        if (isSum || value != known && isListed[slot]) {
            entries[2 * slot + 1] = value;
            lane.combined();
            join(issuer);
        } else if (value != known) {
            entries[2 * slot + 1] = value;
            toSend(issuer, slot);
        } else {
            lane.dropped();
            if (isListed[slot] || generations[slot] - oldest.number >= 0) {
                join(issuer);
            }
        }
    }

    private void toSend(final Completion issuer, final int slot) {
        if (!isListed[slot]) {
            isListed[slot] = true;
            listed[listedCount++] = slot;
        }
        join(issuer);
    }

    /** The issuer waits for the open generation, which the lane then closes. */
    private void join(final Completion issuer) {
        open.join(issuer);
        if (!isNoted) {
            isNoted = true;
            lane.holds(this);
        }
    }

    /** Issues what is held back for an element, ahead of another operation on it. */
    void issue(final long place) {
        final int slot = array.slot(place, mask);
        if (entries[2 * slot] == place + 1 && isListed[slot]) {
            entries[2 * slot] = 0;
            send(place, entries[2 * slot + 1]);
        }
    }

    /** Notes that an element is at least as good as a value, which was executed there. Not for sums. */
    void learn(final long place, final long value) {
        forgetIfOld();
        final int slot = array.slot(place, mask);
        if (!isSum && !isListed[slot]) {
            entries[2 * slot] = place + 1;
            entries[2 * slot + 1] = value;
            generations[slot] = oldest.number - 1;
        }
    }

    /** Issues everything. Newest first: what is added meanwhile is issued as well. */
    void issueAll() {
        if (listedCount > 0) {
            lane.flushed();
        }
        while (listedCount > 0) {
            final int slot = listed[--listedCount];
            isListed[slot] = false;
            final long found = entries[2 * slot];
            if (found != 0) {
                generations[slot] = open.number;
                if (isSum) {
                    entries[2 * slot] = 0;
                }
                send(found - 1, entries[2 * slot + 1]);
            }
        }
        close();
    }

    private void send(final long place, final long value) {
        final Generation generation = open;
        final int node = (int) (place >>> CommandWord.OFFSET_BITS);
        generation.issued();                          // not over before the command is known
        try {
            lane.aggregator().update(node, array.word() | place & CommandWord.MAX_OFFSET, value, generation);
        } catch (final RuntimeException cause) {
            generation.failed(cause);
            if (!lane.aggregator().isGone(node)) {    // the issuers of updates to a lost node learn it at their waits
                throw cause;
            }
        } finally {
            generation.completed(1);
        }
    }

    // --- generations ---

    private void close() {
        if (!open.isUnused()) {
            final Generation closed = open;
            open = (free == null ? new Generation(this) : takeFree()).begin(closed.number + 1);
            closed.next = open;
            closed.isClosed = true;
            endGenerations();
        }
    }

    private Generation takeFree() {
        final Generation taken = free;
        free = taken.next;
        return taken;
    }

    /** Ends the oldest generations, in their order, as far as all of their updates have been executed. */
    void endGenerations() {
        while (oldest.isClosed && oldest.isComplete()) {
            final Generation over = oldest;
            oldest = over.next;
            mustForget |= over.end();                 // a value that has not arrived must not stand for others
            over.next = free;
            free = over;
        }
    }

    // --- after the elements have been set anew ---

    private void forgetIfOld() {
        if (version != array.version() || mustForget) {
            version = array.version();
            mustForget = false;
            for (int slot = 0; slot <= mask; slot++) {
                if (!isListed[slot]) {
                    entries[2 * slot] = 0;
                }
            }
        }
    }
}
