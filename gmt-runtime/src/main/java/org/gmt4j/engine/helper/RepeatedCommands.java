package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;

/**
 * {@link CommandType#REPEAT}: the command before it once more for each of a list of elements, of whose offsets it has the lower halves. A
 * part of {@link CommandExecutor}, below it like the others. Per command.
 */
abstract class RepeatedCommands extends PatternCommands {
    private static final long UPPER_HALF = -1L << 32;
    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    RepeatedCommands(final SegmentTable segments) {
        super(segments);
    }

    /** Executes the list at {@link #at}, which {@code word} announces. False: it is malformed, or there is nothing to repeat before it. */
    final boolean repeats(final long word, final long end, final int origin) {
        final long count = CommandWord.offset(word);
        if (repeatable == 0 || count < 1 || count > end - at - 8 >> 2) {
            return false;
        }
        final long first = UnsafeApi.getLong(repeatable);
        final int type = CommandWord.type(first);
        if (at != repeatedEnd && at != repeatable + CommandType.repeatableLength(type) || !repeat(first, type, at + 8, (int) count, origin)) {
            return false;
        }
        executedCount += count;
        at += 8 + WireFormat.align((int) count << 2);
        repeatedEnd = at;
        return true;
    }

    private boolean repeat(final long first, final int type, final long list, final int count, final int origin) {
        final long operand = UnsafeApi.getLong(repeatable + 8);
        if (type == CommandType.COMPARE_AND_SET_NARROW) {
            return compareAndSetNarrow(first, operand >> 32, (int) operand, list, count);
        }
        if (type == CommandType.COMPARE_AND_SET || CommandType.isFetch(type)) {
            return fetch(first, type, operand, list, count);
        }
        if (type == CommandType.VISIT) {
            visitEach(first, operand, list, count, origin);
        } else {
            update(first, type == CommandType.PUT_VALUE ? CommandType.SWAP : type - CommandType.UPDATE, operand, list, count);
        }
        unvalued += count;
        return true;
    }

    /** Visits each of {@code count} indices; what fails is counted from the visits before on. */
    abstract void visitEach(long first, long argument, long list, int count, int origin);

    static long upper(final long word) {
        return word & CommandWord.MAX_OFFSET & UPPER_HALF;
    }

    static long lower(final long list, final int i) {
        return UnsafeApi.getInt(list + ((long) i << 2)) & LOWER_HALF;
    }

    private boolean compareAndSetNarrow(final long first, final long expected, final long replacement, final long list, final int count) {
        if (count > replyEnd - reply >> 2) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        final long upper = upper(first);
        if (segment == null || segment.widthShift() < 0 || segment.widthShift() > 2) {
            failEach(true, count, whyNotNarrow(segment, upper));
            UnsafeApi.setMemory(reply, (long) count << 2, (byte) 0);
        } else if (segment.widthShift() == 2 && segment.isExclusive()) {
            compareAndSetInts(segment, upper, (int) expected, (int) replacement, list, count);
        } else {
            final long elements = segment.elementCount();
            long out = reply;
            for (int i = 0; i < count; i++, out += 4) {
                final long offset = upper | lower(list, i);
                if (offset < elements) {
                    UnsafeApi.putInt(out, (int) segment.compareAndSet(offset, expected, replacement));
                } else {
                    outOfRangeNarrow(out);
                }
            }
        }
        valued += count;
        reply += (long) count << 2;
        return true;
    }

    /** The loop that searches with queues live in, at the neighbours' owners. */
    private void compareAndSetInts(final Segment segment, final long upper, final int expected, final int replacement, final long list,
                                   final int count) {
        final long address = segment.address();
        final long elements = segment.elementCount();
        final long answers = reply;
        for (int i = 0; i < count; i++) {
            final long offset = upper | lower(list, i);
            if (offset < elements) {
                final long element = address + (offset << 2);
                final int before = UnsafeApi.getInt(element);
                if (before == expected) {
                    UnsafeApi.putInt(element, replacement);
                }
                UnsafeApi.putInt(answers + ((long) i << 2), before);
            } else {
                outOfRangeNarrow(answers + ((long) i << 2));
            }
        }
    }

    /** Values of eight bytes. */
    private boolean fetch(final long first, final int type, final long operand, final long list, final int count) {
        if (count > replyEnd - reply >> 3) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        final long upper = upper(first);
        if (segment == null || segment.widthShift() < 0) {
            failEach(true, count, whyNot(segment, upper));
            UnsafeApi.setMemory(reply, (long) count << 3, (byte) 0);
        } else {
            final boolean isCompare = type == CommandType.COMPARE_AND_SET;
            final long replacement = isCompare ? UnsafeApi.getLong(repeatable + 16) : 0;
            final long elements = segment.elementCount();
            long out = reply;
            for (int i = 0; i < count; i++, out += 8) {
                final long offset = upper | lower(list, i);
                if (offset < elements) {
                    UnsafeApi.putLong(out, isCompare ? segment.compareAndSet(offset, operand, replacement)
                        : segment.fetchAndUpdate(type - CommandType.FETCH, offset, operand));
                } else {
                    outOfRange(out);
                }
            }
        }
        valued += count;
        reply += (long) count << 3;
        return true;
    }

    /** No values; a put is a swap that nobody asks the result of. */
    private void update(final long first, final int operator, final long operand, final long list, final int count) {
        final Segment segment = segments.get(CommandWord.id(first));
        final long upper = upper(first);
        if (segment == null || segment.widthShift() < 0) {
            failEach(false, count, whyNot(segment, upper));
            return;
        }
        final long elements = segment.elementCount();
        for (int i = 0; i < count; i++) {
            final long offset = upper | lower(list, i);
            if (offset < elements) {
                segment.fetchAndUpdate(operator, offset, operand);
            } else {
                failAt(false, unvalued + i, CommandFailure.OUT_OF_RANGE);
            }
        }
    }

    final void failEach(final boolean isValued, final int count, final CommandFailure why) {
        final int before = isValued ? valued : unvalued;
        for (int i = 0; i < count; i++) {
            failAt(isValued, before + i, why);
        }
    }
}
