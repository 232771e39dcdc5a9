package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.BulkVisitBody;
import org.gmt4j.VisitBody;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.OwnCommands;
import org.gmt4j.aggregation.server.BlockConsumer;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.FailureRecord;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.gmt4j.aggregation.wire.TimesRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.profile.HelperProfile;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.HelperActivity;
import org.gmt4j.engine.task.RemoteService;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.task.WideBody;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes request blocks at their destination and writes the one reply block that answers each. Owned by one helper. Per
 * command.
 *
 * <p>Room for the whole reply is taken before the first command runs; if there is none the block is refused untouched, and
 * the transport presses back on its sender. Every command is checked here: segment, range, width. One that cannot be
 * executed fails for its issuer; the others go on.
 *
 * <p>Runs of commands of one type on one segment, which is what aggregation makes of irregular code, are executed in one
 * tight loop each.
 */
public final class CommandExecutor extends RepeatedCommands implements BlockConsumer, OwnCommands {
    private static final Logger LOG = LoggerFactory.getLogger(CommandExecutor.class);
    private final int nodeId;
    private final Lane lane;
    private final Aggregator aggregator;
    private final TaskRuntime tasks;
    private final EngineTask context;
    private final HelperActivity activity;
    private final RendezvousCommands rendezvous;
    private final boolean[] complained;
    private final int replyLimit;
    private HelperProfile profile;              // null where nobody profiles

    /** @param replyLimit most bytes of values that a block may ask for: what a reply buffer holds */
    public CommandExecutor(final Lane lane, final SegmentTable segments, final TaskRuntime tasks, final int replyLimit) {
        super(segments);
        this.lane = lane;
        this.aggregator = lane.aggregator();
        this.tasks = tasks;
        this.replyLimit = replyLimit - BlockHeader.FAILURE_LENGTH;
        this.nodeId = tasks.nodeId();
        context = new EngineTask(tasks, aggregator);
        activity = tasks.watch(context);
        complained = new boolean[tasks.nodeCount()];
        rendezvous = new RendezvousCommands(segments, lane.rendezvous());
    }

    /** Who is told of blocks. Before start. */
    public void profile(final HelperProfile who) {
        profile = who;
    }

    @Override
    public boolean onBlock(final long block, final int length) {
        if (profile == null) {
            return answer(block, length);
        }
        final long executed = executedCount;
        final int before = profile.begins();
        final long sinceNs = profile.sinceNs();
        final boolean isTaken = answer(block, length);
        profile.ended(before, sinceNs, BlockHeader.origin(block), executedCount - executed);
        return isTaken;
    }

    private boolean answer(final long block, final int length) {
        final int origin = BlockHeader.origin(block);
        final int replyLength = BlockHeader.replyLength(block);
        final boolean isTimed = (BlockHeader.flags(block) & BlockHeader.TIMED) != 0;
        final int timesLength = isTimed ? TimesRecord.LENGTH : 0;
        final long begunNs = isTimed ? System.nanoTime() : 0;
        if (replyLength < 0 || !WireFormat.isAligned(replyLength) || replyLength > replyLimit - timesLength) {
            complain(origin, "a block with a reply length of " + replyLength);
            return true;
        }
        final long answer = lane.replies().claim(origin, BlockHeader.LENGTH + replyLength + BlockHeader.FAILURE_LENGTH + timesLength);
        if (answer == 0) {
            return false;
        }
        begin(block + BlockHeader.LENGTH, answer + BlockHeader.LENGTH, replyLength);
        aggregator.setExecuting(true);
        try {
            executeAll(block + length, origin);
        } finally {
            aggregator.setExecuting(false);
        }
        activity.blockExecuted();
        if (reply != replyEnd) {
            fillReply();
        }
        final boolean isDirect = lane.replies().isDirect();
        final int listed = isDirect ? listOne() : listFailures(origin);
        final int answerLength = BlockHeader.LENGTH + replyLength + listed * BlockHeader.FAILURE_LENGTH + timesLength;
        if (isTimed) {
            TimesRecord.encode(answer + answerLength - timesLength, begunNs, System.nanoTime());
        }
        BlockHeader.encode(answer, answerLength, origin, origin, origin, BlockHeader.REPLY, isTimed ? BlockHeader.TIMED : 0,
            BlockHeader.lane(block), BlockHeader.slot(block), listed, BlockHeader.generation(block));
        if (isDirect) {
            lane.replies().commitDirect();
        }
        return true;
    }

    @Override
    public int execute(final long from, final long end, final long values, final int replyLength) {
        begin(from, values, replyLength);
        executeAll(end, nodeId);
        activity.blockExecuted();
        return failures.size();
    }

    @Override
    public int failureOrdinal(final int i) {
        return failures.ordinal(i);
    }

    @Override
    public int failureCode(final int i) {
        return failures.code(i);
    }

    private void executeAll(final long end, final int origin) {
        while (at < end) {
            final long word = UnsafeApi.getLong(at);
            final int type = CommandWord.type(word);
            if (CommandType.isUpdate(type) && at + 16 <= end) {
                updates(word, type - CommandType.UPDATE, end);
            } else if (CommandType.isFetch(type) && at + 16 <= end && reply < replyEnd) {
                fetches(word, type - CommandType.FETCH, end);
            } else if (!executeOther(word, type, end, origin)) {
                // What kind it was is not known, and nothing behind it is executed.
                failures.addRest(true, valued, CommandFailure.MALFORMED);
                failures.addRest(false, unvalued, CommandFailure.MALFORMED);
                complain(origin, "a malformed command of type " + type);
                return;
            }
        }
    }

    private boolean executeOther(final long word, final int type, final long end, final int origin) {
        switch (type) {
            case CommandType.GET:
                return gets(word, end);
            case CommandType.PUT_VALUE:
                return putValues(word, end);
            case CommandType.COMPARE_AND_SET:
                return comparesAndSets(word, end);
            case CommandType.COMPARE_AND_SET_NARROW:
                return comparesAndSetsNarrow(word, end);
            case CommandType.REPEAT:
                return repeats(word, end, origin);
            case CommandType.PUT:
                return put(word, end);
            case CommandType.GET_BULK:
                return getBulk(word, end);
            case CommandType.VISIT:
                return visits(word, end, origin);
            case CommandType.SPAWN:
                return spawn(word, end, origin);
            case CommandType.MESSAGE:
                return message(word, end, origin);
            default:
                return executeRare(word, type, end, origin);
        }
    }

    /** Commands that do more than a few loads and stores: apart, so that the switch above stays small enough to be compiled into the loop. */
    private boolean executeRare(final long word, final int type, final long end, final int origin) {
        switch (type) {
            case CommandType.SERVICE:
                return service(word, end, origin, true);
            case CommandType.SERVICE_NOTE:
                return service(word, end, origin, false);
            case CommandType.FLAG:
                return flag(word, end);
            case CommandType.ADD_LONG:
            case CommandType.ADD_DOUBLE:
                return addElements(word, end);
            case CommandType.ACCUMULATE:
                return accumulate(word, end);
            case CommandType.STRIDED_STORE:
                return stridedStore(word, end);
            case CommandType.STRIDED_GET:
                return stridedGet(word, end);
            case CommandType.VECTOR_STORE:
                return vectorStore(word, end);
            case CommandType.VECTOR_GET:
                return vectorGet(word, end);
            case CommandType.BULK_VISIT:
                return bulkVisit(word, end, origin);
            case CommandType.VISIT_OF_TWO:
                return wideVisit(word, 24, end, origin);
            case CommandType.VISIT_OF_THREE:
                return wideVisit(word, 32, end, origin);
            case CommandType.RENDEZVOUS_STORE:
            case CommandType.RENDEZVOUS_GET:
                return announcement(end, origin);
            default:
                return false;
        }
    }

    private boolean announcement(final long end, final int origin) {
        final int length = rendezvous.execute(at, end, origin);
        if (length < 0) {
            return false;
        }
        unvalued++;
        executedCount++;
        at += length;
        return true;
    }

    // --- tasks ---

    private boolean visits(final long first, final long end, final int origin) {
        if (at + 16 > end) {
            return false;
        }
        final VisitBody body = tasks.visitors().body(CommandWord.id(first));
        if (body == null) {
            skipUnvalued(first, end, CommandFailure.UNKNOWN_VISITOR);
            return true;
        }
        final long key = first & KEY;
        final EngineTask ctx = context;
        long word = first;
        do {
            try {
                body.visit(word & CommandWord.MAX_OFFSET, UnsafeApi.getLong(at + 8), ctx);
            } catch (final Throwable cause) {
                visitFailed(unvalued, origin, cause);
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
        return true;
    }

    @Override
    void visitEach(final long first, final long argument, final long list, final int count, final int origin) {
        final VisitBody body = tasks.visitors().body(CommandWord.id(first));
        if (body == null) {
            failEach(false, count, CommandFailure.UNKNOWN_VISITOR);
            return;
        }
        final EngineTask ctx = context;
        final long upper = upper(first);
        for (int i = 0; i < count; i++) {
            try {
                body.visit(upper | lower(list, i), argument, ctx);
            } catch (final Throwable cause) {
                visitFailed(unvalued + i, origin, cause);
            }
        }
    }

    private boolean wideVisit(final long word, final int length, final long end, final int origin) {
        if (at + length > end) {
            return false;
        }
        final WideBody visitor = tasks.wideVisitors().body(CommandWord.id(word));
        if (visitor == null || visitor.arguments() != (length >> 3) - 1) {
            fail(false, CommandFailure.UNKNOWN_VISITOR);
        } else {
            try {
                visitor.visit(CommandWord.offset(word), UnsafeApi.getLong(at + 8), UnsafeApi.getLong(at + 16),
                    length == 32 ? UnsafeApi.getLong(at + 24) : 0, context);
            } catch (final Throwable cause) {
                visitFailed(unvalued, origin, cause);
            }
        }
        unvalued++;
        executedCount++;
        at += length;
        return true;
    }

    private boolean bulkVisit(final long word, final long end, final int origin) {
        final int length = (int) CommandWord.offset(word);
        if (length < 8 || !WireFormat.isAligned(length) || length > end - at - 8) {
            return false;
        }
        final BulkVisitBody body = tasks.bulkVisitors().body(CommandWord.id(word));
        if (body == null) {
            fail(false, CommandFailure.UNKNOWN_VISITOR);
        } else {
            try {
                body.visit(at + 8, length, context);
            } catch (final Throwable cause) {
                visitFailed(unvalued, origin, cause);
            }
        }
        unvalued++;
        executedCount++;
        at += 8 + length;
        return true;
    }

    private void visitFailed(final int ordinal, final int origin, final Throwable cause) {
        if (failedCount == 0) {
            LOG.error("GMT-218 a visit sent by node {} failed (further ones are only reported to their senders)", origin, cause);
        }
        tasks.visitFailed(origin, cause);
        failAt(false, ordinal, CommandFailure.VISIT_FAILED);
    }

    private boolean spawn(final long word, final long end, final int origin) {
        final int length = (int) CommandWord.offset(word);
        if (length < SpawnRecord.HEADER_LENGTH || !WireFormat.isAligned(length) || length > end - at || !TaskRuntime.isSound(at, length)) {
            return false;
        }
        tasks.onSpawn(origin, at, CommandWord.id(word), lane, context);
        unvalued++;
        executedCount++;
        at += length;
        return true;
    }

    private boolean message(final long word, final long end, final int origin) {
        final int length = (int) CommandWord.offset(word);
        if (length < 8 || !WireFormat.isAligned(length) || length > end - at
            || !tasks.onMessage(CommandWord.id(word), at, length, origin, context)) {
            return false;
        }
        unvalued++;
        executedCount++;
        at += length;
        return true;
    }

    private boolean service(final long word, final long end, final int origin, final boolean isValued) {
        if (at + 16 > end || isValued && reply + 8 > replyEnd) {
            return false;
        }
        final RemoteService service = tasks.remoteServices().get(CommandWord.id(word));
        long value = 0;
        if (service == null) {
            fail(isValued, CommandFailure.UNKNOWN_SERVICE);
        } else {
            try {
                value = service.execute(origin, CommandWord.offset(word), UnsafeApi.getLong(at + 8));
            } catch (final RuntimeException cause) {
                LOG.error("GMT-288 a service failed on a command of node {}", origin, cause);
                fail(isValued, CommandFailure.SERVICE_FAILED);
            }
        }
        if (isValued) {
            answer(value);
        } else {
            unvalued++;
            executedCount++;
        }
        at += 16;
        return true;
    }

    /** Stores an aligned long at a byte offset and wakes who waits for it. */
    private boolean flag(final long word, final long end) {
        if (at + 16 > end) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final long offset = CommandWord.offset(word);
        if (segment == null || offset > segment.lengthInBytes() - 8 || (offset & 7) != 0) {
            fail(false, segment == null ? CommandFailure.UNKNOWN_SEGMENT
                : (offset & 7) != 0 ? CommandFailure.WRONG_WIDTH : CommandFailure.OUT_OF_RANGE);
        } else {
            tasks.flags().store(segment.address() + offset, UnsafeApi.getLong(at + 8));
        }
        unvalued++;
        executedCount++;
        at += 16;
        return true;
    }

    // --- failures ---

    /** Lists the failures behind the values: room for one entry was taken with the reply, the others take what is left. */
    private int listFailures(final int origin) {
        if (failures.isEmpty()) {
            lane.replies().trim(origin, BlockHeader.FAILURE_LENGTH);
            return 0;
        }
        int room = failures.size();
        while (room > 1 && lane.replies().extend(origin, (room - 1) * BlockHeader.FAILURE_LENGTH) == 0) {
            room--;
        }
        failures.write(replyEnd, room);
        return room;
    }

    /** A reply in the transport has its length, with one entry: it may say that there is nothing to say. */
    private int listOne() {
        if (failures.isEmpty()) {
            UnsafeApi.putLong(replyEnd, FailureRecord.NONE);
        } else {
            failures.write(replyEnd, 1);
        }
        return 1;
    }

    private void complain(final int origin, final String what) {
        if (!complained[origin]) {
            complained[origin] = true;
            LOG.warn("GMT-219 node {} received {} from node {} (further ones are only counted)", nodeId, what, origin);
        }
        failedCount++;
    }

    public long executedCount() {
        return executedCount;
    }

    public long failedCount() {
        return failedCount;
    }

    /** This thread, now and then: what visits and local bodies have issued here, for those who wait for it. */
    public void publishActivity() {
        activity.refresh();
    }
}
