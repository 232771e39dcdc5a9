package org.gmt4j.aggregation.transport.connect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.gmt4j.aggregation.transport.FragmentConsumer;
import org.gmt4j.aggregation.transport.LinkedTransport;
import org.gmt4j.aggregation.transport.Links;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;

/**
 * The seals of one node: a {@link Sealer} and a {@link SealChecker} per class, and the keys. Owned by the thread of the
 * transport.
 *
 * <p>The key of a stream is the HMAC-SHA-256, under the key of the job, of both nodes' addresses (with their lives),
 * the class and the number of the stream, which its ticket tells in the handshake. So both sides derive it, it is never
 * sent, and no two streams ever have the same.
 */
final class Seals {
    private static final byte[] PURPOSE = "gmt-seal".getBytes(StandardCharsets.US_ASCII);
    private static final TrafficClass[] CLASSES = TrafficClass.values();

    /** The bytes besides the frame that its code covers, from one node to another. */
    interface Context {
        byte[] of(int source, int destination);
    }

    private final LinkedTransport inner;
    private final Links links;
    private final ConnectKey.Codec codec;
    private final Context context;
    private final Sealer[] sealers = new Sealer[TrafficClass.COUNT];
    private final SealChecker[] checkers = new SealChecker[TrafficClass.COUNT];
    private final SealChecker.Flaw[] flaws;               // by node: why nothing is read from it any more
    private final boolean[] isReported;

    Seals(final LinkedTransport inner, final Links links, final ConnectKey.Codec codec, final Context context) {
        this.inner = inner;
        this.links = links;
        this.codec = codec;
        this.context = context;
        flaws = new SealChecker.Flaw[inner.nodeCount()];
        isReported = new boolean[inner.nodeCount()];
        for (final TrafficClass cls : CLASSES) {
            sealers[cls.ordinal()] = new Sealer(inner.nodeCount());
            checkers[cls.ordinal()] = new SealChecker(inner, flaws);
        }
    }

    /** Keys of the streams to and from the node itself, which need no handshake. */
    void beginSelf() {
        begin(inner.nodeId(), TrafficClass.REQUEST, 0, 0);
        begin(inner.nodeId(), TrafficClass.REPLY, 0, 0);
    }

    /** The streams from a node with these tickets were admitted, and own ones may be used. */
    void admitted(final int node, final long requestTicket, final long replyTicket) {
        begin(node, TrafficClass.REQUEST, stream(links.ticket(node, TrafficClass.REQUEST)), stream(requestTicket));
        begin(node, TrafficClass.REPLY, stream(links.ticket(node, TrafficClass.REPLY)), stream(replyTicket));
    }

    private static int stream(final long ticket) {
        return (int) (ticket >>> Integer.SIZE);
    }

    /** A stream that goes on after a failed try keeps its key and its numbers. */
    private void begin(final int node, final TrafficClass cls, final int own, final int others) {
        final int self = inner.nodeId();
        if (sealers[cls.ordinal()].isNew(node, own)) {
            sealers[cls.ordinal()].begin(node, own, key(self, node, cls, own));
        }
        if (checkers[cls.ordinal()].isNew(node, others)) {
            checkers[cls.ordinal()].begin(node, others, key(node, self, cls, others));
        }
    }

    private SealKey key(final int source, final int destination, final TrafficClass cls, final int stream) {
        final byte[] what = ByteBuffer.allocate(PURPOSE.length + 4 * Integer.BYTES).put(PURPOSE).putInt(source)
            .putInt(destination).putInt(cls.ordinal()).putInt(stream).array();
        final byte[] bytes = new byte[ConnectKey.MAC_LENGTH];
        codec.mac(what, what.length, context.of(source, destination), bytes);
        return new SealKey(bytes);
    }

    /** A claim with room for a seal. Per buffer. */
    int tryClaim(final int node, final TrafficClass cls, final int length, final TransportClaim claim) {
        final Sealer sealer = sealers[cls.ordinal()];
        final int answer = inner.tryClaim(node, cls, length + Sealer.LENGTH, sealer.inner());
        if (answer == Transport.OK) {
            sealer.open(node, length, claim);
        }
        return answer;
    }

    /** A poll whose consumer gets sound buffers only. Per buffer. */
    int poll(final TrafficClass cls, final FragmentConsumer consumer, final int limit) {
        return inner.poll(cls, checkers[cls.ordinal()].before(consumer), limit);
    }

    /** Whether buffers have been dropped since the last call. */
    boolean takeNews(final TrafficClass cls) {
        return checkers[cls.ordinal()].takeNews();
    }

    /** The fault of a node's buffers, or null; once. */
    SealChecker.Flaw takeFlaw(final int node) {
        if (flaws[node] == null || isReported[node]) {
            return null;
        }
        isReported[node] = true;
        return flaws[node];
    }

    /** Buffers dropped. */
    long droppedCount() {
        long count = 0;
        for (final SealChecker checker : checkers) {
            count += checker.droppedCount();
        }
        return count;
    }
}
