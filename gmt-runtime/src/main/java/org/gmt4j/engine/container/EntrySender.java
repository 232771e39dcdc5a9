package org.gmt4j.engine.container;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.EntryWord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * Issues commands on entries of one container. Small operands travel in the first word: 16 bytes for a key of 8 bytes,
 * 24 otherwise. Any lane; per command.
 */
public final class EntrySender {
    private final long note;
    private final long wideNote;
    private final long call;

    /** @param id of the container */
    public EntrySender(final int id) {
        note = CommandWord.base(CommandType.ENTRY_NOTE, id);
        wideNote = CommandWord.base(CommandType.ENTRY_WIDE_NOTE, id);
        call = CommandWord.base(CommandType.ENTRY_CALL, id);
    }

    /** Issues an operation without a result. */
    public void note(final Aggregator lane, final Completion owner, final int node, final int operation,
                     final long key, final long operand) {
        final long entry = EntryWord.of(operation, Long.BYTES);
        if (EntryWord.isSmall(operand)) {
            lane.update(node, EntryWord.withOperand(note | entry, operand), key, owner);
            return;
        }
        final long at = lane.claim(node, 24, owner);
        UnsafeApi.putLong(at, wideNote | entry);
        UnsafeApi.putLong(at + 8, operand);
        UnsafeApi.putLong(at + 16, key);
        lane.commit(node);
    }

    /** Issues an operation whose value goes to {@code place} of {@code target}. */
    public void call(final Aggregator lane, final Completion owner, final int node, final int operation,
                     final long key, final long operand, final Object target, final long place) {
        lane.fetch(node, call | EntryWord.of(operation, Long.BYTES), operand, key, owner, target, place);
    }

    /** Issues an operation without a result on a key at an address, with zeros behind it up to a multiple of 8. */
    public void note(final Aggregator lane, final Completion owner, final int node, final int operation,
                     final long key, final int length, final long operand) {
        final long entry = EntryWord.of(operation, length);
        final int padded = WireFormat.align(length);
        if (EntryWord.isSmall(operand)) {
            final long at = lane.claim(node, 8 + padded, owner);
            UnsafeApi.putLong(at, EntryWord.withOperand(note | entry, operand));
            copy(key, at + 8, padded);
        } else {
            final long at = lane.claim(node, 16 + padded, owner);
            UnsafeApi.putLong(at, wideNote | entry);
            UnsafeApi.putLong(at + 8, operand);
            copy(key, at + 16, padded);
        }
        lane.commit(node);
    }

    /** Issues the appending of {@code count} longs of an array. */
    public void append(final Aggregator lane, final Completion owner, final int node, final long[] values,
                       final int from, final int count) {
        final long at = lane.claim(node, 8 + (count << 3), owner);
        UnsafeApi.putLong(at, note | EntryWord.of(EntryOperation.APPEND, count << 3));
        for (int i = 0; i < count; i++) {
            UnsafeApi.putLong(at + 8 + ((long) i << 3), values[from + i]);
        }
        lane.commit(node);
    }

    /** Issues an operation on a key at an address whose value goes to {@code place} of {@code target}. */
    public void call(final Aggregator lane, final Completion owner, final int node, final int operation,
                     final long key, final int length, final long operand, final Object target, final long place) {
        final int padded = WireFormat.align(length);
        final long at = lane.claimValued(node, 16 + padded, owner, target, place);
        UnsafeApi.putLong(at, call | EntryWord.of(operation, length));
        UnsafeApi.putLong(at + 8, operand);
        copy(key, at + 16, padded);
        lane.commit(node);
    }

    private static void copy(final long from, final long to, final int length) {
        for (int at = 0; at < length; at += 8) {
            UnsafeApi.putLong(to + at, UnsafeApi.getLong(from + at));
        }
    }
}
