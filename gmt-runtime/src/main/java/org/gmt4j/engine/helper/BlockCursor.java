package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * The block under execution: the next command, the place of the next value, and the failures. All parts of a
 * {@link CommandExecutor} share one cursor. The part for a command executes it at {@link #at}, or a run of its kind,
 * and advances. A run keeps the fields in locals and writes them back at its end. Owned by one helper. Per command.
 *
 * <p>Commands have ordinals, one series for those with a value and one for the others. A failure names its command by
 * its ordinal.
 */
final class BlockCursor {
    /** Type and id of a command word: runs of commands with an equal key are executed in one loop. */
    static final long KEY = -1L << CommandWord.OFFSET_BITS;
    private static final long UPPER_HALF = -1L << 32;
    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    final FailureList failures = new FailureList();
    /** Address of the next command. */
    long at;
    /** Address behind the last command. */
    long end;
    /** Address of the next value. */
    long reply;
    long replyEnd;
    /** Node that has issued the commands. */
    int origin;
    /** Ordinal of the next command with a value. */
    int valued;
    /** Ordinal of the next command without a value. */
    int unvalued;
    /** Address of the last command that may be repeated, if it stands right before. */
    long repeatable;
    /** Address behind the last list of repetitions: another list may follow at once. */
    long repeatedEnd;
    long executedCount;
    /** Additions, minima and maxima without a result among them. */
    long combinableCount;
    long failedCount;

    /** Counts updates that have been executed. Per run of them. */
    void updated(final int operator, final long count) {
        if (CommandType.isCombinable(operator)) {
            combinableCount += count;
        }
    }

    void begin(final long commands, final long commandsEnd, final long values, final int replyLength,
               final int issuer) {
        at = commands;
        end = commandsEnd;
        reply = values;
        replyEnd = values + replyLength;
        origin = issuer;
        valued = 0;
        unvalued = 0;
        repeatable = 0;
        repeatedEnd = 0;
        failures.clear();
    }

    /** Returns whether so many bytes of commands are left. */
    boolean holds(final int length) {
        return length <= end - at;
    }

    /** Returns whether so many bytes of values still fit. */
    boolean hasRoom(final long length) {
        return length <= replyEnd - reply;
    }

    /** Returns the upper half of the offsets of a list of repetitions, from the word of the repeated command. */
    static long upper(final long word) {
        return word & CommandWord.MAX_OFFSET & UPPER_HALF;
    }

    /** Returns the lower half of offset i of a list of repetitions. */
    static long lower(final long list, final int i) {
        return UnsafeApi.getInt(list + ((long) i << 2)) & LOWER_HALF;
    }

    // --- single commands ---

    /** Advances over a command of {@code length} bytes without a value. */
    void done(final int length) {
        unvalued++;
        executedCount++;
        at += length;
    }

    /** Advances over a command whose value has been written, in {@code replyLength} bytes with its padding. */
    void answered(final int length, final int replyLength) {
        valued++;
        executedCount++;
        reply += replyLength;
        at += length;
    }

    /** Writes the value of a command and advances over it. */
    void answer(final int length, final long value) {
        UnsafeApi.putLong(reply, value);
        answered(length, 8);
    }

    // --- runs ---

    /** Advances over a run of commands of 16 bytes without values, up to {@code cursor}. */
    void ran(final long cursor) {
        final int done = (int) (cursor - at >> 4);
        unvalued += done;
        executedCount += done;
        at = cursor;
        repeatable = cursor - 16;
    }

    /** Advances over a run up to {@code cursor}, with values of 2^widthShift bytes written up to {@code out}. */
    void ranValued(final long cursor, final long out, final int widthShift) {
        final int done = (int) (out - reply >> widthShift);
        valued += done;
        executedCount += done;
        reply = out;
        at = cursor;
    }

    /** Fails a run of commands of 16 bytes for one reason. */
    void failRun(final long first, final CommandFailure why) {
        final long key = first & KEY;
        do {
            fail(false, why);
            unvalued++;
            at += 16;
        } while (holds(16) && (UnsafeApi.getLong(at) & KEY) == key);
        repeatable = at - 16;
    }

    // --- failures ---

    /** Fails the next command of its kind. */
    void fail(final boolean isValued, final CommandFailure why) {
        failAt(isValued, isValued ? valued : unvalued, why);
    }

    void failAt(final boolean isValued, final int ordinal, final CommandFailure why) {
        failures.add(isValued, ordinal, why);
        failedCount++;
    }

    /** Fails the next {@code count} commands of their kind. */
    void failEach(final boolean isValued, final int count, final CommandFailure why) {
        final int before = isValued ? valued : unvalued;
        for (int i = 0; i < count; i++) {
            failAt(isValued, before + i, why);
        }
    }

    /** Fails a command within a run without values. */
    void outOfRange(final long cursor) {
        failAt(false, unvalued + (int) (cursor - at >> 4), CommandFailure.OUT_OF_RANGE);
    }

    /** Fails a command within a run; its value, of 2^widthShift bytes at {@code out}, is undefined. */
    void valueOutOfRange(final long out, final int widthShift) {
        UnsafeApi.putInt(out, 0);
        if (widthShift == 3) {
            UnsafeApi.putInt(out + 4, 0);
        }
        failAt(true, valued + (int) (out - reply >> widthShift), CommandFailure.OUT_OF_RANGE);
    }

    /** Fails the next command; its {@code length} bytes of values, padded, are undefined. */
    void failValues(final int length, final CommandFailure why) {
        UnsafeApi.setMemory(reply, WireFormat.align(length), (byte) 0);
        fail(true, why);
    }

    /** Fails a command of unknown type, and all commands behind it. */
    void failRest() {
        failures.addRest(true, valued, CommandFailure.MALFORMED);
        failures.addRest(false, unvalued, CommandFailure.MALFORMED);
    }

    /** Writes the padding; after a malformed command also the promised values that were not produced. */
    void fillReply() {
        while (reply < replyEnd) {
            UnsafeApi.putInt(reply, 0);
            reply += 4;
        }
    }
}
