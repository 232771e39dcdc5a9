package org.gmt4j.aggregation.queue;

import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * The ways of one lane for data longer than a block: straight into the transport, and by rendezvous. Both take a block
 * with a single command, in order with all that the lane has issued to the node before. A part of {@link Aggregator},
 * owned by its thread. Per transfer.
 */
public final class Transfers {
    private final Aggregator aggregator;
    private final AggregationConfig config;
    private final CreditGate gate;
    private LongTransfers longTransfers = LongTransfers.none();
    private DirectSender direct;                     // null: the lane does not share the server's thread
    private Rendezvous rendezvous;                   // null: the lane has no buffers for replies

    Transfers(final Aggregator aggregator, final AggregationConfig config, final CreditGate gate) {
        this.aggregator = aggregator;
        this.config = config;
        this.gate = gate;
    }

    /** Sets the sizes from which on transfers count as long. Before start. */
    public void longTransfers(final LongTransfers sizes) {
        longTransfers = sizes;
    }

    /** Notes long transfers; each issuer of a transfer tells it. */
    public LongTransfers longTransfers() {
        return longTransfers;
    }

    // --- straight into the transport ---

    /** From now on long data go straight to the transport: the lane shares the server's thread. */
    public void sendDirectly(final DirectSender sender) {
        direct = sender;
    }

    /** Longest data of one {@link #putDirect}, or 0: there is no direct way to the node now. */
    public int maxDirectLength(final int node) {
        if (direct == null || aggregator.isExecuting() || !gate.isClear(node)) {
            return 0;
        }
        final int longest = Math.min(config.maxReplyLength(), direct.maxBlockLength());
        final int length = longest - BlockHeader.LENGTH - 16 & -8;
        return length > config.blockLength() ? length : 0;
    }

    /**
     * Sends a command of 16 bytes with {@code length} bytes behind it as a block of its own, copied once, from the
     * source into the transport. In order with all that was issued before. Makes progress until it has gone; the source
     * may then be reused.
     *
     * @param length at most {@link #maxDirectLength}
     */
    public void putDirect(final int node, final long word0, final Object source, final long from, final int length,
                          final Completion owner) {
        final RequestBlock block = aggregator.openSingle(node);
        block.write(word0, length);
        block.logUnvalued(owner);
        aggregator.inFlight().sendPast(block, block.length() + WireFormat.align(length));
        for (int attempt = 0; !direct.send(block, source, from, length); attempt++) {
            aggregator.relieve(attempt);
        }
    }

    // --- rendezvous ---

    /** The lane's large transfers; null where there are none. */
    public Rendezvous rendezvous() {
        return rendezvous;
    }

    void rendezvous(final Rendezvous desk) {
        rendezvous = desk;
    }

    /** A block for the announcement of a rendezvous. Makes progress until there is one. */
    RequestBlock openAnnouncement(final int node, final int length, final Completion owner) {
        config.checkCommand(length);
        final RequestBlock block = aggregator.openSingle(node);
        block.isAnnouncement = true;
        block.position += length;
        block.logUnvalued(owner);
        return block;
    }

    /** Sends it, when it is its turn. */
    void announce(final RequestBlock block) {
        gate.rendezvousIssued(block.destination);
        aggregator.inFlight().send(block, FlushReason.FORCED, 1);
    }

    /** Ends all rendezvous with a node. */
    void fail(final int node, final RuntimeException cause) {
        if (rendezvous != null) {
            rendezvous.fail(node, cause);
            gate.rendezvousLost(node);
            gate.sendWaiting(node);
        }
    }
}
