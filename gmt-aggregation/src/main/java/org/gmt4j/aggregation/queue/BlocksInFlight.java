package org.gmt4j.aggregation.queue;

import java.util.function.IntConsumer;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.FailureRecord;
import org.gmt4j.aggregation.wire.TimesRecord;

/**
 * The closed blocks of one lane, from their numbering until their replies have been applied: credits, fences, and
 * rendezvous that others wait behind. A part of {@link Aggregator}, owned by its thread. Per block; questions that are
 * asked per command say so.
 */
public final class BlocksInFlight {
    private final int nodeId;
    private final int lane;
    private final AggregationCounters counters;
    private final BlockPool pool;
    private final CreditGate gate;
    private final Transfers transfers;
    private final Fences fences = new Fences();
    private int lastGeneration;
    private LaneProbe probe;                         // null: nobody wants to know
    private int timedReplyLimit;

    BlocksInFlight(final int nodeId, final int lane, final AggregationCounters counters, final BlockPool pool,
                   final CreditGate gate, final Transfers transfers) {
        this.nodeId = nodeId;
        this.lane = lane;
        this.counters = counters;
        this.pool = pool;
        this.gate = gate;
        this.transfers = transfers;
    }

    /** @param replyLimit most bytes of values of a block whose reply has room for times */
    void probe(final LaneProbe told, final int replyLimit) {
        probe = told;
        timedReplyLimit = replyLimit;
    }

    // --- out ---

    /** Numbers a closed block, writes its header, and sends it now or when its turn comes. */
    void send(final RequestBlock block, final FlushReason reason, final int commands) {
        block.position = BlockPacker.pack(block.address + BlockHeader.LENGTH, block.position);
        seal(block, block.length(), block.replyLength(), reason, commands);
        gate.send(block);
    }

    /** The same for a block of one command that goes another way, with {@code length} bytes in all. */
    void sendPast(final RequestBlock block, final int length) {
        seal(block, length, 0, FlushReason.FULL, 1);
        gate.sent(block.destination);
        block.isOnItsWay = true;
    }

    private void seal(final RequestBlock block, final int length, final int replyLength, final FlushReason reason,
                      final int commands) {
        block.generation = ++lastGeneration;
        final int flags = probe == null ? 0 : tell(block, length, replyLength, reason, commands);
        BlockHeader.encode(block.address, length, BlockHeader.REQUEST, flags, replyLength);
        BlockHeader.route(block.address, nodeId, block.destination, block.nextHop);
        BlockHeader.home(block.address, lane, block.slot, block.generation);
        counters.flushed(reason);
        counters.blockCount++;
        counters.byteCount += length;
        counters.commandCount += commands;
    }

    /** @return the flags of the block */
    private int tell(final RequestBlock block, final int length, final int replyLength, final FlushReason reason,
                     final int commands) {
        final boolean isTimed = probe.blockClosed(block.destination, length, commands, reason)
            && replyLength <= timedReplyLimit && !block.isAnnouncement && length == block.length();
        block.timing = isTimed ? probe : null;
        block.closedAtNs = isTimed ? probe.nowNs() : 0;
        return isTimed ? BlockHeader.TIMED : 0;
    }

    // --- back ---

    /**
     * Applies one reply block: stores its values, completes the commands, returns the credit and the block.
     *
     * @return false when the reply does not belong to a block that was sent and not answered (counted; a broken or
     *     foreign peer)
     */
    public boolean onReply(final long reply, final int length) {
        final int slot = BlockHeader.slot(reply);
        final RequestBlock block = pool.at(slot);
        final int failures = BlockHeader.failureCount(reply);
        final boolean isTimed = (BlockHeader.flags(reply) & BlockHeader.TIMED) != 0;
        if (block == null || !block.isOnItsWay || block.generation != BlockHeader.generation(reply)
            || failures < 0
            || isTimed && block.timing == null
            || length != BlockHeader.LENGTH + BlockHeader.replyLength(block.address)
                + (long) failures * BlockHeader.FAILURE_LENGTH + (isTimed ? TimesRecord.LENGTH : 0)) {
            counters.staleReplyCount++;
            return false;
        }
        if (failures > 0) {
            applyFailures(block, reply, failures);
        }
        if (isTimed) {
            final long times = reply + length - TimesRecord.LENGTH;
            probe.answered(block.destination, block.openedAtNs, block.closedAtNs, block.departedAtNs,
                TimesRecord.begunNs(times), TimesRecord.endedNs(times));
        }
        block.complete(reply + BlockHeader.LENGTH, failures == 0);
        if (isTimed) {
            probe.applied();
        }
        block.isOnItsWay = false;
        final int node = block.destination;
        gate.answered(node);
        fences.answered(node, block.generation);
        if (failures > 0 && block.isAnnouncement) {
            transfers.rendezvous().refused(node, block.generation);
        }
        pool.release(block);
        goOn(node);
        return true;
    }

    private static void applyFailures(final RequestBlock block, final long reply, final int failures) {
        long at = reply + BlockHeader.LENGTH + block.replyLength();
        for (int i = 0; i < failures; i++, at += BlockHeader.FAILURE_LENGTH) {
            if (UnsafeApi.getLong(at) != FailureRecord.NONE) {
                block.fail(UnsafeApi.getInt(at), UnsafeApi.getInt(at + 4));
            }
        }
    }

    /** A rendezvous is over whose announcement had this generation. */
    void rendezvousOver(final int node, final int generation) {
        gate.rendezvousOver(node);
        fences.answered(node, generation);
        goOn(node);
    }

    private void goOn(final int node) {
        gate.sendWaiting(node);
        if (transfers.longTransfers().areExpected() && count() == 0) {
            transfers.longTransfers().settle();
        }
    }

    // --- blocks under way ---

    /** Blocks to a node that have not been answered, and rendezvous with it that are not over. Per command. */
    int count(final int node) {
        return gate.unanswered(node) + gate.rendezvous(node);
    }

    /** Blocks that have not been answered, open ones not counted, and rendezvous that are not over. Per turn. */
    public int count() {
        return gate.unanswered() + gate.rendezvous();
    }

    /** For messages: calls back with each node that has not answered a block. Cost: the number of nodes. */
    public void forEachUnanswered(final IntConsumer consumer) {
        gate.forEachUnanswered(consumer);
    }

    /** The nodes of blocks that name a completion, once for each block: for reports. */
    public void forEachNodeOf(final Completion owner, final IntConsumer consumer) {
        for (int slot = 0; slot < pool.slotCount(); slot++) {
            final RequestBlock block = pool.at(slot);
            if (block != null && block.names(owner)) {
                consumer.accept(block.destination);
            }
        }
    }

    /** One more operation of {@code owner}, over when all that is out to the node is; nothing when nothing is. */
    void fence(final int node, final Completion owner) {
        final int unanswered = count(node);
        if (unanswered > 0) {
            fences.add(node, lastGeneration, unanswered, owner);
        }
    }

    // --- a node that cannot be reached ---

    /**
     * Fails the commands for a node that have not left this lane. The server has the other blocks: it may have sent
     * them meanwhile, or be about to, so only their replies tell whether their commands were executed.
     */
    void failUnsent(final int node, final RuntimeException cause) {
        for (int slot = 0; slot < pool.slotCount(); slot++) {
            final RequestBlock block = pool.at(slot);
            if (block != null && block.destination == node) {
                block.unsentCause = cause;
            }
        }
        RequestBlock block = gate.takeWaiting(node);
        while (block != null) {
            final RequestBlock next = block.next;
            block.next = null;
            block.failAll(cause);
            fences.answered(node, block.generation);
            pool.release(block);
            block = next;
        }
    }

    /** Fails the commands for a node in all blocks, open ones as well. Blocks and credits come back with replies. */
    void failCommands(final int node, final RuntimeException cause) {
        for (int slot = 0; slot < pool.slotCount(); slot++) {
            final RequestBlock block = pool.at(slot);
            if (block != null && block.destination == node && block.length() > BlockHeader.LENGTH) {
                block.failAll(cause);
            }
        }
    }

    /** Fails those who wait for a node at a fence. */
    void failFences(final int node, final RuntimeException cause) {
        fences.fail(node, cause);
    }
}
