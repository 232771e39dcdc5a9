package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Accumulation;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;

/**
 * Contiguous bytes of a segment: puts, gets and accumulates. Owned by one helper. Per command. Each method returns
 * false when its command is malformed; then it has executed nothing.
 */
final class BulkCommands {
    private final BlockCursor block;
    private final SegmentTable segments;

    BulkCommands(final BlockCursor block, final SegmentTable segments) {
        this.block = block;
        this.segments = segments;
    }

    boolean put(final long word) {
        final long length = block.holds(16) ? UnsafeApi.getLong(block.at + 8) : -1;
        if (length < 0 || length > block.end - block.at - 16) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        if (segment != null && !segment.admits(false)) {
            block.fail(false, CommandFailure.NOT_COMBINED);
        } else if (isInside(segment, CommandWord.offset(word), length)) {
            UnsafeApi.copyMemory(block.at + 16, segment.addressOf(CommandWord.offset(word)), length);
        } else {
            block.fail(false, whyNot(segment));
        }
        block.done(16 + WireFormat.align((int) length));
        return true;
    }

    boolean get(final long word) {
        final long length = block.holds(16) ? UnsafeApi.getLong(block.at + 8) : -1;
        if (length < 0 || !block.hasRoom(length) || !block.hasRoom(WireFormat.align((int) length))) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        if (isInside(segment, CommandWord.offset(word), length)) {
            UnsafeApi.copyMemory(segment.addressOf(CommandWord.offset(word)), block.reply, length);
        } else {
            block.failValues((int) length, whyNot(segment));
        }
        block.answered(16, WireFormat.align((int) length));
        return true;
    }

    /** Offsets are bytes. */
    boolean accumulate(final long word) {
        if (!block.holds(16)) {
            return false;
        }
        final int length = UnsafeApi.getInt(block.at + 8);
        final int kind = UnsafeApi.getInt(block.at + 12);
        if (length < 0 || length > block.end - block.at - 16 || !AccumulateKind.isValid(kind)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final long offset = CommandWord.offset(word);
        if (segment == null || length > segment.lengthInBytes() - offset) {
            block.fail(false, whyNot(segment));
        } else if (((offset | length) & AccumulateKind.width(kind) - 1) != 0) {
            block.fail(false, CommandFailure.WRONG_WIDTH);
        } else {
            Accumulation.add(kind, null, block.at + 16, segment.address() + offset, length, segment.isExclusive());
        }
        block.done(16 + WireFormat.align(length));
        return true;
    }

    private static boolean isInside(final Segment segment, final long offset, final long length) {
        return segment != null && offset * segment.elementLength() + length <= segment.lengthInBytes();
    }

    private static CommandFailure whyNot(final Segment segment) {
        return segment == null ? CommandFailure.UNKNOWN_SEGMENT : CommandFailure.OUT_OF_RANGE;
    }
}
