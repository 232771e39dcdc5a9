package org.gmt4j.engine.helper;

import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.FailureRecord;

/**
 * The failed commands of one block, as runs of neighbours with the same reason, so that a block whose array has been
 * freed needs one entry instead of five hundred. Owned by one executor; used only by commands that fail.
 */
final class FailureList {
    private static final int NONE = -2;

    /** Pairs as in {@link FailureRecord}. */
    private int[] entries = new int[16];
    private int size;
    private int lastValued = NONE;
    private int lastUnvalued = NONE;

    void clear() {
        size = 0;
        lastValued = NONE;
        lastUnvalued = NONE;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    int ordinal(final int i) {
        return entries[i * 2];
    }

    int code(final int i) {
        return entries[i * 2 + 1];
    }

    /** @param ordinal ordinal of the command among those of its kind */
    void add(final boolean isValued, final int ordinal, final CommandFailure why) {
        final int last = isValued ? lastValued : lastUnvalued;
        if (last == NONE || !extend(last, ordinal, why)) {
            append(isValued, ordinal, FailureRecord.code(why.code(), 0));
        }
    }

    /** Adds a command and all of its kind behind it, which have not been executed. */
    void addRest(final boolean isValued, final int ordinal, final CommandFailure why) {
        append(isValued, ordinal, FailureRecord.code(why.code(), FailureRecord.REST));
    }

    private boolean extend(final int last, final int ordinal, final CommandFailure why) {
        final int code = code(last);
        final int following = FailureRecord.following(code);
        if (FailureRecord.reason(code) != why.code() || (ordinal(last) & Integer.MAX_VALUE) + following + 1 != ordinal
            || following + 1 >= FailureRecord.REST) {
            return false;
        }
        entries[last * 2 + 1] = FailureRecord.code(why.code(), following + 1);
        return true;
    }

    private void append(final boolean isValued, final int ordinal, final int code) {
        if (size * 2 == entries.length) {
            entries = Arrays.copyOf(entries, entries.length * 2);
        }
        entries[size * 2] = isValued ? ordinal : ordinal | FailureRecord.UNVALUED;
        entries[size * 2 + 1] = code;
        if (isValued) {
            lastValued = size++;
        } else {
            lastUnvalued = size++;
        }
    }

    /** Writes the list with {@code room} entries, at least one; the last stands for all that did not fit. */
    void write(final long address, final int room) {
        final int listed = room < size ? room - 1 : size;
        long at = address;
        for (int i = 0; i < listed; i++, at += 8) {
            UnsafeApi.putInt(at, ordinal(i));
            UnsafeApi.putInt(at + 4, code(i));
        }
        if (listed < size) {
            UnsafeApi.putInt(at, unlistedCount(listed));
            UnsafeApi.putInt(at + 4, FailureRecord.code(FailureRecord.UNLISTED, 0));
        }
    }

    /**
     * Returns the number of commands behind the first {@code listed} entries. Only the origin knows the length of a
     * rest, which counts as one here.
     */
    private int unlistedCount(final int listed) {
        int count = 0;
        for (int i = listed; i < size; i++) {
            final int following = FailureRecord.following(code(i));
            count += following == FailureRecord.REST ? 1 : following + 1;
        }
        return count;
    }
}
