package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.Accumulation;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;

/**
 * Commands on single elements of a segment. Owned by one helper. Per command.
 *
 * <p>Runs of one type on one segment are executed in one loop: one for commands without a value, and one for those with
 * a value. The two that random access lives in, adds to and gets of longs, have loops of their own. These count to a
 * bound that is known before, with an int: such loops the compiler unrolls, without a safepoint in each iteration. Each
 * method returns false when its command is malformed; then it has executed nothing.
 */
final class ElementCommands {
    /** In place of an operator, for stores that do not return the previous element. */
    private static final int PLAIN_STORE = -1;

    private final BlockCursor block;
    private final SegmentTable segments;

    ElementCommands(final BlockCursor block, final SegmentTable segments) {
        this.block = block;
        this.segments = segments;
    }

    // --- commands without a value ---

    boolean updates(final long first, final int operator) {
        if (!block.holds(16)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null || segment.widthShift() < 0) {
            block.failRun(first, whyNot(segment, CommandWord.offset(first)));
        } else if (!segment.admits(operator != PLAIN_STORE)) {
            block.failRun(first, CommandFailure.NOT_COMBINED);
        } else if (operator == CommandType.ADD && segment.widthShift() == 3 && segment.isExclusive()) {
            addLongs(first, segment);
        } else {
            store(first, operator, segment);
        }
        return true;
    }

    boolean putValues(final long first) {
        return updates(first, PLAIN_STORE);
    }

    /** The loop of random updates. */
    private void addLongs(final long first, final Segment segment) {
        final BlockCursor run = block;
        final long key = first & BlockCursor.KEY;
        final long address = segment.address();
        final long count = segment.elementCount();
        final long begin = run.at;
        final int most = (int) (run.end - begin >> 4);
        int done = 0;
        for (; done < most; done++) {
            final long command = begin + ((long) done << 4);
            final long word = UnsafeApi.getLong(command);
            if ((word & BlockCursor.KEY) != key) {
                break;
            }
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset < count) {
                final long element = address + (offset << 3);
                UnsafeApi.putLong(element, UnsafeApi.getLong(element) + UnsafeApi.getLong(command + 8));
            } else {
                run.outOfRange(command);
            }
        }
        run.ran(begin + ((long) done << 4));
    }

    private void store(final long first, final int operator, final Segment segment) {
        final BlockCursor run = block;
        final long key = first & BlockCursor.KEY;
        final long count = segment.elementCount();
        final long begin = run.at;
        final int most = (int) (run.end - begin >> 4);
        int done = 0;
        for (; done < most; done++) {
            final long command = begin + ((long) done << 4);
            final long word = UnsafeApi.getLong(command);
            if ((word & BlockCursor.KEY) != key) {
                break;
            }
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset >= count) {
                run.outOfRange(command);
            } else if (operator == PLAIN_STORE) {
                segment.store(offset, UnsafeApi.getLong(command + 8));
            } else {
                segment.fetchAndUpdate(operator, offset, UnsafeApi.getLong(command + 8));
            }
        }
        run.ran(begin + ((long) done << 4));
    }

    /** ADD_LONG and ADD_DOUBLE, whose offsets are bytes. */
    boolean addsAtBytes(final long first) {
        if (!block.holds(16)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null) {
            block.failRun(first, CommandFailure.UNKNOWN_SEGMENT);
            return true;
        }
        final BlockCursor run = block;
        final boolean isLong = CommandType.ADD_LONG == CommandWord.type(first);
        final boolean exclusive = segment.isExclusive();
        final long key = first & BlockCursor.KEY;
        final long address = segment.address();
        final long lastOffset = segment.lengthInBytes() - 8;
        final long begin = run.at;
        final int most = (int) (run.end - begin >> 4);
        int done = 0;
        for (; done < most; done++) {
            final long command = begin + ((long) done << 4);
            final long word = UnsafeApi.getLong(command);
            if ((word & BlockCursor.KEY) != key) {
                break;
            }
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset > lastOffset) {
                run.outOfRange(command);
            } else if ((offset & 7) != 0) {
                run.failAt(false, run.unvalued + done, CommandFailure.WRONG_WIDTH);
            } else if (isLong) {
                Accumulation.addLong(address + offset, UnsafeApi.getLong(command + 8), exclusive);
            } else {
                Accumulation.addDouble(address + offset, UnsafeApi.getDouble(command + 8), exclusive);
            }
        }
        run.ran(begin + ((long) done << 4));
        return true;
    }

    // --- commands with a value ---

    boolean gets(final long first) {
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null || segment.widthShift() != 3) {
            return values(first, CommandType.GET, segment, 8);
        }
        if (!block.hasRoom(8)) {
            return false;
        }
        getLongs(first, segment);
        return true;
    }

    boolean fetches(final long first, final int type) {
        return values(first, type, segments.get(CommandWord.id(first)), 16);
    }

    boolean comparesAndSets(final long first) {
        return values(first, CommandType.COMPARE_AND_SET, segments.get(CommandWord.id(first)), 24);
    }

    boolean comparesAndSetsNarrow(final long first) {
        if (!block.holds(16) || !block.hasRoom(4)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null || segment.widthShift() < 0 || segment.widthShift() > 2) {
            block.repeatable = block.at;
            block.fail(true, whyNotNarrow(segment, CommandWord.offset(first)));
            UnsafeApi.putInt(block.reply, 0);
            block.answered(16, 4);
        } else {
            segment.admits(true);
            runOfValues(first, CommandType.COMPARE_AND_SET_NARROW, segment, 16, 2);
        }
        return true;
    }

    /** The loop that random reads live in. */
    private void getLongs(final long first, final Segment segment) {
        final BlockCursor run = block;
        final long key = first & BlockCursor.KEY;
        final long address = segment.address();
        final long count = segment.elementCount();
        final long begin = run.at;
        final long values = run.reply;
        final int most = (int) Math.min(run.end - begin + 7 >> 3, run.replyEnd - values >> 3);
        int done = 0;
        for (; done < most; done++) {
            final long word = UnsafeApi.getLong(begin + ((long) done << 3));
            if ((word & BlockCursor.KEY) != key) {
                break;
            }
            final long offset = word & CommandWord.MAX_OFFSET;
            final long out = values + ((long) done << 3);
            if (offset < count) {
                UnsafeApi.putLong(out, UnsafeApi.getLong(address + (offset << 3)));
            } else {
                run.valueOutOfRange(out, 3);
            }
        }
        run.ranValued(begin + ((long) done << 3), values + ((long) done << 3), 3);
    }

    /** Executes commands of {@code length} bytes with values of eight. */
    private boolean values(final long first, final int type, final Segment segment, final int length) {
        if (!block.holds(length) || !block.hasRoom(8)) {
            return false;
        }
        if (segment == null || segment.widthShift() < 0) {
            block.repeatable = block.at;
            block.fail(true, whyNot(segment, CommandWord.offset(first)));
            block.answer(length, 0);
        } else {
            segment.admits(type != CommandType.GET);
            runOfValues(first, type, segment, length, 3);
        }
        return true;
    }

    /** Executes commands of {@code length} bytes with values of 2^replyShift. */
    private void runOfValues(final long first, final int type, final Segment segment, final int length,
                             final int replyShift) {
        final BlockCursor run = block;
        final long key = first & BlockCursor.KEY;
        final long count = segment.elementCount();
        final long begin = run.at;
        final long values = run.reply;
        final int most = (int) Math.min((run.end - begin) / length, run.replyEnd - values >> replyShift);
        int done = 0;
        for (; done < most; done++) {
            final long command = begin + (long) done * length;
            final long word = UnsafeApi.getLong(command);
            if ((word & BlockCursor.KEY) != key) {
                break;
            }
            final long offset = word & CommandWord.MAX_OFFSET;
            final long out = values + ((long) done << replyShift);
            if (offset >= count) {
                run.valueOutOfRange(out, replyShift);
            } else if (replyShift == 3) {
                UnsafeApi.putLong(out, value(segment, type, offset, command));
            } else {
                final long both = UnsafeApi.getLong(command + 8);
                UnsafeApi.putInt(out, (int) segment.compareAndSet(offset, both >> 32, (int) both));
            }
        }
        final long end = begin + (long) done * length;
        run.repeatable = end - length;
        run.ranValued(end, values + ((long) done << replyShift), replyShift);
    }

    private static long value(final Segment segment, final int type, final long offset, final long cursor) {
        if (type == CommandType.GET) {
            return segment.load(offset);
        }
        final long operand = UnsafeApi.getLong(cursor + 8);
        return type == CommandType.COMPARE_AND_SET
            ? segment.compareAndSet(offset, operand, UnsafeApi.getLong(cursor + 16))
            : segment.fetchAndUpdate(type - CommandType.FETCH, offset, operand);
    }

    // --- reasons ---

    static CommandFailure whyNot(final Segment segment, final long offset) {
        if (segment == null) {
            return CommandFailure.UNKNOWN_SEGMENT;
        }
        return offset >= segment.elementCount() ? CommandFailure.OUT_OF_RANGE : CommandFailure.WRONG_WIDTH;
    }

    static CommandFailure whyNotNarrow(final Segment segment, final long offset) {
        return segment != null && segment.widthShift() > 2 ? CommandFailure.WRONG_WIDTH : whyNot(segment, offset);
    }
}
