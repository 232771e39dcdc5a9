package org.gmt4j.aggregation.queue;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.FailureRecord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * One command block with the log of the waiters for its commands. Filled and completed by exactly one lane, copied into
 * the transport by the communication server in between. Per command.
 *
 * <pre>
 * FREE --open--> OPEN (lane fills) --close--> CLOSED (queue) --server copies--> ON ITS WAY --reply block--> FREE
 * </pre>
 *
 * <p>The log stays at home: commands carry no handle. Commands that bring back a value have one entry each, in command
 * order; commands without a value are counted in runs of the same Completion. When the reply comes, values and entries
 * are walked side by side.
 */
public final class RequestBlock {
    /** Where a value goes: into the Completion itself. */
    public static final long TO_COMPLETION = 0;
    private static final int LONGS = UnsafeApi.arrayBaseOffset(long[].class);
    /** Longest bulk data that a place can tell. */
    static final int MAX_BULK_LENGTH = ValueLog.MAX_BULK_LENGTH;

    final int slot;
    final long address;
    final int capacity;
    int generation;
    int destination;
    int nextHop;
    /** Position in the list of open blocks of the aggregator, -1 when not open. */
    int openIndex = -1;
    long openedAtNs;
    /**
     * Between its copy by the server and the reply: set by the server, cleared by the lane when the reply hands it
     * over.
     */
    boolean isOnItsWay;
    /** Beyond the pool: freed instead of pooled. */
    boolean isOverflow;
    /** Holds the announcement of a rendezvous and nothing else. */
    boolean isAnnouncement;
    /** Notified of the block's way; null: the block is not timed. */
    LaneProbe timing;
    long closedAtNs;
    /** The server writes it before the copy can reach anybody. */
    long departedAtNs;
    /** The one behind it in the {@link CreditGate}. */
    RequestBlock next;

    /** What the commands fail with when the server says that they were not sent; null: with what the reply says. */
    RuntimeException unsentCause;

    long position;
    long limit;
    int commandsLeft;
    int bulkReplyLength;

    private final ValueLog values = new ValueLog();

    /** Runs that have ended; the one that grows is in the two fields, so that a command touches no array. */
    private int runCount;
    private Completion[] runOwners = new Completion[16];
    private int[] runLengths = new int[16];
    private Completion runOwner;
    private int runLength;

    RequestBlock(final int slot, final int capacity) {
        this.slot = slot;
        this.capacity = capacity;
        this.address = UnsafeApi.allocateMemory(capacity);
    }

    /** The block that is always full; stands for "no open block" so that claims test one thing only. */
    static RequestBlock full() {
        return new RequestBlock();
    }

    private RequestBlock() {
        slot = -1;
        capacity = 0;
        address = 0;
    }

    /** Where a value goes: element {@code index} of an array whose elements start at {@code base}. */
    public static long toElement(final int widthShift, final int base, final int index) {
        return ValueLog.toElement(widthShift, base, index);
    }

    /** The same for an array of longs. */
    public static long toLong(final int index) {
        return ValueLog.toElement(3, LONGS, index);
    }

    /** The same place for a value that takes four bytes of the reply. */
    public static long narrow(final long place) {
        return ValueLog.narrow(place);
    }

    /** Where a value goes: to a {@link ValueTaker}, the target, as that of {@code position}, which fits 40 bits. */
    public static long toTaker(final long position) {
        return ValueLog.toTaker(position);
    }

    /** Stores a value at a place in an array at once, as the reply to a command does it. */
    public static void store(final Object target, final long place, final long value) {
        ValueLog.storeWord(null, target, place, value);
    }

    /** Where bulk data go: {@code length} bytes at byte offset {@code offset} of an array object. */
    public static long toBytes(final long offset, final int length) {
        return ValueLog.toBytes(offset, length);
    }

    /**
     * Where bulk data go: {@code length} bytes to a {@link PackedReceiver}, as those at {@code position} of what it
     * waits for.
     */
    static long toReceiver(final long position, final int length) {
        return ValueLog.toReceiver(position, length);
    }

    void open(final int node, final int hop, final int commandLimit, final long nowNs) {
        destination = node;
        nextHop = hop;
        position = address + BlockHeader.LENGTH;
        limit = address + capacity;
        commandsLeft = commandLimit;
        bulkReplyLength = 0;
        values.reset();
        openedAtNs = nowNs;
        isAnnouncement = false;
        unsentCause = null;
    }

    boolean hasRoom(final int length) {
        return position + length <= limit;
    }

    /** Writes a command of 8 bytes, for which there is room. It is to be logged next. */
    void write(final long word0) {
        UnsafeApi.putLong(position, word0);
        position += 8;
    }

    /** The same with an operand. */
    void write(final long word0, final long operand) {
        final long at = position;
        UnsafeApi.putLong(at, word0);
        UnsafeApi.putLong(at + 8, operand);
        position = at + 16;
    }

    /** The same with two operands. */
    void write(final long word0, final long operand1, final long operand2) {
        final long at = position;
        UnsafeApi.putLong(at, word0);
        UnsafeApi.putLong(at + 8, operand1);
        UnsafeApi.putLong(at + 16, operand2);
        position = at + 24;
    }

    /**
     * The command just written once more for each of up to {@code count} elements, in four bytes each, as far as the
     * block takes them.
     *
     * @param indices from {@code from} on; less {@code start} they are offsets, and fit 32 bits
     * @return how many commands that were; they are not yet logged
     */
    int repeat(final long[] indices, final int from, final int count, final long start) {
        final int repeats = (int) Math.min(Math.min(count, commandsLeft - 1), limit - position - 8 >> 2);
        if (repeats <= 0) {
            return 0;
        }
        final long list = position + 8;
        for (int i = 0; i < repeats; i++) {
            UnsafeApi.putInt(list + ((long) i << 2), (int) (indices[from + i] - start));
        }
        if ((repeats & 1) != 0) {
            UnsafeApi.putInt(list + ((long) repeats << 2), 0);
        }
        UnsafeApi.putLong(position, CommandWord.base(CommandType.REPEAT, 0) | repeats);
        position = list + WireFormat.align(repeats << 2);
        commandsLeft -= repeats;
        return repeats;
    }

    boolean isEmpty() {
        return position == address + BlockHeader.LENGTH;
    }

    /** Bytes of the block, header included. */
    public int length() {
        return (int) (position - address);
    }

    public long address() {
        return address;
    }

    public int nextHop() {
        return nextHop;
    }

    /** The server, or its stand-in, before the copy can reach anybody: from now on a reply may come. */
    public void departed() {
        if (timing != null) {
            departedAtNs = timing.nowNs();
        }
        isOnItsWay = true;
    }

    int replyLength() {
        return WireFormat.align(values.length() + bulkReplyLength);
    }

    /** The command just written brings back nothing. */
    void logUnvalued(final Completion owner) {
        owner.issued();
        if (owner == runOwner) {
            runLength++;
        } else {
            startRun(owner);
        }
    }

    /** The last {@code count} commands bring back nothing. */
    void logUnvalued(final Completion owner, final int count) {
        logUnvalued(owner);
        owner.issued(count - 1);
        runLength += count - 1;
    }

    /**
     * The last {@code count} commands bring back values, for neighbouring elements of {@code target} from {@code place}
     * on.
     */
    void logSeries(final Completion owner, final Object target, final long place, final int count) {
        owner.issued(count);
        values.addSeries(owner, target, place, count);
    }

    private void startRun(final Completion owner) {
        if (runOwner != null) {
            if (runCount == runOwners.length) {
                runOwners = java.util.Arrays.copyOf(runOwners, runCount * 2);
                runLengths = java.util.Arrays.copyOf(runLengths, runCount * 2);
            }
            runOwners[runCount] = runOwner;
            runLengths[runCount++] = runLength;
        }
        runOwner = owner;
        runLength = 1;
    }

    /**
     * The command just written brings back a value, to be stored at {@code place} of {@code target}, which is null for
     * {@link #TO_COMPLETION}.
     */
    void logValued(final Completion owner, final Object target, final long place) {
        values.add(owner, target, place);
    }

    void logBulk(final Completion owner, final Object target, final long offset, final int length) {
        logValued(owner, target, toBytes(offset, length));
        bulkReplyLength += WireFormat.align(length) - 8;
    }

    void logPacked(final Completion owner, final PackedReceiver receiver, final long position, final int length) {
        logValued(owner, receiver, toReceiver(position, length));
        bulkReplyLength += WireFormat.align(length) - 8;
    }

    /**
     * Stores all values and completes all commands of this block.
     *
     * @param reply   behind the header of the reply
     * @param isSound false when a command has failed
     */
    void complete(final long reply, final boolean isSound) {
        values.complete(reply, isSound);
        completeRuns();
    }

    /** True when the log still names completions and targets that others may have forgotten. */
    boolean isStale() {
        return values.isStale();
    }

    /** Forgets them: an idle block must not keep a program's arrays alive. */
    void forgetCompleted() {
        values.forgetCompleted();
    }

    /** Whether commands of this block belong to a completion that has not been told of them. */
    boolean names(final Completion owner) {
        for (int i = 0; i < runCount; i++) {
            if (runOwners[i] == owner) {
                return true;
            }
        }
        return runOwner == owner || values.names(owner);
    }

    private void completeRuns() {
        for (int i = 0; i < runCount; i++) {
            final Completion owner = runOwners[i];
            runOwners[i] = null;
            owner.completed(runLengths[i]);
        }
        runCount = 0;
        final Completion last = runOwner;
        if (last != null) {
            runOwner = null;
            last.completed(runLength);
        }
    }

    /**
     * One entry of the list of failures of the reply, see {@link FailureRecord}; what does not exist here is nobody's
     * failure.
     */
    void fail(final int ordinal, final int code) {
        if (FailureRecord.reason(code) == FailureRecord.UNLISTED) {
            tellAll(RemoteCommandException.unlisted(destination, ordinal));
            return;
        }
        if (FailureRecord.reason(code) == FailureRecord.UNREACHABLE) {
            tellAll(unsentCause != null ? unsentCause : RemoteCommandException.unreachable(destination, ordinal));
            return;
        }
        final RuntimeException cause = new RemoteCommandException(destination,
            CommandFailure.of(FailureRecord.reason(code)));
        final int first = ordinal & Integer.MAX_VALUE;
        final long end = FailureRecord.following(code) == FailureRecord.REST ? Integer.MAX_VALUE
            : first + 1L + FailureRecord.following(code);
        if (ordinal < 0) {
            failUnvalued(first, end, cause);
        } else {
            values.fail(first, end, cause);
        }
    }

    private void failUnvalued(final int first, final long end, final RuntimeException cause) {
        long at = 0;
        for (int i = 0; i < runCount; i++) {
            if (first < at + runLengths[i] && at < end) {
                runOwners[i].failed(cause);
            }
            at += runLengths[i];
        }
        if (runOwner != null && first < at + runLength && at < end) {
            runOwner.failed(cause);
        }
    }

    private void tellAll(final RuntimeException cause) {
        values.fail(0, Integer.MAX_VALUE, cause);
        for (int i = 0; i < runCount; i++) {
            runOwners[i].failed(cause);
        }
        if (runOwner != null) {
            runOwner.failed(cause);
        }
    }

    /** Fails every command of the block: its destination is gone. */
    void failAll(final RuntimeException cause) {
        tellAll(cause);
        values.completeAll();
        completeRuns();
    }

    void free() {
        if (address != 0) {
            UnsafeApi.freeMemory(address);
        }
    }
}
