package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.BulkVisitBody;
import org.gmt4j.VisitBody;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.objects.RemoteService;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.travel.FailureCodec;
import org.gmt4j.engine.objects.WideBody;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commands that run bodies or wake tasks: visits, spawns, messages, services and flags. Owned by one helper. Per
 * command. Each method returns false when its command is malformed; then it has executed nothing.
 */
final class TaskCommands {
    private static final Logger LOG = LoggerFactory.getLogger(TaskCommands.class);

    private final BlockCursor block;
    private final SegmentTable segments;
    private final Lane lane;
    private final TaskRuntime tasks;
    private final EngineTask context;

    /** @param context context of the bodies */
    TaskCommands(final BlockCursor block, final SegmentTable segments, final Lane lane, final TaskRuntime tasks,
                 final EngineTask context) {
        this.block = block;
        this.segments = segments;
        this.lane = lane;
        this.tasks = tasks;
        this.context = context;
    }

    boolean visits(final long first) {
        if (!block.holds(16)) {
            return false;
        }
        final VisitBody body = tasks.visitors().body(CommandWord.id(first));
        if (body == null) {
            block.failRun(first, CommandFailure.UNKNOWN_VISITOR);
            return true;
        }
        final long key = first & BlockCursor.KEY;
        final EngineTask ctx = context;
        long word = first;
        do {
            try {
                body.visit(word & CommandWord.MAX_OFFSET, UnsafeApi.getLong(block.at + 8), ctx);
            } catch (final Throwable cause) {
                visitFailed(block.unvalued, cause);
            }
            ctx.arrivalEnded();
            block.done(16);
            if (!block.holds(16)) {
                break;
            }
            word = UnsafeApi.getLong(block.at);
        } while ((word & BlockCursor.KEY) == key);
        block.repeatable = block.at - 16;
        return true;
    }

    /** Visits each of {@code count} indices; failed ones are counted from the previous visits on. */
    void visitEach(final long first, final long argument, final long list, final int count) {
        final VisitBody body = tasks.visitors().body(CommandWord.id(first));
        if (body == null) {
            block.failEach(false, count, CommandFailure.UNKNOWN_VISITOR);
            return;
        }
        final EngineTask ctx = context;
        final long upper = BlockCursor.upper(first);
        for (int i = 0; i < count; i++) {
            try {
                body.visit(upper | BlockCursor.lower(list, i), argument, ctx);
            } catch (final Throwable cause) {
                visitFailed(block.unvalued + i, cause);
            }
            ctx.arrivalEnded();
        }
    }

    boolean wideVisit(final long word, final int length) {
        if (!block.holds(length)) {
            return false;
        }
        final WideBody visitor = tasks.wideVisitors().body(CommandWord.id(word));
        if (visitor == null || visitor.arguments() != (length >> 3) - 1) {
            block.fail(false, CommandFailure.UNKNOWN_VISITOR);
        } else {
            try {
                visitor.visit(CommandWord.offset(word), UnsafeApi.getLong(block.at + 8),
                    UnsafeApi.getLong(block.at + 16), length == 32 ? UnsafeApi.getLong(block.at + 24) : 0, context);
            } catch (final Throwable cause) {
                visitFailed(block.unvalued, cause);
            }
            context.arrivalEnded();
        }
        block.done(length);
        return true;
    }

    boolean bulkVisit(final long word) {
        final int length = (int) CommandWord.offset(word);
        if (length < 8 || !WireFormat.isAligned(length) || length > block.end - block.at - 8) {
            return false;
        }
        final BulkVisitBody body = tasks.bulkVisitors().body(CommandWord.id(word));
        if (body == null) {
            block.fail(false, CommandFailure.UNKNOWN_VISITOR);
        } else {
            try {
                body.visit(block.at + 8, length, context);
            } catch (final Throwable cause) {
                visitFailed(block.unvalued, cause);
            }
            context.arrivalEnded();
        }
        block.done(8 + length);
        return true;
    }

    private void visitFailed(final int ordinal, final Throwable cause) {
        final int origin = block.origin;
        if (block.failedCount == 0) {
            LOG.error("GMT-218 a visit sent by node {} failed (further ones are only reported to their senders)",
                origin, FailureCodec.of(tasks.nodeId(), cause).thrown());      // in words that can be had
        }
        tasks.visitFailed(origin, cause);
        block.failAt(false, ordinal, CommandFailure.VISIT_FAILED);
    }

    boolean spawn(final long word) {
        final int length = (int) CommandWord.offset(word);
        if (length < SpawnRecord.HEADER_LENGTH || !WireFormat.isAligned(length) || !block.holds(length)
            || !TaskRuntime.isSound(block.at, length)) {
            return false;
        }
        tasks.onSpawn(block.origin, block.at, CommandWord.id(word), lane, context);
        block.done(length);
        return true;
    }

    boolean message(final long word) {
        final int length = (int) CommandWord.offset(word);
        if (length < 8 || !WireFormat.isAligned(length) || !block.holds(length)
            || !tasks.onMessage(CommandWord.id(word), block.at, length, block.origin, context)) {
            return false;
        }
        block.done(length);
        return true;
    }

    boolean service(final long word, final boolean isValued) {
        if (!block.holds(16) || isValued && !block.hasRoom(8)) {
            return false;
        }
        final RemoteService service = tasks.remoteServices().get(CommandWord.id(word));
        long value = 0;
        if (service == null) {
            block.fail(isValued, CommandFailure.UNKNOWN_SERVICE);
        } else {
            try {
                value = service.execute(block.origin, CommandWord.offset(word), UnsafeApi.getLong(block.at + 8));
            } catch (final RuntimeException cause) {
                LOG.error("GMT-288 a service failed on a command of node {}", block.origin, cause);
                block.fail(isValued, CommandFailure.SERVICE_FAILED);
            }
        }
        if (isValued) {
            block.answer(16, value);
        } else {
            block.done(16);
        }
        return true;
    }

    /** Stores an aligned long at a byte offset and wakes its waiting tasks. */
    boolean flag(final long word) {
        if (!block.holds(16)) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final long offset = CommandWord.offset(word);
        if (segment == null || offset > segment.lengthInBytes() - 8 || (offset & 7) != 0) {
            block.fail(false, segment == null ? CommandFailure.UNKNOWN_SEGMENT
                : (offset & 7) != 0 ? CommandFailure.WRONG_WIDTH : CommandFailure.OUT_OF_RANGE);
        } else {
            tasks.flags().store(segment.address() + offset, UnsafeApi.getLong(block.at + 8));
        }
        block.done(16);
        return true;
    }
}
