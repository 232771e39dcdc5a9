package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.Rendezvous;
import org.gmt4j.aggregation.queue.TransferEnd;
import org.gmt4j.aggregation.wire.ValueRecord;
import org.gmt4j.engine.memory.ProtocolConfig;

/**
 * Sends bytes that are to arrive where no memory waits for them: long data of tasks and collectives. Beyond twice the
 * eager limit of puts they are announced to a port of the receiver, which takes room for them as they come, and go by
 * {@link Rendezvous}; up to it their owner sends them as messages. One per node, without state; any lane of a task. Per
 * transfer.
 *
 * <pre>{@code
 * for (offset = 0; offset < data.length; offset += count) {
 *     count = min(LONGEST, data.length - offset);
 *     long at = values.begin(aggregator, node, port, owner, data, offset, count);
 *     ValueRecord.head(at, 0, ...);
 *     values.announce(aggregator);
 * }
 * }</pre>
 *
 * <p><b>Order.</b> What the lane issues to the node afterwards is executed when the bytes have arrived. The array must
 * not change before the owner has been told of the transfer's end.
 *
 * <p><b>Memory</b> at the receiver: what has come, and for each lane that sends, the transfer that is coming. Nothing
 * for an announcement.
 */
public final class ValueTransfer {
    /** Longer data are several transfers: see {@link RendezvousTransfer}. */
    public static final int LONGEST = 4 << 20;

    /** A value is decoded after its last byte, so the round trip of an announcement pays later than for a put. */
    private static final int EAGER_PUTS = 2;

    private final long eagerPut;

    ValueTransfer(final ProtocolConfig protocols) {
        eagerPut = protocols.eagerPut();
    }

    /** True when so many bytes go by rendezvous, from here and now; otherwise as messages of their owner. */
    public boolean takes(final Aggregator aggregator, final int bytes) {
        final Rendezvous rendezvous = aggregator.transfers().rendezvous();
        return bytes > 0 && (bytes - 1) / EAGER_PUTS >= eagerPut && rendezvous != null && rendezvous.mayBegin()
            && ValueRecord.LENGTH <= aggregator.maxCommandLength();
    }

    /**
     * Begins a transfer; makes progress until there is room for its announcement.
     *
     * @param count at most {@link #LONGEST}
     * @return the {@link ValueRecord}, whose head the caller writes before {@link #announce}
     */
    public long begin(final Aggregator aggregator, final int node, final int port, final Completion owner,
                      final byte[] data, final int offset, final int count) {
        final Rendezvous rendezvous = aggregator.transfers().rendezvous();
        final int number = rendezvous.beginStore(node, ValueRecord.LENGTH, count, new BytesSource(data, offset), owner);
        final long at = rendezvous.announcement();
        ValueRecord.encode(at, port, rendezvous.lane(), number, count);
        return at;
    }

    /** Sends the announcement that has been begun. */
    public void announce(final Aggregator aggregator) {
        aggregator.transfers().rendezvous().announce();
    }

    /**
     * Makes progress until what the lane has announced has arrived: for a caller that is going to compute, while its
     * bytes would have to wait for the lane's next turn.
     */
    public void settle(final Aggregator aggregator) {
        aggregator.transfers().rendezvous().settle();
    }

    /**
     * The receiver's end of an announced transfer.
     *
     * @param record where it is now; copied
     * @return null when no transfer can be as long as that
     */
    public static TransferEnd end(final ValueReceiver receiver, final int origin, final long record) {
        final long bytes = ValueRecord.bytes(record);
        return bytes < 1 || bytes > LONGEST ? null : new ArrivingValue(receiver, origin, record, (int) bytes);
    }
}
