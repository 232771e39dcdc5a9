package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.EntryWord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.container.EntryStore;
import org.gmt4j.engine.container.StoreTable;
import org.gmt4j.engine.task.TaskRuntime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commands on entries of containers. Owned by one helper. Per command. Each method returns false when its command is
 * malformed; then it has executed nothing.
 *
 * <p>Runs of commands on one container are executed some at a time: first the places of all of them are found, then
 * read in a loop that does nothing else, which has their cache misses overlap, then the commands are executed in their
 * order.
 */
final class EntryCommands {
    private static final Logger LOG = LoggerFactory.getLogger(EntryCommands.class);
    /** As many cache misses as a core has under way at the same time, and some more. */
    private static final int TOGETHER = 16;

    private final BlockCursor block;
    private final TaskRuntime tasks;
    private final StoreTable stores;
    private final int lane;
    private final long[] hashes = new long[TOGETHER];
    private final long[] places = new long[TOGETHER];
    /** Has the compiler keep the reads. */
    private long touched;

    /** @param lane index of the thread's lane */
    EntryCommands(final BlockCursor block, final TaskRuntime tasks, final int lane) {
        this.block = block;
        this.tasks = tasks;
        this.lane = lane;
        stores = tasks.service(StoreTable.class, runtime -> new StoreTable());
    }

    /**
     * Executes the command with the first word {@code first}, and those behind it of its kind on the same container.
     *
     * @param keyAt distance of the key from the begin of the command: 8, or 16 with an operand
     */
    boolean notes(final long first, final int keyAt) {
        final BlockCursor run = block;
        final EntryStore store = stores.get(CommandWord.id(first));
        final long key = first & BlockCursor.KEY;
        long at = run.at;
        long reads = 0;
        int count = 0;
        int accepted = 0;
        while (count < TOGETHER && at < run.end) {
            final long word = UnsafeApi.getLong(at);
            final int keyLength = EntryWord.keyLength(word);
            final long next = at + keyAt + WireFormat.align(keyLength);
            if ((word & BlockCursor.KEY) != key || next > run.end) {
                break;
            }
            long place = 0;
            if (store != null && store.accepts(EntryWord.operation(word), keyLength)) {
                final long hash = store.hash(at + keyAt, keyLength);
                place = store.place(hash);
                hashes[count] = hash;
                accepted |= 1 << count;
            }
            places[count] = place == 0 ? at : place;
            at = next;
            count++;
        }
        for (int i = 0; i < count; i++) {
            reads += UnsafeApi.getLong(places[i]);
        }
        for (int i = 0; i < count && store != null && store.looksTwice; i++) {
            reads += store.touchBehind(hashes[i]);
        }
        touched = reads;
        for (int i = 0; i < count; i++) {
            if ((accepted >>> i & 1) != 0) {
                note(store, keyAt, hashes[i]);
            } else {
                refuse(store, keyAt);
            }
        }
        return count > 0;
    }

    private void note(final EntryStore store, final int keyAt, final long hash) {
        final BlockCursor run = block;
        final long at = run.at;
        final long word = UnsafeApi.getLong(at);
        final int keyLength = EntryWord.keyLength(word);
        try {
            store.note(lane, EntryWord.operation(word), keyAt == 8 ? EntryWord.operand(word)
                : UnsafeApi.getLong(at + 8), at + keyAt, keyLength, hash);
        } catch (final RuntimeException cause) {
            refused(false, cause);
        }
        run.done(keyAt + WireFormat.align(keyLength));
    }

    /** Fails a note for which there is no store, or a wrong one. */
    private void refuse(final EntryStore store, final int keyAt) {
        block.fail(false, store == null ? CommandFailure.UNKNOWN_CONTAINER : CommandFailure.MALFORMED);
        block.done(keyAt + WireFormat.align(EntryWord.keyLength(UnsafeApi.getLong(block.at))));
    }

    boolean call(final long word) {
        final BlockCursor run = block;
        final int operation = EntryWord.operation(word);
        final int keyLength = EntryWord.keyLength(word);
        final int length = 16 + WireFormat.align(keyLength);
        if (!run.holds(length) || !run.hasRoom(8)) {
            return false;
        }
        final EntryStore store = stores.get(CommandWord.id(word));
        long value = 0;
        if (store == null || !store.accepts(operation, keyLength)) {
            run.fail(true, store == null ? CommandFailure.UNKNOWN_CONTAINER : CommandFailure.MALFORMED);
        } else {
            try {
                value = store.call(operation, UnsafeApi.getLong(run.at + 8), run.at + 16, keyLength);
            } catch (final RuntimeException cause) {
                refused(true, cause);
            }
        }
        run.answer(length, value);
        return true;
    }

    private void refused(final boolean isValued, final RuntimeException cause) {
        if (block.failedCount == 0) {
            LOG.error("GMT-828 a container has refused an operation of node {} (further refusals are only reported to "
                + "their senders)", block.origin, cause);
        }
        tasks.visitFailed(block.origin, cause);
        block.fail(isValued, CommandFailure.ENTRY_REFUSED);
    }

    /** Returns what was read ahead, which means nothing. */
    long touched() {
        return touched;
    }
}
