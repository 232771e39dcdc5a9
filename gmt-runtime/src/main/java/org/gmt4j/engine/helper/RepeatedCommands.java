package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;

/**
 * {@link CommandType#REPEAT}: repeats the previous command for each of a list of elements, given by the lower halves of
 * their offsets. Owned by one helper. Per command.
 */
final class RepeatedCommands {
    private final BlockCursor block;
    private final SegmentTable segments;
    private final TaskCommands tasks;

    RepeatedCommands(final BlockCursor block, final SegmentTable segments, final TaskCommands tasks) {
        this.block = block;
        this.segments = segments;
        this.tasks = tasks;
    }

    /**
     * Executes the list announced by {@code word}. Returns false when it is malformed, or there is no command to
     * repeat.
     */
    boolean repeat(final long word) {
        final long at = block.at;
        final long repeatable = block.repeatable;
        final long count = CommandWord.offset(word);
        if (repeatable == 0 || count < 1 || count > block.end - at - 8 >> 2) {
            return false;
        }
        final long first = UnsafeApi.getLong(repeatable);
        final int type = CommandWord.type(first);
        if (at != block.repeatedEnd && at != repeatable + CommandType.repeatableLength(type)
            || !executeEach(first, type, at + 8, (int) count)) {
            return false;
        }
        block.executedCount += count;
        block.at = at + 8 + WireFormat.align((int) count << 2);
        block.repeatedEnd = block.at;
        return true;
    }

    private boolean executeEach(final long first, final int type, final long list, final int count) {
        final long operand = UnsafeApi.getLong(block.repeatable + 8);
        if (type == CommandType.COMPARE_AND_SET_NARROW) {
            return compareAndSetNarrow(first, operand >> 32, (int) operand, list, count);
        }
        if (type == CommandType.COMPARE_AND_SET || CommandType.isFetch(type)) {
            return fetch(first, type, operand, list, count);
        }
        if (type == CommandType.VISIT) {
            tasks.visitEach(first, operand, list, count);
        } else {
            final int operator = type == CommandType.PUT_VALUE ? CommandType.SWAP : type - CommandType.UPDATE;
            update(first, operator, operand, list, count);
            block.updated(operator, count);
        }
        block.unvalued += count;
        return true;
    }

    private boolean compareAndSetNarrow(final long first, final long expected, final long replacement, final long list,
                                        final int count) {
        if (!block.hasRoom((long) count << 2)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        final long upper = BlockCursor.upper(first);
        if (segment == null || segment.widthShift() < 0 || segment.widthShift() > 2) {
            block.failEach(true, count, ElementCommands.whyNotNarrow(segment, upper));
            UnsafeApi.setMemory(block.reply, (long) count << 2, (byte) 0);
        } else if (segment.admits(true) && segment.widthShift() == 2 && segment.isExclusive()) {
            compareAndSetInts(segment, upper, (int) expected, (int) replacement, list, count);
        } else {
            final long elements = segment.elementCount();
            long out = block.reply;
            for (int i = 0; i < count; i++, out += 4) {
                final long offset = upper | BlockCursor.lower(list, i);
                if (offset < elements) {
                    UnsafeApi.putInt(out, (int) segment.compareAndSet(offset, expected, replacement));
                } else {
                    block.valueOutOfRange(out, 2);
                }
            }
        }
        block.valued += count;
        block.reply += (long) count << 2;
        return true;
    }

    /** The loop of searches with queues, at the neighbours' owners. */
    private void compareAndSetInts(final Segment segment, final long upper, final int expected, final int replacement,
                                   final long list, final int count) {
        final long address = segment.address();
        final long elements = segment.elementCount();
        final long answers = block.reply;
        for (int i = 0; i < count; i++) {
            final long offset = upper | BlockCursor.lower(list, i);
            if (offset < elements) {
                final long element = address + (offset << 2);
                final int before = UnsafeApi.getInt(element);
                if (before == expected) {
                    UnsafeApi.putInt(element, replacement);
                }
                UnsafeApi.putInt(answers + ((long) i << 2), before);
            } else {
                block.valueOutOfRange(answers + ((long) i << 2), 2);
            }
        }
    }

    /** Executes repetitions with values of eight bytes. */
    private boolean fetch(final long first, final int type, final long operand, final long list, final int count) {
        if (!block.hasRoom((long) count << 3)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        final long upper = BlockCursor.upper(first);
        if (segment == null || segment.widthShift() < 0) {
            block.failEach(true, count, ElementCommands.whyNot(segment, upper));
            UnsafeApi.setMemory(block.reply, (long) count << 3, (byte) 0);
        } else {
            segment.admits(true);
            final boolean isCompare = type == CommandType.COMPARE_AND_SET;
            final long replacement = isCompare ? UnsafeApi.getLong(block.repeatable + 16) : 0;
            final long elements = segment.elementCount();
            long out = block.reply;
            for (int i = 0; i < count; i++, out += 8) {
                final long offset = upper | BlockCursor.lower(list, i);
                if (offset < elements) {
                    UnsafeApi.putLong(out, isCompare ? segment.compareAndSet(offset, operand, replacement)
                        : segment.fetchAndUpdate(type - CommandType.FETCH, offset, operand));
                } else {
                    block.valueOutOfRange(out, 3);
                }
            }
        }
        block.valued += count;
        block.reply += (long) count << 3;
        return true;
    }

    /** Executes repetitions without values; a put is a swap without a result. */
    private void update(final long first, final int operator, final long operand, final long list, final int count) {
        final Segment segment = segments.get(CommandWord.id(first));
        final long upper = BlockCursor.upper(first);
        if (segment == null || segment.widthShift() < 0) {
            block.failEach(false, count, ElementCommands.whyNot(segment, upper));
            return;
        }
        if (!segment.admits(operator != CommandType.SWAP)) {
            block.failEach(false, count, CommandFailure.NOT_COMBINED);
            return;
        }
        final long elements = segment.elementCount();
        for (int i = 0; i < count; i++) {
            final long offset = upper | BlockCursor.lower(list, i);
            if (offset < elements) {
                segment.fetchAndUpdate(operator, offset, operand);
            } else {
                block.failAt(false, block.unvalued + i, CommandFailure.OUT_OF_RANGE);
            }
        }
    }
}
