package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.EntrySender;

/**
 * The merges without result of one lane into the remote entries of one container with keys of 8 bytes: a direct-mapped
 * table of keys, each with what is to be sent. Owned by the lane. Per merge; nothing is allocated but for more waiters.
 *
 * <p>A merge is in the table until it is issued: at a flush, before another operation on the key, or when another key
 * needs the place. A table that few merges meet their keys in costs more than it spares, and is left alone for a while,
 * as {@link HeldUpdates} does it. Sending makes progress, which may run visits that come back here: so a place is
 * emptied, or taken by its new key, before the old contents are sent.
 */
final class HeldMerges implements HeldBack {
    /** Bytes of an entry: key and value, node, list. */
    static final int ENTRY_LENGTH = 2 * Long.BYTES + 2 * Integer.BYTES;
    /** The table is used while at least so many quarters of the merges meet their keys there. */
    private static final int LEAST_QUARTERS = 2;
    private static final int LEAST_TRIAL = 1024;
    /** Trials that are left out after one that did not pay. */
    private static final int IDLE_TRIALS = 15;
    /** In place of a node: in the list, with nothing to send. */
    private static final int LISTED = -1;

    private final LaneCombining lane;
    private final EntrySender sender;
    private final int operation;
    private final int mask;
    private final long[] entries;
    /** Node + 1; 0: empty, and not in the list. */
    private final int[] nodes;
    /** Entries to issue, each once; some may have been emptied meanwhile. */
    private final int[] listed;
    private int listedCount;
    private final Generations waiters;
    private final int trial;
    private int untilVerdict;
    /** Merges that met their key in the table since the last verdict. */
    private int spared;
    private boolean isIdle;

    /** @param capacity number of entries, a power of two */
    HeldMerges(final LaneCombining lane, final EntrySender sender, final int operation, final int capacity) {
        this.lane = lane;
        this.sender = sender;
        this.operation = operation;
        mask = capacity - 1;
        entries = new long[capacity * 2];
        nodes = new int[capacity];
        listed = new int[capacity];
        trial = Math.max(LEAST_TRIAL, 4 * capacity);
        untilVerdict = trial;
        waiters = new Generations(lane, this);
    }

    /** Holds a merge back, or joins it to another one of its key. */
    void merge(final Completion issuer, final int node, final long key, final long hash, final long operand) {
        if (--untilVerdict < 0) {
            judge();
        }
        if (isIdle) {
            if (listedCount > 0) {
                issue(key, hash);                     // held back before the verdict; the order of merges may count
            }
            sender.note(lane.aggregator(), issuer, node, operation, key, operand);
            return;
        }
        final int slot = (int) hash & mask;
        final int held = nodes[slot];
        if (held > 0 && entries[2 * slot] == key) {
            entries[2 * slot + 1] = EntryOperation.merge(operation, entries[2 * slot + 1], operand);
            spared++;
            lane.combined(1);
            waiters.join(issuer);
        } else {
            replace(issuer, slot, held, node, key, operand);
        }
    }

    /** Uses the table while it spares enough commands, and otherwise tries it again after a while. */
    private void judge() {
        final boolean isUseful = isIdle || spared >= trial / 4 * LEAST_QUARTERS;
        isIdle = !isUseful;
        spared = 0;
        untilVerdict = isUseful ? trial : trial * IDLE_TRIALS;
    }

    private void replace(final Completion issuer, final int slot, final int held, final int node, final long key,
                         final long operand) {
        final long oldKey = entries[2 * slot];
        final long oldValue = entries[2 * slot + 1];
        entries[2 * slot] = key;
        entries[2 * slot + 1] = operand;
        nodes[slot] = node + 1;
        if (held == 0) {
            listed[listedCount++] = slot;
        }
        waiters.join(issuer);
        if (held > 0) {
            lane.evicted();
            waiters.send(sender, operation, oldKey, held - 1, oldValue);
        }
        if (waiters.isFull()) {
            issueAll();
        }
    }

    /** Issues what is held back for a key, ahead of another operation on it. */
    void issue(final long key, final long hash) {
        final int slot = (int) hash & mask;
        final int held = nodes[slot];
        if (held > 0 && entries[2 * slot] == key) {
            nodes[slot] = LISTED;
            waiters.send(sender, operation, key, held - 1, entries[2 * slot + 1]);
        }
    }

    @Override
    public void issueAll() {
        if (listedCount > 0) {
            lane.flushed();
        }
        while (listedCount > 0) {
            final int slot = listed[--listedCount];
            final int held = nodes[slot];
            nodes[slot] = 0;
            if (held > 0) {
                waiters.send(sender, operation, entries[2 * slot], held - 1, entries[2 * slot + 1]);
            }
        }
        waiters.close();
    }

    @Override
    public void noted(final boolean isNoted) {
        waiters.noted(isNoted);
    }
}
