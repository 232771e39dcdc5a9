package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.StridedRecord;
import org.gmt4j.aggregation.wire.VectorRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Accumulation;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * The commands of the one-sided verbs: accumulates, strided and vectored transfers. Offsets are bytes. Owned by one helper. Per command.
 *
 * <p>A command is checked as a whole, pattern or list against the segment, before its first byte moves. When only its frame makes sense
 * it fails alone; when the frame does not, it is malformed, and so is what stands behind it.
 */
abstract class PatternCommands extends SegmentCommands {
    private final StridedWalk walk = new StridedWalk();

    PatternCommands(final SegmentTable segments) {
        super(segments);
    }

    // --- one element ---

    /** A run of ADD_LONG or ADD_DOUBLE on one segment. */
    final boolean addElements(final long first, final long end) {
        if (at + 16 > end) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null) {
            skipUnvalued(first, end, CommandFailure.UNKNOWN_SEGMENT);
            return true;
        }
        final boolean isLong = CommandType.ADD_LONG == CommandWord.type(first);
        final boolean exclusive = segment.isExclusive();
        final long key = first & KEY;
        final long address = segment.address();
        final long last = segment.lengthInBytes() - 8;
        final long start = at;
        long cursor = start;
        long word = first;
        do {
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset > last || (offset & 7) != 0) {
                failAt(false, unvalued + (int) ((cursor - start) >> 4), offset > last ? CommandFailure.OUT_OF_RANGE : CommandFailure.WRONG_WIDTH);
            } else if (isLong) {
                Accumulation.addLong(address + offset, UnsafeApi.getLong(cursor + 8), exclusive);
            } else {
                Accumulation.addDouble(address + offset, UnsafeApi.getDouble(cursor + 8), exclusive);
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
        return true;
    }

    // --- contiguous ---

    final boolean accumulate(final long word, final long end) {
        if (at + 16 > end) {
            return false;
        }
        final int length = UnsafeApi.getInt(at + 8);
        final int kind = UnsafeApi.getInt(at + 12);
        if (length < 0 || length > end - at - 16 || !AccumulateKind.isValid(kind)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final long offset = CommandWord.offset(word);
        if (segment == null || length > segment.lengthInBytes() - offset) {
            fail(false, whyNotBulk(segment));
        } else if (((offset | length) & AccumulateKind.width(kind) - 1) != 0) {
            fail(false, CommandFailure.WRONG_WIDTH);
        } else {
            Accumulation.add(kind, null, at + 16, segment.address() + offset, length, segment.isExclusive());
        }
        stored(16 + WireFormat.align(length));
        return true;
    }

    private void stored(final int length) {
        unvalued++;
        executedCount++;
        at += length;
    }

    // --- strided ---

    final boolean stridedStore(final long word, final long end) {
        final int header = stridedHeader(end);
        final int length = header < 0 ? -1 : StridedRecord.length(at);
        final int kind = header < 0 ? -1 : StridedRecord.kind(at);
        if (length < 0 || length > end - at - header || !AccumulateKind.isValid(kind)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final int width = AccumulateKind.width(kind);
        final CommandFailure why = whyNotStrided(segment, CommandWord.offset(word), length, width);
        if (why != null) {
            fail(false, why);
        } else if (kind == AccumulateKind.PUT) {
            walk.scatter(null, at + header, null, segment.address() + CommandWord.offset(word), length);
        } else {
            walk.accumulate(kind, null, at + header, segment.address() + CommandWord.offset(word), length, segment.isExclusive());
        }
        stored(header + WireFormat.align(length));
        return true;
    }

    final boolean stridedGet(final long word, final long end) {
        final int header = stridedHeader(end);
        final int length = header < 0 ? -1 : StridedRecord.length(at);
        if (length < 0 || length > replyEnd - reply || WireFormat.align(length) > replyEnd - reply) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final CommandFailure why = whyNotStrided(segment, CommandWord.offset(word), length, 1);
        if (why != null) {
            refuseValues(length, why);
        } else {
            walk.gather(null, segment.address() + CommandWord.offset(word), null, reply, length);
        }
        answered(length, header);
        return true;
    }

    /** Bytes before the packed data, -1 when they are not there. */
    private int stridedHeader(final long end) {
        if (at + StridedRecord.headerLength(0) > end) {
            return -1;
        }
        final int levels = StridedRecord.levels(at);
        return levels > StridedRecord.MAX_LEVELS || at + StridedRecord.headerLength(levels) > end ? -1 : StridedRecord.headerLength(levels);
    }

    /** Null: the walk stands at the piece, and all of the pattern lies in the segment. */
    private CommandFailure whyNotStrided(final Segment segment, final long offset, final int length, final int width) {
        if (segment == null) {
            return CommandFailure.UNKNOWN_SEGMENT;
        }
        walk.read(at);
        final long total = walk.total();
        final long start = StridedRecord.start(at);
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

    final boolean vectorStore(final long word, final long end) {
        final int header = vectorHeader(word, end);
        final int length = header < 0 ? -1 : VectorRecord.length(at);
        final int kind = header < 0 ? -1 : VectorRecord.kind(at);
        if (length < 0 || length > end - at - header || !AccumulateKind.isValid(kind)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final int count = (int) CommandWord.offset(word);
        final CommandFailure why = whyNotVector(segment, count, length, AccumulateKind.width(kind));
        if (why != null) {
            fail(false, why);
        } else {
            scatter(segment, count, kind, at + header);
        }
        stored(header + WireFormat.align(length));
        return true;
    }

    private void scatter(final Segment segment, final int count, final int kind, final long packed) {
        final boolean exclusive = segment.isExclusive();
        long from = packed;
        for (int i = 0; i < count; i++) {
            final long entry = VectorRecord.entry(at, i);
            final int bytes = VectorRecord.bytes(entry);
            final long to = segment.address() + VectorRecord.offset(entry);
            if (kind == AccumulateKind.PUT && bytes == 8) {
                UnsafeApi.putLong(to, UnsafeApi.getLong(from));
            } else {
                Accumulation.add(kind, null, from, to, bytes, exclusive);
            }
            from += bytes;
        }
    }

    final boolean vectorGet(final long word, final long end) {
        final int header = vectorHeader(word, end);
        final int length = header < 0 ? -1 : VectorRecord.length(at);
        if (length < 0 || length > replyEnd - reply || WireFormat.align(length) > replyEnd - reply) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final int count = (int) CommandWord.offset(word);
        final CommandFailure why = whyNotVector(segment, count, length, 1);
        if (why != null) {
            refuseValues(length, why);
        } else {
            gather(segment, count);
        }
        answered(length, header);
        return true;
    }

    private void gather(final Segment segment, final int count) {
        long to = reply;
        for (int i = 0; i < count; i++) {
            final long entry = VectorRecord.entry(at, i);
            final int bytes = VectorRecord.bytes(entry);
            final long from = segment.address() + VectorRecord.offset(entry);
            if (bytes == 8) {
                UnsafeApi.putLong(to, UnsafeApi.getLong(from));
            } else {
                UnsafeApi.copyMemory(from, to, bytes);
            }
            to += bytes;
        }
    }

    private int vectorHeader(final long word, final long end) {
        final long header = VectorRecord.HEADER_LENGTH + CommandWord.offset(word) * VectorRecord.ENTRY_LENGTH;
        return header > end - at ? -1 : (int) header;
    }

    private CommandFailure whyNotVector(final Segment segment, final int count, final int length, final int width) {
        if (segment == null) {
            return CommandFailure.UNKNOWN_SEGMENT;
        }
        final long limit = segment.lengthInBytes();
        long sum = 0;
        long bits = 0;
        boolean isInside = true;
        for (int i = 0; i < count; i++) {
            final long entry = VectorRecord.entry(at, i);
            final long offset = VectorRecord.offset(entry);
            final int bytes = VectorRecord.bytes(entry);
            sum += bytes;
            bits |= offset | bytes;
            isInside &= bytes <= limit - offset;
        }
        if (sum != length) {
            return CommandFailure.MALFORMED;
        }
        return !isInside ? CommandFailure.OUT_OF_RANGE : (bits & width - 1) != 0 ? CommandFailure.WRONG_WIDTH : null;
    }

    // --- values ---

    private void refuseValues(final int length, final CommandFailure why) {
        UnsafeApi.setMemory(reply, WireFormat.align(length), (byte) 0);
        fail(true, why);
    }

    private void answered(final int length, final int commandLength) {
        reply += WireFormat.align(length);
        valued++;
        executedCount++;
        at += commandLength;
    }
}
