package org.gmt4j.aggregation.transport;

import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.gmt4j.aggregation.settings.HostPort;

/**
 * Moves buffers through Aeron's log buffers, by shared memory or by UDP; see {@link AeronConfig}. Owned by one thread,
 * which must not be interrupted (that would close sockets); grade: per buffer. No thread of its own: {@link #doWork}
 * runs the client's conductor and, over UDP, the driver, see {@link AeronDutyCycle}.
 *
 * <p>One frame is one buffer: nothing is fragmented or assembled. There is an exclusive publication per (node, class)
 * in use, see {@link AeronConnections}, and a subscription per class, see {@link AeronInbound}.
 *
 * <p>A lost driver or a stall beyond the liveness timeout is final: {@link #CLOSED}, and {@link #failure()} tells why.
 */
public final class AeronTransport implements LinkedTransport, TransportClaim.Target {
    private final AeronConfig config;
    private final int nodeId;
    private final int nodeCount;
    private final int maxPayloadLength;
    private final TransportCounters counters = new TransportCounters();
    private final AeronClient client;
    private final AeronDutyCycle duty;
    private final AeronInbound[] inbound;                  // by class
    private final byte[] localAddress;
    private final AeronConnections connections;
    private final BufferClaim bufferClaim = new BufferClaim();

    private AeronConnection claimed;
    private boolean isGated;
    private AeronInbound polling;
    private String peerFailure;
    private volatile boolean isClosed;

    private AeronTransport(final AeronConfig config, final AeronChannels channels, final NanoClock clock,
            final int nodeId, final int nodeCount) {
        this.config = config;
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        this.maxPayloadLength = config.maxPayloadLengthFor(nodeCount);
        this.inbound = new AeronInbound[TrafficClass.COUNT];
        this.client = new AeronClient(config, clock, nodeId, nodeCount);
        try {
            this.connections = new AeronConnections(client.aeron(), channels, config, counters, nodeId, nodeCount);
            this.duty = new AeronDutyCycle(config, nodeId, client, connections, inbound, counters);
            this.localAddress = subscribe(channels).getBytes(StandardCharsets.UTF_8);
        } catch (final RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /**
     * Opens the transport of a node.
     *
     * @param config    settings
     * @param nodeId    this node
     * @param nodeCount nodes in the job
     * @return the transport
     * @throws TransportException when the environment does not allow it
     */
    public static AeronTransport open(final AeronConfig config, final int nodeId, final int nodeCount) {
        return open(config, new AeronChannels(config, nodeCount), nodeId, nodeCount);
    }

    static AeronTransport open(final AeronConfig config, final AeronChannels channels, final int nodeId,
            final int nodeCount) {
        return open(config, channels, SystemNanoClock.INSTANCE, nodeId, nodeCount);
    }

    /** With another clock for the own driver over UDP. */
    static AeronTransport open(final AeronConfig config, final AeronChannels channels, final NanoClock clock,
            final int nodeId, final int nodeCount) {
        AeronConfig.checkNodes(nodeId, nodeCount);
        return new AeronTransport(config, channels, clock, nodeId, nodeCount);
    }

    /**
     * A factory of transports with these settings.
     *
     * @param config settings
     * @return the factory
     */
    public static TransportFactory factory(final AeronConfig config) {
        return (nodeId, nodeCount) -> open(config, nodeId, nodeCount);
    }

    /** Listens to all classes, each at an endpoint of its own; returns the local address. */
    private String subscribe(final AeronChannels channels) {
        final String[] bound = new String[TrafficClass.COUNT];
        for (int i = 0; i < TrafficClass.COUNT; i++) {
            inbound[i] = new AeronInbound(channels, counters, nodeCount, maxPayloadLength);
            final Subscription subscription = client.subscribe(channels.subscription(HostPort.join(config.host(), 0)),
                    channels.streamId(nodeId, TrafficClass.of(i)), inbound[i]);
            bound[i] = client.boundEndpoint(subscription);
        }
        inbound[TrafficClass.REQUEST.ordinal()].pairWith(inbound[TrafficClass.REPLY.ordinal()]);
        return AeronAddress.format(config, bound);
    }

    @Override
    public int nodeId() {
        return nodeId;
    }

    @Override
    public int nodeCount() {
        return nodeCount;
    }

    @Override
    public int maxPayloadLength() {
        return maxPayloadLength;
    }

    @Override
    public byte[] localAddress() {
        return localAddress.clone();
    }

    @Override
    public void connect(final byte[][] addresses) {
        connections.connect(addresses);
    }

    @Override
    public int tryClaim(final int node, final TrafficClass cls, final int length, final TransportClaim claim) {
        Claims.check(length, maxPayloadLength, node, nodeCount);
        if (claimed != null) {
            throw Claims.stillOpen();
        }
        final AeronConnection connection = connections.to(node, cls.ordinal());
        if (connection == null) {
            return claimNew(node, cls);
        }
        final int result = connection.tryClaim(length, bufferClaim);
        if (result != OK) {
            return refused(connection, result);
        }
        claim.open(bufferClaim.buffer().addressOffset() + bufferClaim.offset(), length, this);
        claimed = connection;
        counters.claims++;
        counters.claimedBytes += length;
        return OK;
    }

    @Override
    public boolean isFailed(final int node) {
        boolean isFailed = false;
        for (int cls = 0; cls < TrafficClass.COUNT; cls++) {
            final AeronConnection connection = connections.to(node, cls);
            if (connection != null) {
                final int answer = connection.look();
                isFailed |= answer != OK && refused(connection, answer) == FAILED;
            }
        }
        return isFailed;
    }

    private int claimNew(final int node, final TrafficClass cls) {
        if (isLost()) {
            return CLOSED;
        }
        return isGated ? NOT_CONNECTED : refused(connections.open(node, cls));
    }

    private int refused(final AeronConnection connection) {
        return refused(connection, connection.answer());
    }

    // --- links ---

    @Override
    public void gate() {
        isGated = true;
        for (final AeronInbound in : inbound) {
            in.gate();
            in.admit(nodeId, 0);               // its own
        }
    }

    @Override
    public boolean isExposed() {
        return config.medium() == AeronConfig.Medium.UDP;
    }

    @Override
    public int deliveringNode() {
        return polling.deliveringNode();
    }

    @Override
    public int deliveringStream() {
        return polling.deliveringStream();
    }

    @Override
    public boolean isLost() {
        return isClosed || duty.lostReason() != null;
    }

    @Override
    public void createLinks(final int node) {
        if (isLost()) {
            return;
        }
        connections.openAll(node);
        duty.speedUpOpening();
    }

    @Override
    public int linkState(final int node) {
        if (linkFailure(node) != null) {
            return BROKEN;
        }
        return connections.areMade(node) ? CREATED : CREATING;
    }

    @Override
    public String linkFailure(final int node) {
        final String reason = connections.failure(node);
        return reason == null ? duty.lostReason() : reason;
    }

    @Override
    public long ticket(final int node, final TrafficClass cls) {
        return connections.to(node, cls.ordinal()).ticket();
    }

    @Override
    public void admit(final int node, final long requestTicket, final long replyTicket) {
        inbound[TrafficClass.REQUEST.ordinal()].admit(node, requestTicket);
        inbound[TrafficClass.REPLY.ordinal()].admit(node, replyTicket);
    }

    @Override
    public long sentPosition(final int node, final TrafficClass cls) {
        return connections.position(node, cls.ordinal());
    }

    @Override
    public long receivedPosition(final int node, final TrafficClass cls) {
        return inbound[cls.ordinal()].position(node);
    }

    @Override
    public void releaseLinks(final int node) {
        connections.releaseAll(node);
    }

    /** A receiving driver lets go of a session when it was silent for the liveness time, after it was read out. */
    @Override
    public long lingerNs() {
        return client.hasDriver() ? 2 * config.timeouts().livenessNs() : 0;
    }

    @Override
    public long bytesPerConnection() {
        return (long) TrafficClass.COUNT * AeronConfig.TERMS_PER_LOG * config.termLengthFor(nodeCount);
    }

    private int refused(final AeronConnection connection, final int result) {
        if (isLost()) {
            return CLOSED;
        }
        if (result == CLOSED) {
            duty.lose();
        } else if (result == BACK_PRESSURED) {
            counters.claimsBackPressured++;
        } else if (result == NOT_CONNECTED) {
            counters.claimsNotConnected++;
            duty.speedUpOpening();
        } else if (result == FAILED) {
            peerFailure = connection.failure();
        }
        return result;
    }

    @Override
    public void commitClaim() {
        bufferClaim.commit();
        claimed.onCommit();
        claimed = null;
        duty.sent();
    }

    @Override
    public void abortClaim() {
        bufferClaim.abort();
        claimed = null;
        counters.claimsAborted++;
    }

    @Override
    public int poll(final TrafficClass cls, final FragmentConsumer consumer, final int limit) {
        if (isClosed) {
            return 0;
        }
        polling = inbound[cls.ordinal()];
        return polling.poll(consumer, limit);
    }

    @Override
    public void expectRequests(final IntPredicate senders) {
        inbound[TrafficClass.REQUEST.ordinal()].expect(senders);
    }

    @Override
    public boolean hasTrafficPending() {
        if (isClosed) {
            return false;
        }
        for (final AeronInbound in : inbound) {
            if (in.hasPending()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int doWork(final long nowNs) {
        return isClosed ? 0 : duty.work(nowNs);
    }

    @Override
    public Optional<String> failure() {
        if (duty.lostReason() != null) {
            return Optional.of(duty.lostReason());
        }
        for (final AeronInbound in : inbound) {
            if (in.failure() != null) {
                return Optional.of(in.failure());
            }
        }
        return Optional.ofNullable(peerFailure == null && isClosed ? "closed by its node" : peerFailure);
    }

    @Override
    public TransportCounters counters() {
        return counters;
    }

    @Override
    public void abandon() {
        client.abandon();
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        duty.linger();
        isClosed = true;
        client.close();
    }
}
