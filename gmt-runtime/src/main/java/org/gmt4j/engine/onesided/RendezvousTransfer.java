package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.LongTransfers;
import org.gmt4j.aggregation.queue.Rendezvous;
import org.gmt4j.aggregation.queue.Staging;
import org.gmt4j.aggregation.queue.TransferEnd;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.RendezvousRecord;
import org.gmt4j.engine.memory.ProtocolConfig;

/**
 * Transfers beyond the eager limits: one announcement of 96 bytes, then the data in the reply class, see
 * {@link Rendezvous}. Belongs to one task; never suspends. Per transfer.
 *
 * <p>When the caller waits, the source is read when the target pulls it. Otherwise it is first copied into the lane's
 * {@link Staging}, so that it may be reused at once; so are values that must be scaled.
 */
final class RendezvousTransfer {
    /**
     * Longer transfers are split. Commands that visits of this lane issue to the node meanwhile wait for transfers in
     * progress, in a bounded number of blocks, and must get their turn between them.
     */
    private static final long LONGEST = 4 << 20;

    private final Aggregator aggregator;
    private final int nodeId;
    private final ProtocolConfig config;
    /** Null for a context without a lane of its own. */
    private final Rendezvous rendezvous;

    RendezvousTransfer(final Aggregator aggregator, final int nodeId, final ProtocolConfig config) {
        this.aggregator = aggregator;
        this.nodeId = nodeId;
        this.config = config;
        rendezvous = aggregator.transfers().rendezvous();
    }

    /**
     * Returns whether a transfer of a kind and length goes by rendezvous, from here and now. Never to the own node,
     * however low the limit: what is gathered for it is executed before its later operations, and those ask for nothing
     * else.
     */
    boolean takes(final LongTransfers.Kind kind, final int node, final long bytes, final int levels) {
        return bytes > limit(kind) && node != nodeId && rendezvous != null && rendezvous.mayBegin()
            && RendezvousRecord.length(levels) <= aggregator.maxCommandLength();
    }

    private long limit(final LongTransfers.Kind kind) {
        switch (kind) {
            case PUT:
                return config.eagerPut();
            case GET:
                return config.eagerGet();
            case ACCUMULATE:
                return config.eagerAccumulate();
            default:
                return config.eagerStrided();
        }
    }

    /**
     * Stores: an accumulate, or a put when {@code op} is null.
     *
     * @param isWaitedFor whether the source stays unchanged until the transfer has ended
     * @param here        the source; like {@code there}, the target, it may be reused after the call
     */
    void store(final Completion owner, final boolean isWaitedFor, final AccumulateOperator op, final LocalSide here,
               final RemoteSide there, final long total) {
        final int kind = op == null ? 0 : op.kind();
        if (isWaitedFor && (op == null || !op.isScaled())) {
            for (long done = 0; done < total; done += LONGEST) {
                final long length = Math.min(LONGEST, total - done);
                announce(owner, kind, there, done, length, new LocalEnd(here, done, length, true));
            }
            return;
        }
        final Staging staging = rendezvous.staging(config.staging());
        here.walk.seek(here.start);
        for (long done = 0; done < total; ) {
            final int length = (int) Math.min(staging.chunkLength(), total - done);
            final long chunk = staging.take();
            here.walk.gather(here.base, here.address, null, chunk, length);
            if (op != null) {
                op.scale(null, chunk, length);
            }
            announce(owner, kind, there, done, length, new StagedEnd(staging, chunk));
            done += length;
        }
    }

    private void announce(final Completion owner, final int kind, final RemoteSide there, final long start,
                          final long length, final TransferEnd end) {
        boolean hasBegun = false;
        try {
            final int number = rendezvous.beginStore(there.node, RendezvousRecord.length(there.walk.levels()), length,
                end, owner);
            hasBegun = true;
            announce(CommandType.RENDEZVOUS_STORE, number, kind, there, start, length);
        } finally {
            if (!hasBegun) {
                end.released();
            }
        }
    }

    private void announce(final int type, final int number, final int kind, final RemoteSide there, final long start,
                          final long length) {
        final long at = rendezvous.announcement();
        there.walk.write(at, there.region.word(type, there.offset), number, kind, start);
        RendezvousRecord.complete(at, rendezvous.lane(), length);
        rendezvous.announce();
    }

    /** Gets into the local side, whose memory must not be touched until the transfer has ended. */
    void get(final Completion owner, final RemoteSide there, final LocalSide here, final long total) {
        for (long done = 0; done < total; done += LONGEST) {
            final long length = Math.min(LONGEST, total - done);
            final int number = rendezvous.beginGet(there.node, RendezvousRecord.length(there.walk.levels()), length,
                new LocalEnd(here, done, length, false), owner);
            announce(CommandType.RENDEZVOUS_GET, number, 0, there, done, length);
        }
    }
}
