package org.gmt4j.engine.helper;

import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.StridedRecord;
import org.gmt4j.aggregation.wire.VectorRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * Strided and vector transfers. Offsets are bytes. Owned by one helper. Per command.
 *
 * <p>A command is checked as a whole, pattern or list against the segment, before its first byte moves. When only its
 * frame is valid, the command alone fails. When the frame is invalid the method returns false: the command is
 * malformed, and with it everything behind it.
 */
final class PatternCommands {
    private final BlockCursor block;
    private final SegmentTable segments;
    private final StridedWalk walk = new StridedWalk();
    /** Whether all pieces of the vector that was checked last have eight bytes. */
    private boolean isEven;

    PatternCommands(final BlockCursor block, final SegmentTable segments) {
        this.block = block;
        this.segments = segments;
    }

    // --- strided ---

    boolean stridedStore(final long word) {
        final int header = stridedHeader();
        final int length = header < 0 ? -1 : StridedRecord.length(block.at);
        final int kind = header < 0 ? -1 : StridedRecord.kind(block.at);
        if (length < 0 || length > block.end - block.at - header || !AccumulateKind.isValid(kind)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final int width = AccumulateKind.width(kind);
        final CommandFailure why = whyNotStrided(segment, CommandWord.offset(word), length, width);
        if (why != null) {
            block.fail(false, why);
        } else if (!segment.admits(false)) {
            block.fail(false, CommandFailure.NOT_COMBINED);
        } else if (kind == AccumulateKind.PUT) {
            walk.scatter(null, block.at + header, null, segment.address() + CommandWord.offset(word), length);
        } else {
            walk.accumulate(kind, null, block.at + header, segment.address() + CommandWord.offset(word), length,
                segment.isExclusive());
        }
        block.done(header + WireFormat.align(length));
        return true;
    }

    boolean stridedGet(final long word) {
        final int header = stridedHeader();
        final int length = header < 0 ? -1 : StridedRecord.length(block.at);
        if (length < 0 || !block.hasRoom(length) || !block.hasRoom(WireFormat.align(length))) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final CommandFailure why = whyNotStrided(segment, CommandWord.offset(word), length, 1);
        if (why != null) {
            block.failValues(length, why);
        } else {
            walk.gather(null, segment.address() + CommandWord.offset(word), null, block.reply, length);
        }
        block.answered(header, WireFormat.align(length));
        return true;
    }

    /** Returns the number of bytes before the packed data, -1 when they are not there. */
    private int stridedHeader() {
        if (!block.holds(StridedRecord.headerLength(0))) {
            return -1;
        }
        final int levels = StridedRecord.levels(block.at);
        final int header = StridedRecord.headerLength(levels);
        return levels > StridedRecord.MAX_LEVELS || !block.holds(header) ? -1 : header;
    }

    /**
     * Returns null when the whole pattern lies in the segment, with the walk set to the piece; otherwise the failure.
     */
    private CommandFailure whyNotStrided(final Segment segment, final long offset, final int length, final int width) {
        if (segment == null) {
            return CommandFailure.UNKNOWN_SEGMENT;
        }
        walk.read(block.at);
        final long total = walk.total();
        final long start = StridedRecord.start(block.at);
        if (total == StridedWalk.INVALID || start < 0 || start > total - length) {
            return CommandFailure.MALFORMED;
        }
        if (!walk.isInside(offset, segment.lengthInBytes())) {
            return CommandFailure.OUT_OF_RANGE;
        }
        if (!walk.isAligned(width) || ((offset | start | length) & width - 1) != 0) {
            return CommandFailure.WRONG_WIDTH;
        }
        walk.seek(start);
        return null;
    }

    // --- vectors ---

    boolean vectorStore(final long word) {
        final int header = vectorHeader(word);
        final int length = header < 0 ? -1 : VectorRecord.length(block.at);
        final int kind = header < 0 ? -1 : VectorRecord.kind(block.at);
        if (length < 0 || length > block.end - block.at - header || !AccumulateKind.isValid(kind)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final int count = (int) CommandWord.offset(word);
        final CommandFailure why = whyNotVector(segment, count, length, AccumulateKind.width(kind));
        if (why != null) {
            block.fail(false, why);
        } else if (!segment.admits(false)) {
            block.fail(false, CommandFailure.NOT_COMBINED);
        } else {
            ListedValues.store(kind, block.at, count, block.at + header, segment.address(), isEven,
                segment.isExclusive());
        }
        block.done(header + WireFormat.align(length));
        return true;
    }

    boolean vectorGet(final long word) {
        final int header = vectorHeader(word);
        final int length = header < 0 ? -1 : VectorRecord.length(block.at);
        if (length < 0 || !block.hasRoom(length) || !block.hasRoom(WireFormat.align(length))) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final int count = (int) CommandWord.offset(word);
        final CommandFailure why = whyNotVector(segment, count, length, 1);
        if (why != null) {
            block.failValues(length, why);
        } else {
            ListedValues.get(block.at, count, segment.address(), block.reply);
        }
        block.answered(header, WireFormat.align(length));
        return true;
    }

    private int vectorHeader(final long word) {
        final long header = VectorRecord.HEADER_LENGTH + CommandWord.offset(word) * VectorRecord.ENTRY_LENGTH;
        return header > block.end - block.at ? -1 : (int) header;
    }

    private CommandFailure whyNotVector(final Segment segment, final int count, final int length, final int width) {
        if (segment == null) {
            return CommandFailure.UNKNOWN_SEGMENT;
        }
        final long limit = segment.lengthInBytes();
        long sum = 0;
        long bits = 0;
        int others = 0;
        boolean isInside = true;
        for (int i = 0; i < count; i++) {
            final long entry = VectorRecord.entry(block.at, i);
            final long offset = VectorRecord.offset(entry);
            final int bytes = VectorRecord.bytes(entry);
            sum += bytes;
            bits |= offset | bytes;
            others |= bytes ^ 8;
            isInside &= bytes <= limit - offset;
        }
        isEven = others == 0;
        if (sum != length) {
            return CommandFailure.MALFORMED;
        }
        return !isInside ? CommandFailure.OUT_OF_RANGE : (bits & width - 1) != 0 ? CommandFailure.WRONG_WIDTH : null;
    }
}
