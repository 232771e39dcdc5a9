package org.gmt4j.engine.helper;

import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Rendezvous;
import org.gmt4j.aggregation.queue.TransferEnd;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.RendezvousRecord;
import org.gmt4j.aggregation.wire.StridedRecord;
import org.gmt4j.aggregation.wire.ValueRecord;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.task.TaskRuntime;

/**
 * Announcements of large transfers: checked as a whole, against the segment where there is one, then left to the
 * lane. Owned by one helper. Per transfer.
 */
final class RendezvousCommands {
    private final BlockCursor block;
    private final SegmentTable segments;
    private final TaskRuntime tasks;
    private final Rendezvous rendezvous;

    RendezvousCommands(final BlockCursor block, final SegmentTable segments, final TaskRuntime tasks,
                       final Rendezvous rendezvous) {
        this.block = block;
        this.segments = segments;
        this.tasks = tasks;
        this.rendezvous = rendezvous;
    }

    /** Returns false when the command is malformed; nothing has happened then. */
    boolean announcement(final long word) {
        final long at = block.at;
        final int origin = block.origin;
        if (!block.holds(RendezvousRecord.SHORTEST)) {
            return false;
        }
        final int levels = RendezvousRecord.levels(at);
        final int length = RendezvousRecord.length(levels);
        final int kind = RendezvousRecord.kind(at);
        if (levels > StridedRecord.MAX_LEVELS || !block.holds(length) || !AccumulateKind.isValid(kind)) {
            return false;
        }
        final boolean isStore = CommandWord.type(word) == CommandType.RENDEZVOUS_STORE;
        final Segment segment = segments.get(CommandWord.id(word));
        final long offset = byteOffset(segment, CommandWord.offset(word));
        final long start = RendezvousRecord.start(at);
        final long bytes = RendezvousRecord.bytes(at);
        final SegmentEnd side = new SegmentEnd(segments, segment, offset, kind, isStore);
        side.walk.read(at);
        final CommandFailure why = segment != null && isStore && !segment.admits(false) ? CommandFailure.NOT_COMBINED
            : side.whyNot(start, bytes);
        final int lane = RendezvousRecord.lane(at);
        final int number = RendezvousRecord.number(at);
        if (why != null) {
            rendezvous.refuse(origin, lane, number, why);
        } else {
            side.walk.seek(start);
            if (isStore) {
                rendezvous.onStore(origin, lane, number, bytes, side);
            } else {
                rendezvous.onGet(origin, lane, number, bytes, side);
            }
        }
        block.done(length);
        return true;
    }

    /** Bytes that belong to no segment. False: the command is malformed, and nothing has happened. */
    boolean value(final long word) {
        final long at = block.at;
        final TransferEnd end = block.holds(ValueRecord.LENGTH)
            ? tasks.onValue(CommandWord.id(word), block.origin, at) : null;
        if (end == null) {
            return false;
        }
        rendezvous.onStore(block.origin, ValueRecord.lane(at), ValueRecord.number(at), ValueRecord.bytes(at), end);
        block.done(ValueRecord.LENGTH);
        return true;
    }

    /** Returns the offset in bytes, beyond the segment when the element offset is, for any element length. */
    private static long byteOffset(final Segment segment, final long offset) {
        return segment == null || offset > segment.elementCount() ? Long.MAX_VALUE : offset * segment.elementLength();
    }
}
