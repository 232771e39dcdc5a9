package org.gmt4j.aggregation.queue;

import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.TimesRecord;

/**
 * Level 1: gathers the commands of one lane into blocks, one open block per destination. Owned by one worker or helper
 * thread. Per command.
 *
 * <p>The caller promises to call {@link #flushExpired} at least every block time-out and to feed every reply block to
 * {@link BlocksInFlight#onReply}. Given that, a command leaves its block within two time-outs unless credits are used
 * up, commands in one block execute in their order, and blocks of one lane to one destination arrive in theirs.
 *
 * <p>Memory: at most {@code poolBlocks} blocks, of which at most {@code credits} open or on their way per destination.
 * When none is free a claim makes progress through {@link BackPressure} until a reply returns one. Only commands issued
 * while commands are being executed (visits) cannot wait: they take overflow blocks, which queue here until credits
 * return, up to a limit that fails loudly.
 *
 * <p>This class fills and closes blocks. Closed ones are the matter of {@link BlocksInFlight}, or of {@link OwnBlocks};
 * data longer than a block are that of {@link Transfers}, nodes that cannot be reached that of {@link NodeFailures}.
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
    /** The same for one command, of whole words. */
    private final int getLimit;
    /** Commands of one block: their single values are never longer than a block. */
    private final int commandLimit;
    private final AggregationCounters counters = new AggregationCounters();

    private final RequestBlock full = RequestBlock.full();
    /** By node; where none is open, the one that is always full. */
    private final RequestBlock[] open;
    private final OpenBlocks openBlocks;

    private final BlockPool pool;
    private final CreditGate gate;
    private final BlocksInFlight inFlight;
    private final Transfers transfers;
    private final NodeFailures failures;
    private final ClaimStalls stalls = new ClaimStalls(counters);
    private final CommandLists lists = new CommandLists(this);
    private boolean isExecuting;
    private Thread user;                         // null: whoever calls sees to it that there is one at a time
    private OwnBlocks own;                       // null: commands for the own node go the way of all others
    private HeldOperations held;                 // null: every operation is a command at once

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
        getLimit = Math.min(bulkLimit, RequestBlock.MAX_BULK_LENGTH) & -8;
        commandLimit = Math.min(config.blockCommands(), config.blockLength() / 8);
        open = new RequestBlock[nodeCount];
        openBlocks = new OpenBlocks(nodeCount);
        java.util.Arrays.fill(open, full);
        pool = new BlockPool(config, counters);
        gate = new CreditGate(nodeCount, config.credits(), sink);
        transfers = new Transfers(this, config, gate);
        inFlight = new BlocksInFlight(nodeId, lane, counters, pool, gate, transfers);
        failures = new NodeFailures(this, transfers);
    }

    public AggregationCounters counters() {
        return counters;
    }

    /** Index of the lane that owns this aggregator, the same as in the blocks it sends. */
    public int lane() {
        return lane;
    }

    /** Sets the only thread that may issue commands. Before start. */
    public void usedBy(final Thread thread) {
        user = thread;
    }

    /**
     * Requires that the calling thread may issue commands. Two threads in one block would lose commands, or the node.
     * The short writers leave that to their callers, which know it of many commands at once; the others ask here.
     *
     * @throws IllegalStateException GMT-403
     */
    public void requireUser() {
        if (user != Thread.currentThread() && user != null) {
            throw ofOtherThread();
        }
    }

    private IllegalStateException ofOtherThread() {
        return new IllegalStateException("GMT-403 thread " + Thread.currentThread().getName()
            + " uses the context of a task of " + user.getName() + ": a context belongs to its task alone. In place of "
            + "parallel streams and threads take ctx.parFor or ctx.sum, whose bodies get contexts of their own; what "
            + "other threads have computed comes back as the result of ctx.callBlocking, or by ctx.await(stage)");
    }

    /** Sets the probe notified of blocks and stalls. Before start. */
    public void probe(final LaneProbe who) {
        stalls.probe(who);
        inFlight.probe(who, config.maxReplyLength() - TimesRecord.LENGTH - BlockHeader.FAILURE_LENGTH);
    }

    Routes routes() {
        return routes;
    }

    /** Closed blocks and their replies. */
    public BlocksInFlight inFlight() {
        return inFlight;
    }

    /** Data longer than a block. */
    public Transfers transfers() {
        return transfers;
    }

    /** Nodes that cannot be reached. */
    public NodeFailures failures() {
        return failures;
    }

    /** Commands for lists of elements. */
    public CommandLists lists() {
        return lists;
    }

    /** Sets where this lane holds operations back. Before start. */
    public void hold(final HeldOperations operations) {
        held = operations;
    }

    /** Where this lane holds operations back; null where it does not. */
    public HeldOperations held() {
        return held;
    }

    /** Issues the operations that are held back and awaited. Not inside of an operation. */
    public void issueAwaited() {
        if (held != null) {
            held.issueAwaited();
        }
    }

    /** Issues the operations that others are joined to, in the middle of a body that computes for long. */
    public void issueGathered() {
        if (held != null) {
            held.issueGathered();
        }
    }

    /** Counts the operations of an issuer that are held back, before it waits. */
    public void joinHeld(final Completion issuer) {
        held.join(issuer);
    }

    /** Issues the operations that have been held back for long. Not inside of an operation. */
    public void issueDue(final long nowNs) {
        if (held != null) {
            held.issueDue(nowNs);
        }
    }

    /** A command of 16 bytes that brings nothing back: value put, update, visit. */
    public void update(final int node, final long word0, final long operand, final Completion owner) {
        final RequestBlock block = blockWithRoom(node, 16);
        block.write(word0, operand);
        block.logUnvalued(owner);
        ended(block);
    }

    /** A command of 8 bytes that brings back a value. */
    public void fetch(final int node, final long word0, final Completion owner, final Object target, final long place) {
        final RequestBlock block = blockWithRoom(node, 8);
        block.write(word0);
        block.logValued(owner, target, place);
        ended(block);
    }

    /** A command of 16 bytes that brings back a value. */
    public void fetch(final int node, final long word0, final long operand, final Completion owner, final Object target,
                      final long place) {
        final RequestBlock block = blockWithRoom(node, 16);
        block.write(word0, operand);
        block.logValued(owner, target, place);
        ended(block);
    }

    /** A command of 24 bytes that brings back a value. */
    public void fetch(final int node, final long word0, final long operand1, final long operand2,
                      final Completion owner, final Object target, final long place) {
        final RequestBlock block = blockWithRoom(node, 24);
        block.write(word0, operand1, operand2);
        block.logValued(owner, target, place);
        ended(block);
    }

    /**
     * Bulk get of {@code length} bytes into an array object; the caller has cut it to {@link #maxGetLength()}.
     *
     * @throws IllegalArgumentException it is longer: the reply might not fit a buffer, and the other node would drop
     *                                  the block
     */
    public void fetchBulk(final int node, final long word0, final int length, final Completion owner,
                          final Object target, final long offset) {
        requireUser();
        final RequestBlock block = blockWithRoom(node, 16, length);
        block.write(word0, length);
        block.logBulk(owner, target, offset, length);
        ended(block);
    }

    /** The open block for a node with room for a command of {@code length} bytes. Inlined into all writers. */
    RequestBlock blockWithRoom(final int node, final int length) {
        final RequestBlock block = open[node];
        return block.hasRoom(length) ? block : openBlock(node, length);
    }

    /** The same, and the reply has room for {@code replyLength} bytes of bulk data. */
    private RequestBlock blockWithRoom(final int node, final int length, final int replyLength) {
        if (replyLength > getLimit) {
            throw ofLongReply(replyLength);
        }
        RequestBlock block = blockWithRoom(node, length);
        // Again, when visits have put bulk gets into the block that was opened for this one.
        while (block.bulkReplyLength > 0 && block.bulkReplyLength + replyLength > bulkLimit) {
            block = openBlock(node, length);
        }
        return block;
    }

    private IllegalArgumentException ofLongReply(final int replyLength) {
        return new IllegalArgumentException("a command brings back " + replyLength + " B, expected at most " + getLimit
            + ", which fit a network buffer beside the values of a whole block");
    }

    /** One command has been written and logged. Inlined into all writers. */
    void ended(final RequestBlock block) {
        if (--block.commandsLeft == 0) {
            close(block, FlushReason.COUNT);
        }
    }

    /**
     * Space for a command of {@code length} bytes that brings back {@code replyLength} bytes for a receiver, at most
     * {@link #maxGetLength()}. The caller writes it before it issues the next one, then calls {@link #commit}.
     *
     * @param position told to the receiver of the data, within {@link CommandWord#MAX_OFFSET}
     * @return the address to write to
     * @throws IllegalArgumentException the command or its reply is too long
     */
    public long claimPacked(final int node, final int length, final int replyLength, final Completion owner,
                            final PackedReceiver receiver, final long position) {
        requireUser();
        config.checkCommand(length);
        final RequestBlock block = blockWithRoom(node, length, replyLength);
        final long at = block.position;
        block.position = at + length;
        block.logPacked(owner, receiver, position, replyLength);
        return at;
    }

    /** Longest bulk get of one command. */
    public int maxGetLength() {
        return getLimit;
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
     * Space for a command of {@code length} bytes (a multiple of 8) that brings nothing back. The caller writes it
     * before it issues the next one, then calls {@link #commit}.
     *
     * @return the address to write to
     */
    public long claim(final int node, final int length, final Completion owner) {
        requireUser();
        config.checkCommand(length);
        final RequestBlock block = blockWithRoom(node, length);
        final long at = block.position;
        block.position = at + length;
        block.logUnvalued(owner);
        return at;
    }

    /**
     * The same for a command that brings back a value of 8 bytes, for {@code place} of {@code target}.
     *
     * @return the address to write to
     */
    public long claimValued(final int node, final int length, final Completion owner, final Object target,
                            final long place) {
        requireUser();
        config.checkCommand(length);
        final RequestBlock block = blockWithRoom(node, length);
        final long at = block.position;
        block.position = at + length;
        block.logValued(owner, target, place);
        return at;
    }

    /** Ends a {@link #claim}. */
    public void commit(final int node) {
        ended(open[node]);
    }

    /** Makes progress once, for a caller that waits for another node or thread. */
    void relieve(final int attempt) {
        backPressure.relieve(attempt);
    }

    /** A block for one command, behind all that was issued to the node before. Makes progress until it has a credit. */
    RequestBlock openSingle(final int node) {
        requireUser();
        flush(node, FlushReason.FULL);
        backPressure.blockClosed();
        for (int attempt = 0; ; attempt++) {
            // Progress may have run visits, which may have opened a block for the node.
            flush(node, FlushReason.FULL);
            final RequestBlock block = tryTake(node);
            if (block != null) {
                stalls.end(node, attempt);
                block.open(node, routes.nextHop(node), 1, 0);
                return block;
            }
            waitForBlock(node, attempt);
        }
    }

    private RequestBlock openBlock(final int node, final int length) {
        requireUser();
        flush(node, FlushReason.FULL);
        if (!isExecuting) {
            backPressure.blockClosed();
        }
        for (int attempt = 0; ; attempt++) {
            // Progress may have run visits, which may have opened a block for the same node.
            if (open[node] != full) {
                if (open[node].hasRoom(length)) {
                    stalls.end(node, attempt);
                    return open[node];
                }
                close(open[node], FlushReason.FULL);
            }
            final RequestBlock block = tryTake(node);
            if (block != null) {
                stalls.end(node, attempt);
                return opened(node, block);
            }
            if (isExecuting) {
                return opened(node, pool.takeOverflow());
            }
            waitForBlock(node, attempt);
        }
    }

    private RequestBlock opened(final int node, final RequestBlock block) {
        block.open(node, routes.nextHop(node), commandLimit, backPressure.nowNs());
        openBlocks.add(block);
        open[node] = block;
        return block;
    }

    private RequestBlock tryTake(final int node) {
        failures.checkReachable(node);
        return gate.hasCredit(node) ? pool.tryTake() : null;
    }

    private void waitForBlock(final int node, final int attempt) {
        final boolean hasCredit = gate.hasCredit(node);
        if (attempt == 0) {
            stalls.begin(hasCredit);
        }
        if (hasCredit) {
            // Each time, not once: a visit may have opened a block that has come back, and it would never be closed.
            flushAll(FlushReason.POOL_EMPTY);
        }
        backPressure.relieve(attempt);
    }

    private void close(final RequestBlock block, final FlushReason reason) {
        final int node = block.destination;
        removeFromOpen(block);
        if (node == nodeId && own != null) {
            own.execute(block);
            pool.release(block);
            return;
        }
        inFlight.send(block, reason, commandLimit - block.commandsLeft);
    }

    /** Returns whether no command of this lane for its own node is still to be executed. */
    public boolean isOwnSettled() {
        return open[nodeId] == full;
    }

    /** Executes the commands of this lane for its own node that are still to be executed. */
    public void settleOwn() {
        if (open[nodeId] != full && own != null) {
            requireUser();
            close(open[nodeId], FlushReason.FORCED);
        }
    }

    /**
     * From now on commands for the own node are gathered and executed by this lane's thread, through {@code executor}.
     */
    public void gatherOwn(final OwnCommands executor) {
        own = new OwnBlocks(executor, config.blockLength());
    }

    private void removeFromOpen(final RequestBlock block) {
        openBlocks.remove(block);
        open[block.destination] = full;
    }

    /**
     * Lets go of the objects that completed commands have named: logs in the pool are overwritten with use, not
     * cleared, so that idle ones would keep them alive. For a lane that has had nothing to do for a while. Cost:
     * nothing, or once the blocks of the pool.
     */
    public void forgetCompleted() {
        pool.forgetCompleted();
    }

    /**
     * One more operation of {@code owner}, which completes when the node has executed everything that this lane has
     * issued to it so far: it counts the blocks that have not been answered, so it holds whatever order blocks and
     * answers take. Nothing is sent for it but the open block. For the own node, and where all has been answered, it is
     * over at once and counts nothing. Operations that are held back are issued before.
     */
    public void fence(final int node, final Completion owner) {
        if (held != null) {
            held.issueAll();
        }
        if (node == nodeId) {
            settleOwn();
        }
        flush(node, FlushReason.FORCED);
        failures.checkReachable(node);
        inFlight.fence(node, owner);
    }

    /** True when the node has executed everything that this lane has issued to it. Sends nothing. */
    public boolean isSettled(final int node) {
        return open[node] == full && inFlight.count(node) == 0 && (held == null || held.isEmpty());
    }

    /** True when the node has failed, or has left. Per command. */
    public boolean isGone(final int node) {
        return failures.isGone(node);
    }

    /**
     * For long loops that issue no commands: a moment of communication, as when a block is full. Not while commands are
     * executed.
     */
    public void makeProgress() {
        if (!isExecuting) {
            backPressure.blockClosed();
        }
    }

    /** Closes all open blocks that are older than {@code ageNs}. Cost: the number of open blocks. */
    public void flushExpired(final long nowNs, final long ageNs) {
        // Closing may run visits of this node, which open and close blocks themselves.
        for (int i = openBlocks.count() - 1; i >= 0; i = Math.min(i, openBlocks.count()) - 1) {
            final RequestBlock block = openBlocks.at(i);
            if (nowNs - block.openedAtNs >= ageNs) {
                close(block, FlushReason.EXPIRED);
            }
        }
    }

    /** Closes all open blocks. */
    public void flushAll(final FlushReason reason) {
        while (openBlocks.count() > 0) {
            close(openBlocks.at(openBlocks.count() - 1), reason);
        }
    }

    /** Closes the open block for one destination. */
    public void flush(final int node, final FlushReason reason) {
        if (open[node] != full) {
            close(open[node], reason);
        }
    }

    public boolean hasOpenBlocks() {
        return openBlocks.count() > 0;
    }

    /**
     * True when a command of {@code length} bytes for this destination would have to wait for a reply: neither the open
     * block has room for it, nor may another be opened behind it. An answer for now; replies make it false.
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

    /** Takes back the open block for a node that cannot be reached; its commands have failed. */
    void discardOpen(final int node, final RuntimeException cause) {
        final RequestBlock filling = open[node];
        if (filling != full) {
            removeFromOpen(filling);
            filling.failAll(cause);
            pool.release(filling);
        }
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
}
