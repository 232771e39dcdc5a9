package org.gmt4j.aggregation.queue;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.TimesRecord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * Level 1: gathers the commands of one lane into blocks, one open block per destination. Owned by one worker or helper
 * thread. Per command.
 *
 * <p>The caller promises to call {@link #flushExpired} at least every block time-out and to feed every reply block to
 * {@link #onReply}. Given that, a command leaves its block within two time-outs unless credits are used up, commands in one
 * block execute in their order, and blocks of one lane to one destination arrive in theirs.
 *
 * <p>Memory: at most {@code poolBlocks} blocks, of which at most {@code credits} open or on their way per destination. When
 * none is free a claim makes progress through {@link BackPressure} until a reply returns one. Only commands issued while
 * commands are being executed (visits) cannot wait: they take overflow blocks, which queue here until credits return, up to
 * a limit that fails loudly.
 *
 * <p>This class fills and closes blocks. What becomes of closed ones is the matter of {@link BlocksInFlight}, or of {@link OwnBlocks}.
 *
 * @see "Morari et al., Scaling Irregular Applications through Data Aggregation and Software Multithreading, IPDPS 2014"
 */
public final class Aggregator {
    private final AggregationConfig config;
    private final int nodeId;
    private final int lane;
    private final BackPressure backPressure;
    private final Routes routes;
    /** Bytes of bulk data in one reply, so that it fits a buffer whatever else is in the block. */
    private final int bulkLimit;
    /** Commands of one block: their single values are never longer than a block. */
    private final int commandLimit;
    private final AggregationCounters counters = new AggregationCounters();

    private final RequestBlock full = RequestBlock.full();
    private final RequestBlock[] open;
    private final RequestBlock[] openList;
    private int openCount;

    private final BlockPool pool;
    private final CreditGate gate;
    private final BlocksInFlight inFlight;
    private final CommandLists lists = new CommandLists(this);
    private boolean isExecuting;
    private OwnBlocks own;                       // null: commands for the own node go the way of all others
    private DirectSender direct;
    private LaneProbe probe;                     // null: nobody wants to know
    private long stalledSinceNs;
    private boolean isStalledForCredit;

    /** An aggregator where every node is a neighbour. */
    public Aggregator(final AggregationConfig config, final int nodeId, final int nodeCount, final int lane,
                      final BlockSink sink, final BackPressure backPressure) {
        this(config, Routes.of(VirtualTopology.of(TopologyKind.FCG, nodeCount), nodeId), lane, sink, backPressure);
    }

    /** @param routes says which neighbour a block goes to first */
    public Aggregator(final AggregationConfig config, final Routes routes, final int lane, final BlockSink sink,
                      final BackPressure backPressure) {
        final int nodeCount = routes.topology().nodeCount();
        this.routes = routes;
        this.config = config;
        this.nodeId = routes.nodeId();
        this.lane = lane;
        this.backPressure = backPressure;
        bulkLimit = config.maxReplyLength() - config.blockLength();
        commandLimit = Math.min(config.blockCommands(), config.blockLength() / 8);
        open = new RequestBlock[nodeCount];
        openList = new RequestBlock[nodeCount];
        java.util.Arrays.fill(open, full);
        pool = new BlockPool(config, counters);
        gate = new CreditGate(nodeCount, config.credits(), sink);
        inFlight = new BlocksInFlight(nodeId, nodeCount, lane, counters, pool, gate);
    }

    public AggregationCounters counters() {
        return counters;
    }

    /** Index of the lane that owns this aggregator, the same as in the blocks it sends. */
    public int lane() {
        return lane;
    }

    /** Sets the probe notified of blocks and stalls. Before start. */
    public void probe(final LaneProbe who) {
        probe = who;
        inFlight.probe(who, config.maxReplyLength() - TimesRecord.LENGTH - BlockHeader.FAILURE_LENGTH);
    }

    int nodeId() {
        return nodeId;
    }

    int nodeCount() {
        return open.length;
    }

    /** From which sizes on transfers count as long. Before start. */
    public void longTransfers(final LongTransfers sizes) {
        inFlight.longTransfers(sizes);
    }

    /** Whoever issues a transfer tells it here. */
    public LongTransfers longTransfers() {
        return inFlight.longTransfers();
    }

    /** A command of 16 bytes that brings nothing back: value put, update, visit. */
    public void update(final int node, final long word0, final long operand, final Completion owner) {
        RequestBlock block = open[node];
        if (!block.hasRoom(16)) {
            block = openBlock(node, 16);
        }
        final long at = block.position;
        UnsafeApi.putLong(at, word0);
        UnsafeApi.putLong(at + 8, operand);
        block.position = at + 16;
        block.logUnvalued(owner);
        if (--block.commandsLeft == 0) {
            close(block, FlushReason.COUNT);
        }
    }

    /** A command of 8 bytes that brings back a value. */
    public void fetch(final int node, final long word0, final Completion owner, final Object target, final long place) {
        RequestBlock block = open[node];
        if (!block.hasRoom(8)) {
            block = openBlock(node, 8);
        }
        final long at = block.position;
        UnsafeApi.putLong(at, word0);
        block.position = at + 8;
        block.logValued(owner, target, place);
        if (--block.commandsLeft == 0) {
            close(block, FlushReason.COUNT);
        }
    }

    /** A command of 16 bytes that brings back a value. */
    public void fetch(final int node, final long word0, final long operand, final Completion owner, final Object target,
                      final long place) {
        RequestBlock block = open[node];
        if (!block.hasRoom(16)) {
            block = openBlock(node, 16);
        }
        final long at = block.position;
        UnsafeApi.putLong(at, word0);
        UnsafeApi.putLong(at + 8, operand);
        block.position = at + 16;
        block.logValued(owner, target, place);
        if (--block.commandsLeft == 0) {
            close(block, FlushReason.COUNT);
        }
    }

    /** A command of 24 bytes that brings back a value. */
    public void fetch(final int node, final long word0, final long operand1, final long operand2, final Completion owner,
                      final Object target, final long place) {
        RequestBlock block = open[node];
        if (!block.hasRoom(24)) {
            block = openBlock(node, 24);
        }
        final long at = block.position;
        UnsafeApi.putLong(at, word0);
        UnsafeApi.putLong(at + 8, operand1);
        UnsafeApi.putLong(at + 16, operand2);
        block.position = at + 24;
        block.logValued(owner, target, place);
        if (--block.commandsLeft == 0) {
            close(block, FlushReason.COUNT);
        }
    }

    /** Commands for lists of elements. */
    public CommandLists lists() {
        return lists;
    }

    /** The open block for a node with room for a command of {@code length} bytes. */
    RequestBlock blockWithRoom(final int node, final int length) {
        final RequestBlock block = open[node];
        return block.hasRoom(length) ? block : openBlock(node, length);
    }

    void closeIfFull(final RequestBlock block) {
        if (block.commandsLeft == 0) {
            close(block, FlushReason.COUNT);
        }
    }

    /** Bulk get of {@code length} bytes into an array object; the caller has cut it to {@link #maxGetLength()}. */
    public void fetchBulk(final int node, final long word0, final int length, final Completion owner, final Object target,
                          final long offset) {
        RequestBlock block = open[node];
        // Again, when visits have put bulk gets into the block that was opened for this one.
        while (!block.hasRoom(16) || block.bulkReplyLength > 0 && block.bulkReplyLength + length > bulkLimit) {
            block = openBlock(node, 16);
        }
        final long at = block.position;
        UnsafeApi.putLong(at, word0);
        UnsafeApi.putLong(at + 8, length);
        block.position = at + 16;
        block.logBulk(owner, target, offset, length);
        if (--block.commandsLeft == 0) {
            close(block, FlushReason.COUNT);
        }
    }

    /**
     * Space for a command of {@code length} bytes that brings back {@code replyLength} bytes for a receiver, at most
     * {@link #maxGetLength()}. The caller writes it before it issues the next one, then calls {@link #commit}.
     *
     * @param position what the receiver is told about them, within {@link CommandWord#MAX_OFFSET}
     * @return the address to write to
     */
    public long claimPacked(final int node, final int length, final int replyLength, final Completion owner,
                            final PackedReceiver receiver, final long position) {
        checkLength(length);
        RequestBlock block = open[node];
        while (!block.hasRoom(length) || block.bulkReplyLength > 0 && block.bulkReplyLength + replyLength > bulkLimit) {
            block = openBlock(node, length);
        }
        final long at = block.position;
        block.position = at + length;
        block.logPacked(owner, receiver, position, replyLength);
        return at;
    }

    /** Longest bulk get of one command. */
    public int maxGetLength() {
        return Math.min(bulkLimit, RequestBlock.MAX_BULK_LENGTH) & -8;
    }

    /** Longest command of any type. */
    public int maxCommandLength() {
        return config.maxCommandLength();
    }

    /** Bytes that the open block for a node can still take, so that bulk data can be cut to fit. */
    public int room(final int node) {
        final RequestBlock block = open[node];
        return block == full ? config.maxCommandLength() : (int) (block.limit - block.position);
    }

    /**
     * Space for a command of {@code length} bytes (a multiple of 8) that brings nothing back. The caller writes it before
     * it issues the next one, then calls {@link #commit}.
     *
     * @return the address to write to
     */
    public long claim(final int node, final int length, final Completion owner) {
        checkLength(length);
        RequestBlock block = open[node];
        if (!block.hasRoom(length)) {
            block = openBlock(node, length);
        }
        final long at = block.position;
        block.position = at + length;
        block.logUnvalued(owner);
        return at;
    }

    private void checkLength(final int length) {
        if (length > config.maxCommandLength()) {
            throw new IllegalArgumentException("a command of " + length + " B does not fit a block of "
                + config.blockLength() + " B; raise the block length");
        }
    }

    /** Ends a {@link #claim}. */
    public void commit(final int node) {
        final RequestBlock block = open[node];
        if (--block.commandsLeft == 0) {
            close(block, FlushReason.COUNT);
        }
    }

    /** From now on long data go straight to the transport: the lane shares the server's thread. */
    public void sendDirectly(final DirectSender sender) {
        direct = sender;
    }

    /** Longest data of one {@link #putDirect}, or 0: there is no direct way to the node now. */
    public int maxDirectLength(final int node) {
        if (direct == null || isExecuting || !gate.isClear(node)) {
            return 0;
        }
        final int length = Math.min(config.maxReplyLength(), direct.maxBlockLength()) - BlockHeader.LENGTH - 16 & -8;
        return length > config.blockLength() ? length : 0;
    }

    /**
     * Sends a command of 16 bytes with {@code length} bytes behind it as a block of its own, copied once, from the source into the
     * transport. In order with all that was issued before. Makes progress until it has gone; the source may then be reused.
     *
     * @param length at most {@link #maxDirectLength}
     */
    public void putDirect(final int node, final long word0, final Object source, final long from, final int length, final Completion owner) {
        if (open[node] != full) {
            close(open[node], FlushReason.FULL);
        }
        backPressure.blockClosed();
        final RequestBlock block = blockFor(node);
        block.open(node, routes.nextHop(node), 1, 0);
        UnsafeApi.putLong(block.position, word0);
        UnsafeApi.putLong(block.position + 8, length);
        block.position += 16;
        block.logUnvalued(owner);
        inFlight.sendPast(block, block.length() + WireFormat.align(length));
        for (int attempt = 0; !direct.send(block, source, from, length); attempt++) {
            backPressure.relieve(attempt);
        }
    }

    // --- rendezvous ---

    /** The lane's large transfers; null where there are none. */
    public Rendezvous rendezvous() {
        return inFlight.rendezvous();
    }

    void rendezvous(final Rendezvous desk) {
        inFlight.rendezvous(desk);
    }

    /** A block of its own for the announcement of a rendezvous, behind all that was issued before. Makes progress until there is one. */
    RequestBlock openAnnouncement(final int node, final int length, final Completion owner) {
        checkLength(length);
        backPressure.blockClosed();
        final RequestBlock block = blockFor(node);
        block.open(node, routes.nextHop(node), 1, 0);
        block.isAnnouncement = true;
        block.position += length;
        block.logUnvalued(owner);
        return block;
    }

    /** Sends it, when it is its turn. */
    void announce(final RequestBlock block) {
        gate.rendezvousIssued(block.destination);
        inFlight.send(block, FlushReason.FORCED, 1);
    }

    /** A rendezvous is over whose announcement had this generation. */
    void rendezvousOver(final int node, final int generation) {
        inFlight.rendezvousOver(node, generation);
    }

    /** Makes progress once: what the caller waits for is another's to bring. */
    void relieve(final int attempt) {
        backPressure.relieve(attempt);
    }

    /** A block and a credit for it, when those that are waited for have come back; behind all blocks that wait for credit. */
    private RequestBlock blockFor(final int node) {
        for (int attempt = 0; ; attempt++) {
            if (open[node] != full) {
                close(open[node], FlushReason.FULL);
            }
            final RequestBlock block = tryOpen(node);
            if (block != null) {
                endStall(node, attempt);
                return block;
            }
            relievePool(node, attempt == 0);
            backPressure.relieve(attempt);
        }
    }

    private RequestBlock openBlock(final int node, final int length) {
        if (open[node] != full) {
            close(open[node], FlushReason.FULL);
        }
        if (!isExecuting) {
            backPressure.blockClosed();
        }
        for (int attempt = 0; ; attempt++) {
            // Progress may have run visits, which may have opened a block for the same node.
            if (open[node] != full) {
                if (open[node].hasRoom(length)) {
                    endStall(node, attempt);
                    return open[node];
                }
                close(open[node], FlushReason.FULL);
            }
            final RequestBlock block = tryOpen(node);
            if (block != null) {
                endStall(node, attempt);
                return opened(node, block);
            }
            if (isExecuting) {
                return opened(node, pool.takeOverflow());
            }
            relievePool(node, attempt == 0);
            backPressure.relieve(attempt);
        }
    }

    private RequestBlock opened(final int node, final RequestBlock block) {
        block.open(node, routes.nextHop(node), commandLimit, backPressure.nowNs());
        block.openIndex = openCount;
        openList[openCount++] = block;
        open[node] = block;
        return block;
    }

    private RequestBlock tryOpen(final int node) {
        inFlight.checkReachable(node);
        return gate.hasCredit(node) ? pool.tryTake() : null;
    }

    /** Each time, not once: a block that has come back may have been opened by a visit, and would never be closed. */
    private void relievePool(final int node, final boolean isFirst) {
        if (isFirst && probe != null) {
            stalledSinceNs = probe.nowNs();
            isStalledForCredit = !gate.hasCredit(node);
        }
        if (!gate.hasCredit(node)) {
            counters.creditStallCount += isFirst ? 1 : 0;
        } else {
            counters.poolStallCount += isFirst ? 1 : 0;
            flushAll(FlushReason.POOL_EMPTY);
        }
    }

    private void endStall(final int node, final int attempts) {
        if (attempts > 0 && probe != null) {
            probe.stalled(node, isStalledForCredit, stalledSinceNs);
        }
    }

    private void close(final RequestBlock block, final FlushReason reason) {
        final int node = block.destination;
        removeFromOpen(block);
        final int commands = commandLimit - block.commandsLeft;
        if (node == nodeId && own != null) {
            own.execute(block, commands);
            pool.release(block);
            return;
        }
        inFlight.send(block, reason, commands);
    }

    /** Executes what this lane has issued for its own node and not yet executed. */
    public void settleOwn() {
        if (open[nodeId] != full && own != null) {
            close(open[nodeId], FlushReason.FORCED);
        }
    }

    /** From now on commands for the own node are gathered and executed by this lane's thread, through {@code executor}. */
    public void gatherOwn(final OwnCommands executor) {
        own = new OwnBlocks(executor, config.blockLength());
    }

    /** Commands for the own node that were gathered and executed here. */
    public long ownCommandCount() {
        return own == null ? 0 : own.commandCount();
    }

    private void removeFromOpen(final RequestBlock block) {
        final RequestBlock last = openList[--openCount];
        openList[block.openIndex] = last;
        last.openIndex = block.openIndex;
        openList[openCount] = null;
        block.openIndex = -1;
        open[block.destination] = full;
    }

    /**
     * Applies one reply block: stores its values, completes the commands, returns the credit and the block.
     *
     * @return false when the reply does not belong to a block that was sent and not answered (counted; a broken or foreign peer)
     */
    public boolean onReply(final long reply, final int length) {
        return inFlight.onReply(reply, length);
    }

    /**
     * Lets go of the objects that completed commands have named: logs in the pool are overwritten with use, not cleared, so that idle ones
     * would keep them alive. For a lane that has had nothing to do for a while. Cost: nothing, or once the blocks of the pool.
     */
    public void forgetCompleted() {
        pool.forgetCompleted();
    }

    /**
     * One more operation of {@code owner}, which completes when the node has executed everything that this lane has issued to it so far:
     * it counts the blocks that have not been answered, so it holds whatever order blocks and answers take. Nothing is
     * sent for it but the open block. For the own node, and where all has been answered, it is over at once and counts nothing.
     */
    public void fence(final int node, final Completion owner) {
        if (node == nodeId) {
            settleOwn();
        }
        flush(node, FlushReason.FORCED);
        inFlight.fence(node, owner);
    }

    /** True when the node has executed everything that this lane has issued to it. Sends nothing. */
    public boolean isSettled(final int node) {
        return open[node] == full && inFlight.count(node) == 0;
    }

    /**
     * True when what belongs to the node may be touched without a command, by way of memory that both share: nothing that this lane has
     * issued would be overtaken, and the node has not failed. Per command.
     */
    public boolean mayBypass(final int node) {
        return isSettled(node) && !inFlight.isGone(node);
    }

    /** For long loops that issue no commands: a moment of communication, as when a block is full. Not while commands are executed. */
    public void makeProgress() {
        if (!isExecuting) {
            backPressure.blockClosed();
        }
    }

    /** Closes all open blocks that are older than {@code ageNs}. Cost: the number of open blocks. */
    public void flushExpired(final long nowNs, final long ageNs) {
        // Closing may run visits of this node, which open and close blocks themselves.
        for (int i = openCount - 1; i >= 0; i = Math.min(i, openCount) - 1) {
            final RequestBlock block = openList[i];
            if (nowNs - block.openedAtNs >= ageNs) {
                close(block, FlushReason.EXPIRED);
            }
        }
    }

    /** Closes all open blocks. */
    public void flushAll(final FlushReason reason) {
        while (openCount > 0) {
            close(openList[openCount - 1], reason);
        }
    }

    /** Closes the open block for one destination. */
    public void flush(final int node, final FlushReason reason) {
        if (open[node] != full) {
            close(open[node], reason);
        }
    }

    public boolean hasOpenBlocks() {
        return openCount > 0;
    }

    /** Request blocks that have not been answered, open ones not counted, and rendezvous that are not over. */
    public int inFlightCount() {
        return inFlight.count();
    }

    /** For messages: calls back with each node that has not answered a block of this lane. Cost: the number of nodes. */
    public void forEachUnanswered(final java.util.function.IntConsumer consumer) {
        inFlight.forEachUnanswered(consumer);
    }

    /** The nodes of blocks that name a completion, once for each block: for reports. */
    public void forEachNodeOf(final Completion owner, final java.util.function.IntConsumer consumer) {
        inFlight.forEachNodeOf(owner, consumer);
    }

    /** True when the next command of 8 bytes for this destination would have to wait for a reply. */
    public boolean isSaturated(final int node) {
        return isSaturated(node, 8);
    }

    /**
     * True when a command of {@code length} bytes for this destination would have to wait for a reply: neither the open block has
     * room for it, nor may another be opened behind it. An answer for now; replies make it false.
     */
    public boolean isSaturated(final int node, final int length) {
        final RequestBlock block = open[node];
        if (block != full && block.hasRoom(length)) {
            return false;
        }
        final int closed = gate.unanswered(node) + (block == full ? 0 : 1);
        return closed >= config.credits() || pool.isEmpty();
    }

    /** While true, claims take overflow blocks instead of waiting: set around the execution of incoming commands. */
    public void setExecuting(final boolean executing) {
        isExecuting = executing;
    }

    public boolean isExecuting() {
        return isExecuting;
    }

    /** Fails everything on its way to a node that is gone, and everything issued to it from now on. */
    public void failNode(final int node, final RuntimeException cause) {
        inFlight.gone(node, cause);
        failPending(node, cause);
    }

    /**
     * Fails everything issued to a node so far. The node may be tried again: what is issued later goes its way. Blocks that were
     * closed, and their credits, come back with a reply, late or said by the server in the node's stead.
     */
    public void failPending(final int node, final RuntimeException cause) {
        inFlight.failCommands(node, cause);
        final RequestBlock filling = open[node];
        if (filling != full) {
            removeFromOpen(filling);
            pool.release(filling);
        }
        inFlight.failOperations(node, cause);
    }

    /** Bytes of the blocks that exist. */
    public long memoryInBytes() {
        return pool.memoryInBytes();
    }

    /** Frees all memory. The lane has ended and the server sends no more. */
    public void close() {
        if (own != null) {
            own.close();
        }
        pool.close();
    }

    /** Checks that an offset fits the command word; arrays check their length against it when they are allocated. */
    public static boolean fits(final long offset) {
        return offset >= 0 && offset <= CommandWord.MAX_OFFSET;
    }

    /** Rounds a payload up to what it occupies in a block. */
    public static int padded(final int length) {
        return WireFormat.align(length);
    }
}
