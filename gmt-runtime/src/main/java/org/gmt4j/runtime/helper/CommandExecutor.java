package org.gmt4j.runtime.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.OwnCommands;
import org.gmt4j.aggregation.server.BlockConsumer;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.runtime.memory.Segment;
import org.gmt4j.runtime.memory.SegmentTable;
import org.gmt4j.runtime.task.Collectives;
import org.gmt4j.runtime.task.TaskContext;
import org.gmt4j.runtime.task.TaskRuntime;
import org.gmt4j.runtime.task.VisitBody;
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
public final class CommandExecutor implements BlockConsumer, OwnCommands {
    private static final Logger LOG = LoggerFactory.getLogger(CommandExecutor.class);
    /** Type and id of a command word: commands that agree in it are executed in one loop. */
    private static final long KEY = -1L << CommandWord.OFFSET_BITS;

    private final int nodeId;
    private final Lane lane;
    private final Aggregator aggregator;
    private final SegmentTable segments;
    private final TaskRuntime tasks;
    private final TaskContext context;
    private final boolean[] complained;
    private final int replyLimit;

    private long at;
    private long reply;
    private long replyEnd;
    private int valued;
    private int unvalued;
    private final FailureList failures = new FailureList();
    private long executedCount;
    private long failedCount;

    /** @param replyLimit most bytes of values that a block may ask for: what a reply buffer holds */
    public CommandExecutor(final Lane lane, final SegmentTable segments, final TaskRuntime tasks, final int replyLimit) {
        this.lane = lane;
        this.aggregator = lane.aggregator();
        this.segments = segments;
        this.tasks = tasks;
        this.replyLimit = replyLimit - BlockHeader.FAILURE_LENGTH;
        this.nodeId = tasks.nodeId();
        context = new TaskContext(tasks, aggregator);
        complained = new boolean[tasks.nodeCount()];
    }

    @Override
    public boolean onBlock(final long block, final int length) {
        final int origin = BlockHeader.origin(block);
        final int replyLength = BlockHeader.replyLength(block);
        if (replyLength < 0 || !WireFormat.isAligned(replyLength) || replyLength > replyLimit) {
            complain(origin, "a block with a reply length of " + replyLength);
            return true;
        }
        final long answer = lane.replies().claim(origin, BlockHeader.LENGTH + replyLength + BlockHeader.FAILURE_LENGTH);
        if (answer == 0) {
            return false;
        }
        at = block + BlockHeader.LENGTH;
        reply = answer + BlockHeader.LENGTH;
        replyEnd = reply + replyLength;
        valued = 0;
        unvalued = 0;
        failures.clear();
        aggregator.setExecuting(true);
        try {
            executeAll(block + length, origin);
        } finally {
            aggregator.setExecuting(false);
        }
        if (reply != replyEnd) {
            fillReply();
        }
        final int listed = listFailures(origin);
        BlockHeader.encode(answer, BlockHeader.LENGTH + replyLength + listed * BlockHeader.FAILURE_LENGTH, origin, origin, origin,
            BlockHeader.REPLY, 0, BlockHeader.lane(block), BlockHeader.slot(block), listed, BlockHeader.generation(block));
        return true;
    }

    @Override
    public int execute(final long from, final long end, final long values, final int replyLength) {
        at = from;
        reply = values;
        replyEnd = values + replyLength;
        valued = 0;
        unvalued = 0;
        failures.clear();
        executeAll(end, nodeId);
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
            case CommandType.PUT:
                return put(word, end);
            case CommandType.GET_BULK:
                return getBulk(word, end);
            case CommandType.VISIT:
                return visits(word, end, origin);
            case CommandType.SPAWN:
                return spawn(word, end, origin);
            case CommandType.MESSAGE:
                return message(word, end);
            default:
                return false;
        }
    }

    // --- single values ---

    private void updates(final long first, final int operator, final long end) {
        final Segment segment = segments.get(CommandWord.id(first));
        if (segment == null || segment.widthShift() < 0) {
            skipUnvalued(first, end, segment == null ? CommandFailure.UNKNOWN_SEGMENT : CommandFailure.WRONG_WIDTH);
        } else if (operator == CommandType.ADD && segment.widthShift() == 3 && segment.isExclusive()) {
            addLongs(first, segment, end);
        } else {
            updateAny(first, operator, segment, end);
        }
    }

    /** The loop that random updates live in. */
    private void addLongs(final long first, final Segment segment, final long end) {
        final long key = first & KEY;
        final long address = segment.address();
        final long count = segment.elementCount();
        final long start = at;
        long cursor = start;
        long word = first;
        do {
            final long offset = word & CommandWord.MAX_OFFSET;
            if (offset < count) {
                final long element = address + (offset << 3);
                UnsafeApi.putLong(element, UnsafeApi.getLong(element) + UnsafeApi.getLong(cursor + 8));
            } else {
                failAt(false, unvalued + (int) ((cursor - start) >> 4), CommandFailure.OUT_OF_RANGE);
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
    }

    private void updateAny(final long first, final int operator, final Segment segment, final long end) {
        final long key = first & KEY;
        final long count = segment.elementCount();
        long word = first;
        do {
            final long offset = CommandWord.offset(word);
            if (offset < count) {
                segment.fetchAndUpdate(operator, offset, UnsafeApi.getLong(at + 8));
            } else {
                fail(false, CommandFailure.OUT_OF_RANGE);
            }
            unvalued++;
            executedCount++;
            at += 16;
            if (at + 16 > end) {
                break;
            }
            word = UnsafeApi.getLong(at);
        } while ((word & KEY) == key);
    }

    private void skipUnvalued(final long first, final long end, final CommandFailure why) {
        final long key = first & KEY;
        do {
            fail(false, why);
            unvalued++;
            at += 16;
        } while (at + 16 <= end && (UnsafeApi.getLong(at) & KEY) == key);
    }

    private void fetches(final long word, final int operator, final long end) {
        final Segment segment = segments.get(CommandWord.id(word));
        final long offset = CommandWord.offset(word);
        long value = 0;
        if (isUsable(segment, offset)) {
            value = segment.fetchAndUpdate(operator, offset, UnsafeApi.getLong(at + 8));
        }
        answer(value);
        at += 16;
    }

    private boolean gets(final long first, final long end) {
        final Segment segment = segments.get(CommandWord.id(first));
        if (reply >= replyEnd) {
            return false;
        }
        if (segment == null || segment.widthShift() != 3) {
            final long offset = CommandWord.offset(first);
            answer(isUsable(segment, offset) ? segment.load(offset) : 0);
            at += 8;
            return true;
        }
        final long key = first & KEY;
        final long address = segment.address();
        final long count = segment.elementCount();
        long cursor = at;
        long out = reply;
        long word = first;
        do {
            final long offset = word & CommandWord.MAX_OFFSET;
            if (out >= replyEnd) {
                return false;
            }
            if (offset < count) {
                UnsafeApi.putLong(out, UnsafeApi.getLong(address + (offset << 3)));
            } else {
                UnsafeApi.putLong(out, 0);
                failAt(true, valued + (int) ((out - reply) >> 3), CommandFailure.OUT_OF_RANGE);
            }
            out += 8;
            cursor += 8;
            if (cursor >= end) {
                break;
            }
            word = UnsafeApi.getLong(cursor);
        } while ((word & KEY) == key);
        final int done = (int) ((out - reply) >> 3);
        valued += done;
        executedCount += done;
        reply = out;
        at = cursor;
        return true;
    }

    private boolean putValues(final long word, final long end) {
        final Segment segment = segments.get(CommandWord.id(word));
        final long offset = CommandWord.offset(word);
        if (at + 16 > end) {
            return false;
        }
        if (segment != null && segment.widthShift() >= 0 && offset < segment.elementCount()) {
            segment.store(offset, UnsafeApi.getLong(at + 8));
        } else {
            fail(false, whyNot(segment, offset));
        }
        unvalued++;
        executedCount++;
        at += 16;
        return true;
    }

    private boolean comparesAndSets(final long word, final long end) {
        if (at + 24 > end || reply + 8 > replyEnd) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        final long offset = CommandWord.offset(word);
        answer(isUsable(segment, offset)
            ? segment.compareAndSet(offset, UnsafeApi.getLong(at + 8), UnsafeApi.getLong(at + 16)) : 0);
        at += 24;
        return true;
    }

    private boolean isUsable(final Segment segment, final long offset) {
        if (segment != null && segment.widthShift() >= 0 && offset < segment.elementCount()) {
            return true;
        }
        fail(true, whyNot(segment, offset));
        return false;
    }

    private static CommandFailure whyNot(final Segment segment, final long offset) {
        if (segment == null) {
            return CommandFailure.UNKNOWN_SEGMENT;
        }
        return offset >= segment.elementCount() ? CommandFailure.OUT_OF_RANGE : CommandFailure.WRONG_WIDTH;
    }

    private void answer(final long value) {
        if (reply < replyEnd) {
            UnsafeApi.putLong(reply, value);
            reply += 8;
        }
        valued++;
        executedCount++;
    }

    // --- bulk ---

    private boolean put(final long word, final long end) {
        final long length = at + 16 > end ? -1 : UnsafeApi.getLong(at + 8);
        if (length < 0 || length > end - at - 16) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        if (isInside(segment, CommandWord.offset(word), length)) {
            UnsafeApi.copyMemory(at + 16, segment.addressOf(CommandWord.offset(word)), length);
        } else {
            fail(false, whyNotBulk(segment));
        }
        unvalued++;
        executedCount++;
        at += 16 + WireFormat.align((int) length);
        return true;
    }

    private boolean getBulk(final long word, final long end) {
        final long length = at + 16 > end ? -1 : UnsafeApi.getLong(at + 8);
        if (length < 0 || reply + WireFormat.align((int) Math.min(length, Integer.MAX_VALUE - 8)) > replyEnd) {
            return false;
        }
        final Segment segment = segments.get(CommandWord.id(word));
        if (isInside(segment, CommandWord.offset(word), length)) {
            UnsafeApi.copyMemory(segment.addressOf(CommandWord.offset(word)), reply, length);
        } else {
            fail(true, whyNotBulk(segment));
        }
        reply += WireFormat.align((int) length);
        valued++;
        executedCount++;
        at += 16;
        return true;
    }

    private static boolean isInside(final Segment segment, final long offset, final long length) {
        return segment != null && offset * segment.elementLength() + length <= segment.lengthInBytes();
    }

    private static CommandFailure whyNotBulk(final Segment segment) {
        return segment == null ? CommandFailure.UNKNOWN_SEGMENT : CommandFailure.OUT_OF_RANGE;
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
        final TaskContext ctx = context;
        long word = first;
        do {
            try {
                body.visit(word & CommandWord.MAX_OFFSET, UnsafeApi.getLong(at + 8), ctx);
            } catch (final Throwable cause) {
                visitFailed(origin, cause);
            }
            unvalued++;
            executedCount++;
            at += 16;
            if (at + 16 > end) {
                break;
            }
            word = UnsafeApi.getLong(at);
        } while ((word & KEY) == key);
        return true;
    }

    private void visitFailed(final int origin, final Throwable cause) {
        if (failedCount == 0) {
            LOG.error("GMT-218 a visit sent by node {} failed (further ones are only reported to their senders)", origin, cause);
        }
        fail(false, CommandFailure.VISIT_FAILED);
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

    private boolean message(final long word, final long end) {
        final int length = (int) CommandWord.offset(word);
        if (length < 8 || !WireFormat.isAligned(length) || length > end - at || CommandWord.id(word) != Collectives.PORT
            || !tasks.collectives().onMessage(at, length)) {
            return false;
        }
        unvalued++;
        executedCount++;
        at += length;
        return true;
    }

    // --- failures ---

    private void fail(final boolean isValued, final CommandFailure why) {
        failAt(isValued, isValued ? valued : unvalued, why);
    }

    private void failAt(final boolean isValued, final int ordinal, final CommandFailure why) {
        failures.add(isValued, ordinal, why);
        failedCount++;
    }

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

    /** Only after a malformed command: the values that were promised and not produced. */
    private void fillReply() {
        while (reply < replyEnd) {
            UnsafeApi.putLong(reply, 0);
            reply += 8;
        }
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

    /** The context of visits and local bodies: what it has issued and not completed. */
    public TaskContext context() {
        return context;
    }
}
