package org.gmt4j.engine.helper;

import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.TransferEnd;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.memory.StridedWalk;

/** The side of a large transfer that is a pattern in a segment of this node. Pieces arrive in order. */
final class SegmentEnd implements TransferEnd {
    final StridedWalk walk = new StridedWalk();
    private final SegmentTable segments;
    private final Segment segment;
    private final long offset;
    private final int kind;
    private final boolean isStore;

    SegmentEnd(final SegmentTable segments, final Segment segment, final long offset, final int kind,
               final boolean isStore) {
        this.segments = segments;
        this.segment = segment;
        this.offset = offset;
        this.kind = kind;
        this.isStore = isStore;
    }

    /** Returns null when the pattern lies in the segment and the piece in the pattern; otherwise the failure. */
    CommandFailure whyNot(final long start, final long bytes) {
        if (segment == null) {
            return CommandFailure.UNKNOWN_SEGMENT;
        }
        final long total = walk.total();
        if (total == StridedWalk.INVALID || start < 0 || bytes <= 0 || start > total - bytes) {
            return CommandFailure.MALFORMED;
        }
        if (!walk.isInside(offset, segment.lengthInBytes())) {
            return CommandFailure.OUT_OF_RANGE;
        }
        final int width = AccumulateKind.width(kind);
        return !walk.isAligned(width) || ((offset | start | bytes) & width - 1) != 0 ? CommandFailure.WRONG_WIDTH
            : null;
    }

    @Override
    public CommandFailure move(final long packed, final int length, final long position) {
        if (segments.get(segment.id()) != segment) {
            return CommandFailure.UNKNOWN_SEGMENT;
        }
        final long base = segment.address() + offset;
        if (!isStore) {
            walk.gather(null, base, null, packed, length);
        } else if (kind == AccumulateKind.PUT) {
            walk.scatter(null, packed, null, base, length);
        } else {
            walk.accumulate(kind, null, packed, base, length, segment.isExclusive());
        }
        return null;
    }
}
