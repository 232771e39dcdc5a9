package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;

/**
 * The commands that touch memory, and the block under execution: where it is read, where its values go, what has failed. The lowest
 * part of {@link CommandExecutor}, and a superclass instead of a part because its fields change with every command. Owned by one
 * helper. Per command.
 *
 * <p>Each method executes the command at {@link #at}, or a run of its kind, and moves on; false: it is malformed.
 */
abstract class SegmentCommands {
    /** Type and id of a command word: commands that agree in it are executed in one loop. */
    static final long KEY = -1L << CommandWord.OFFSET_BITS;

    final SegmentTable segments;
    final FailureList failures = new FailureList();
    long at;
    long reply;
    long replyEnd;
    int valued;
    int unvalued;
    /** The last command that may be repeated, if it stands right before. */
    long repeatable;
    /** Behind the last list of repetitions: another one may follow at once. */
    long repeatedEnd;
    long executedCount;
    long failedCount;

    SegmentCommands(final SegmentTable segments) {
        this.segments = segments;
    }

    final void begin(final long commands, final long values, final int replyLength) {
        at = commands;
        reply = values;
        replyEnd = values + replyLength;
        valued = 0;
        unvalued = 0;
        repeatable = 0;
        repeatedEnd = 0;
        failures.clear();
    }

    // --- single values ---

    final void updates(final long first, final int operator, final long end) {
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null || segment.widthShift() < 0) {
            skipUnvalued(first, end, segment == null ? CommandFailure.UNKNOWN_SEGMENT : CommandFailure.WRONG_WIDTH);
        } else if (operator == CommandType.ADD && segment.widthShift() == 3 && segment.isExclusive()) {
            addLongs(first, segment, end);
        } else {
            updateAny(first, operator, segment, end);
        }
    }

    /** The loop that random updates live in. */
    final void addLongs(final long first, final Segment segment, final long end) {
        final long key = first & KEY;
        final long address = segment.address();
        final long count = segment.elementCount();
        final long start = at;
        long cursor = start;
        long word = first;
        do {
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset < count) {
                final long element = address + (offset << 3);
                UnsafeApi.putLong(element, UnsafeApi.getLong(element) + UnsafeApi.getLong(cursor + 8));
            } else {
                failAt(false, unvalued + (int) ((cursor - start) >> 4), CommandFailure.OUT_OF_RANGE);
            }
            cursor += 16;
            if (cursor + 16 > end) {
                break;
            }
            word = UnsafeApi.getLong(cursor);
        } while ((word & KEY) == key);
        unvalued += (int) ((cursor - start) >> 4);
        executedCount += (cursor - start) >> 4;
        at = cursor;
        repeatable = cursor - 16;
    }

    final void updateAny(final long first, final int operator, final Segment segment, final long end) {
        final long key = first & KEY;
        final long count = segment.elementCount();
        long word = first;
        do {
            final long offset = CommandWord.offset(word);
            if (offset < count) {
                segment.fetchAndUpdate(operator, offset, UnsafeApi.getLong(at + 8));
            } else {
                fail(false, CommandFailure.OUT_OF_RANGE);
            }
            unvalued++;
            executedCount++;
            at += 16;
            if (at + 16 > end) {
                break;
            }
            word = UnsafeApi.getLong(at);
        } while ((word & KEY) == key);
        repeatable = at - 16;
    }

    final void skipUnvalued(final long first, final long end, final CommandFailure why) {
        final long key = first & KEY;
        do {
            fail(false, why);
            unvalued++;
            at += 16;
        } while (at + 16 <= end && (UnsafeApi.getLong(at) & KEY) == key);
        repeatable = at - 16;
    }

    final void fetches(final long first, final int operator, final long end) {
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null || segment.widthShift() < 0) {
            fail(true, whyNot(segment, CommandWord.offset(first)));
            answer(0);
            repeatable = at;
            at += 16;
            return;
        }
        final long key = first & KEY;
        final long count = segment.elementCount();
        final long lastReply = replyEnd - 8;
        long cursor = at;
        long out = reply;
        long word = first;
        do {
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset < count) {
                UnsafeApi.putLong(out, segment.fetchAndUpdate(operator, offset, UnsafeApi.getLong(cursor + 8)));
            } else {
                outOfRange(out);
            }
            out += 8;
            cursor += 16;
            if (cursor + 16 > end || out > lastReply) {
                break;
            }
            word = UnsafeApi.getLong(cursor);
        } while ((word & KEY) == key);
        repeatable = cursor - 16;
        answered(cursor, out, 3);
    }

    /** A run of valued commands has been executed. */
    final void answered(final long cursor, final long out, final int widthShift) {
        final int done = (int) ((out - reply) >> widthShift);
        valued += done;
        executedCount += done;
        reply = out;
        at = cursor;
    }

    /** A command within a run fails: its answer, at {@code out}, means nothing. */
    final void outOfRange(final long out) {
        UnsafeApi.putLong(out, 0);
        failAt(true, valued + (int) ((out - reply) >> 3), CommandFailure.OUT_OF_RANGE);
    }

    /** The same for an answer of four bytes. */
    final void outOfRangeNarrow(final long out) {
        UnsafeApi.putInt(out, 0);
        failAt(true, valued + (int) ((out - reply) >> 2), CommandFailure.OUT_OF_RANGE);
    }

    final boolean gets(final long first, final long end) {
        final Segment segment = segments.get(CommandWord.id(first));
        if (reply >= replyEnd) {
            return false;
        }
        if (segment == null || segment.widthShift() != 3) {
            final long offset = CommandWord.offset(first);
            answer(isUsable(segment, offset) ? segment.load(offset) : 0);
            at += 8;
            return true;
        }
        final long key = first & KEY;
        final long address = segment.address();
        final long count = segment.elementCount();
        long cursor = at;
        long out = reply;
        long word = first;
        do {
            final long offset = word & CommandWord.MAX_OFFSET;
            if (out >= replyEnd) {
                return false;
            }
            if (offset < count) {
                UnsafeApi.putLong(out, UnsafeApi.getLong(address + (offset << 3)));
            } else {
                outOfRange(out);
            }
            out += 8;
            cursor += 8;
            if (cursor >= end) {
                break;
            }
            word = UnsafeApi.getLong(cursor);
        } while ((word & KEY) == key);
        answered(cursor, out, 3);
        return true;
    }

    final boolean putValues(final long first, final long end) {
        if (at + 16 > end) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null || segment.widthShift() < 0) {
            skipUnvalued(first, end, whyNot(segment, CommandWord.offset(first)));
            return true;
        }
        final long key = first & KEY;
        final long count = segment.elementCount();
        final long start = at;
        long cursor = start;
        long word = first;
        do {
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset < count) {
                segment.store(offset, UnsafeApi.getLong(cursor + 8));
            } else {
                failAt(false, unvalued + (int) ((cursor - start) >> 4), CommandFailure.OUT_OF_RANGE);
            }
            cursor += 16;
            if (cursor + 16 > end) {
                break;
            }
            word = UnsafeApi.getLong(cursor);
        } while ((word & KEY) == key);
        unvalued += (int) ((cursor - start) >> 4);
        executedCount += (cursor - start) >> 4;
        at = cursor;
        repeatable = cursor - 16;
        return true;
    }

    final boolean comparesAndSets(final long first, final long end) {
        if (at + 24 > end || reply + 8 > replyEnd) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null || segment.widthShift() < 0) {
            fail(true, whyNot(segment, CommandWord.offset(first)));
            answer(0);
            repeatable = at;
            at += 24;
            return true;
        }
        final long key = first & KEY;
        final long count = segment.elementCount();
        final long lastReply = replyEnd - 8;
        long cursor = at;
        long out = reply;
        long word = first;
        do {
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset < count) {
                UnsafeApi.putLong(out, segment.compareAndSet(offset, UnsafeApi.getLong(cursor + 8), UnsafeApi.getLong(cursor + 16)));
            } else {
                outOfRange(out);
            }
            out += 8;
            cursor += 24;
            if (cursor + 24 > end || out > lastReply) {
                break;
            }
            word = UnsafeApi.getLong(cursor);
        } while ((word & KEY) == key);
        repeatable = cursor - 24;
        answered(cursor, out, 3);
        return true;
    }

    final boolean comparesAndSetsNarrow(final long first, final long end) {
        if (at + 16 > end || reply + 4 > replyEnd) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null || segment.widthShift() < 0 || segment.widthShift() > 2) {
            fail(true, whyNotNarrow(segment, CommandWord.offset(first)));
            answerNarrow(0);
            repeatable = at;
            at += 16;
            return true;
        }
        final long key = first & KEY;
        final long count = segment.elementCount();
        final long lastReply = replyEnd - 4;
        long cursor = at;
        long out = reply;
        long word = first;
        do {
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset < count) {
                final long both = UnsafeApi.getLong(cursor + 8);
                UnsafeApi.putInt(out, (int) segment.compareAndSet(offset, both >> 32, (int) both));
            } else {
                outOfRangeNarrow(out);
            }
            out += 4;
            cursor += 16;
            if (cursor + 16 > end || out > lastReply) {
                break;
            }
            word = UnsafeApi.getLong(cursor);
        } while ((word & KEY) == key);
        repeatable = cursor - 16;
        answered(cursor, out, 2);
        return true;
    }

    final boolean isUsable(final Segment segment, final long offset) {
        if (segment != null && segment.widthShift() >= 0 && offset < segment.elementCount()) {
            return true;
        }
        fail(true, whyNot(segment, offset));
        return false;
    }

    static CommandFailure whyNot(final Segment segment, final long offset) {
        if (segment == null) {
            return CommandFailure.UNKNOWN_SEGMENT;
        }
        return offset >= segment.elementCount() ? CommandFailure.OUT_OF_RANGE : CommandFailure.WRONG_WIDTH;
    }

    static CommandFailure whyNotNarrow(final Segment segment, final long offset) {
        return segment != null && segment.widthShift() > 2 ? CommandFailure.WRONG_WIDTH : whyNot(segment, offset);
    }

    final void answerNarrow(final int value) {
        UnsafeApi.putInt(reply, value);
        reply += 4;
        valued++;
        executedCount++;
    }

    final void answer(final long value) {
        if (reply + 8 <= replyEnd) {
            UnsafeApi.putLong(reply, value);
            reply += 8;
        }
        valued++;
        executedCount++;
    }

    // --- bulk ---

    final boolean put(final long word, final long end) {
        final long length = at + 16 > end ? -1 : UnsafeApi.getLong(at + 8);
        if (length < 0 || length > end - at - 16) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        if (isInside(segment, CommandWord.offset(word), length)) {
            UnsafeApi.copyMemory(at + 16, segment.addressOf(CommandWord.offset(word)), length);
        } else {
            fail(false, whyNotBulk(segment));
        }
        unvalued++;
        executedCount++;
        at += 16 + WireFormat.align((int) length);
        return true;
    }

    final boolean getBulk(final long word, final long end) {
        final long length = at + 16 > end ? -1 : UnsafeApi.getLong(at + 8);
        if (length < 0 || reply + WireFormat.align((int) Math.min(length, Integer.MAX_VALUE - 8)) > replyEnd) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        if (isInside(segment, CommandWord.offset(word), length)) {
            UnsafeApi.copyMemory(segment.addressOf(CommandWord.offset(word)), reply, length);
        } else {
            fail(true, whyNotBulk(segment));
        }
        reply += WireFormat.align((int) length);
        valued++;
        executedCount++;
        at += 16;
        return true;
    }

    static boolean isInside(final Segment segment, final long offset, final long length) {
        return segment != null && offset * segment.elementLength() + length <= segment.lengthInBytes();
    }

    static CommandFailure whyNotBulk(final Segment segment) {
        return segment == null ? CommandFailure.UNKNOWN_SEGMENT : CommandFailure.OUT_OF_RANGE;
    }

    // --- failures ---

    final void fail(final boolean isValued, final CommandFailure why) {
        failAt(isValued, isValued ? valued : unvalued, why);
    }

    final void failAt(final boolean isValued, final int ordinal, final CommandFailure why) {
        failures.add(isValued, ordinal, why);
        failedCount++;
    }

    /** The padding; after a malformed command also the values that were promised and not produced. */
    final void fillReply() {
        while (reply < replyEnd) {
            UnsafeApi.putInt(reply, 0);
            reply += 4;
        }
    }
}
