package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * The block under execution: the next command, the place of the next value, and the failures. One cursor is handed to
 * all parts of a {@link CommandExecutor}; the part that knows a command executes it at {@link #at}, or a run of its
 * kind, and moves on. A run takes the fields into locals and gives them back at its end. Owned by one helper. Per
 * command.
 *
 * <p>Commands have ordinals, one series for those that bring back a value and one for the others. A failure names its
 * command so.
 */
final class BlockCursor {
    /** Type and id of a command word: commands that agree in it are executed in one loop. */
    static final long KEY = -1L << CommandWord.OFFSET_BITS;
    private static final long UPPER_HALF = -1L << 32;
    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    final FailureList failures = new FailureList();
    /** The next command. */
    long at;
    /** Behind the last one. */
    long end;
    /** The place of the next value. */
    long reply;
    long replyEnd;
    /** The node that has issued the commands. */
    int origin;
    /** Ordinal of the next command that brings back a value. */
    int valued;
    /** Ordinal of the next one that does not. */
    int unvalued;
    /** The last command that may be repeated, if it stands right before. */
    long repeatable;
    /** Behind the last list of repetitions: another one may follow at once. */
    long repeatedEnd;
    long executedCount;
    long failedCount;

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

    /** True when so many bytes of commands are left. */
    boolean holds(final int length) {
        return length <= end - at;
    }

    /** True when so many bytes of values still fit. */
    boolean hasRoom(final long length) {
        return length <= replyEnd - reply;
    }

    /** The upper half of the offsets of a list of repetitions, from the word of the command that is repeated. */
    static long upper(final long word) {
        return word & CommandWord.MAX_OFFSET & UPPER_HALF;
    }

    /** The lower half of offset i of a list of repetitions. */
    static long lower(final long list, final int i) {
        return UnsafeApi.getInt(list + ((long) i << 2)) & LOWER_HALF;
    }

    // --- single commands ---

    /** A command of {@code length} bytes that brings nothing back has been executed. */
    void done(final int length) {
        unvalued++;
        executedCount++;
        at += length;
    }

    /** A command has been executed and its value written, in {@code replyLength} bytes with its padding. */
    void answered(final int length, final int replyLength) {
        valued++;
        executedCount++;
        reply += replyLength;
        at += length;
    }

    /** The same, and writes its value. */
    void answer(final int length, final long value) {
        UnsafeApi.putLong(reply, value);
        answered(length, 8);
    }

    // --- runs ---

    /** A run of commands of 16 bytes that bring nothing back has been executed, up to {@code cursor}. */
    void ran(final long cursor) {
        final int done = (int) (cursor - at >> 4);
        unvalued += done;
        executedCount += done;
        at = cursor;
        repeatable = cursor - 16;
    }

    /** A run has been executed up to {@code cursor}, and its values of 2^widthShift bytes written up to {@code out}. */
    void ranValued(final long cursor, final long out, final int widthShift) {
        final int done = (int) (out - reply >> widthShift);
        valued += done;
        executedCount += done;
        reply = out;
        at = cursor;
    }

    /** A run of commands of 16 bytes fails, all for one reason. */
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

    /** The next command of its kind fails. */
    void fail(final boolean isValued, final CommandFailure why) {
        failAt(isValued, isValued ? valued : unvalued, why);
    }

    void failAt(final boolean isValued, final int ordinal, final CommandFailure why) {
        failures.add(isValued, ordinal, why);
        failedCount++;
    }

    /** The next {@code count} of their kind fail. */
    void failEach(final boolean isValued, final int count, final CommandFailure why) {
        final int before = isValued ? valued : unvalued;
        for (int i = 0; i < count; i++) {
            failAt(isValued, before + i, why);
        }
    }

    /** A command within a run fails that brings nothing back. */
    void outOfRange(final long cursor) {
        failAt(false, unvalued + (int) (cursor - at >> 4), CommandFailure.OUT_OF_RANGE);
    }

    /** A command within a run fails: its value, of 2^widthShift bytes at {@code out}, means nothing. */
    void valueOutOfRange(final long out, final int widthShift) {
        UnsafeApi.putInt(out, 0);
        if (widthShift == 3) {
            UnsafeApi.putInt(out + 4, 0);
        }
        failAt(true, valued + (int) (out - reply >> widthShift), CommandFailure.OUT_OF_RANGE);
    }

    /** The next command fails; its {@code length} bytes of values, padded, mean nothing. */
    void failValues(final int length, final CommandFailure why) {
        UnsafeApi.setMemory(reply, WireFormat.align(length), (byte) 0);
        fail(true, why);
    }

    /** What kind of command it was is not known: it fails, and so does everything behind it. */
    void failRest() {
        failures.addRest(true, valued, CommandFailure.MALFORMED);
        failures.addRest(false, unvalued, CommandFailure.MALFORMED);
    }

    /** Writes the padding; after a malformed command also the values that were promised and not produced. */
    void fillReply() {
        while (reply < replyEnd) {
            UnsafeApi.putInt(reply, 0);
            reply += 4;
        }
    }
}
