package org.gmt4j.aggregation.transport;

import io.aeron.Aeron;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves buffers through Aeron's log buffers, by shared memory or by UDP; see {@link AeronConfig}. Owned by one thread,
 * which must not be interrupted (that would close sockets); grade: per buffer. No thread of its own: {@link #doWork}
 * runs the client's conductor and, over UDP, the driver.
 *
 * <p>One frame is one buffer: nothing is fragmented or assembled. There is an exclusive publication per (node, class)
 * in use and a subscription per class.
 *
 * <p>A lost driver or a stall beyond the liveness timeout is final: {@link #CLOSED}, and {@link #failure()} tells why.
 */
public final class AeronTransport implements LinkedTransport, TransportClaim.Target {
    private static final Logger LOG = LoggerFactory.getLogger(AeronTransport.class);
    private static final long SERVICE_INTERVAL_NS = 1_000_000;
    private static final long OPENING_INTERVAL_NS = 50_000;
    private static final long DRIVER_INTERVAL_NS = 5_000;

    private final AeronConfig config;
    private final int nodeId;
    private final int nodeCount;
    private final int maxPayloadLength;
    private final TransportCounters counters = new TransportCounters();
    private final AeronChannels channels;
    private final InvokerDriver driver;                    // null when the driver is shared
    private final DriverErrors errors;
    private final Aeron client;
    private final AgentInvoker conductor;
    private final AeronInbound[] inbound;                  // by class
    private final byte[] localAddress;
    private final AeronConnection[][] connections;         // by class and node, opened on first use
    private final BufferClaim bufferClaim = new BufferClaim();

    private AeronConnection[] inUse = new AeronConnection[0];
    private String[][] endpoints;                          // by node and class; null before connect
    private AeronConnection claimed;
    private boolean isOpening;
    private boolean hasSent;
    private boolean isGated;
    private AeronInbound polling;
    private final int[][] generations;                     // by class and node: of the next connection
    private boolean isStarted;
    private long nextServiceNs;
    private long nextDriverNs;
    private String lostReason;                             // of the driver or client; then nothing goes on
    private String peerFailure;
    private volatile boolean isClosed;

    private AeronTransport(final AeronConfig config, final AeronChannels channels, final NanoClock clock,
            final int nodeId, final int nodeCount) {
        this.config = config;
        this.channels = channels;
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        this.maxPayloadLength = config.maxPayloadLengthFor(nodeCount);
        this.connections = new AeronConnection[TrafficClass.COUNT][nodeCount];
        this.generations = new int[TrafficClass.COUNT][nodeCount];
        this.inbound = new AeronInbound[TrafficClass.COUNT];
        this.errors = new DriverErrors("transport of node " + nodeId);
        this.driver = config.medium() == AeronConfig.Medium.UDP
                ? InvokerDriver.launch(config, clock, nodeId, nodeCount) : null;
        Aeron opened = null;
        try {
            if (driver == null) {
                AeronEndpoint.awaitDriver(config.directory(), config.connectTimeoutNs());
            }
            opened = AeronEndpoint.client(config, directory(), nodeId, driverInvoker(), errors);
            this.client = opened;
            this.conductor = client.conductorAgentInvoker();
            this.localAddress = subscribe().getBytes(StandardCharsets.UTF_8);
        } catch (final RuntimeException e) {
            closeQuietly(opened);
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
    private String subscribe() {
        final String[] bound = new String[TrafficClass.COUNT];
        for (int i = 0; i < TrafficClass.COUNT; i++) {
            inbound[i] = new AeronInbound(channels, counters, nodeCount, maxPayloadLength);
            final Subscription subscription = AeronEndpoint.subscribe(
                    client, channels.subscription(config.host() + ":0"),
                    channels.streamId(nodeId, TrafficClass.of(i)), inbound[i]);
            bound[i] = driver == null
                    ? config.directory() : AeronEndpoint.boundEndpoint(client, subscription, driverInvoker());
        }
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
        if (endpoints != null) {
            throw new IllegalStateException("connect was called before: it is called once");
        }
        endpoints = AeronAddress.endpoints(config, addresses, nodeCount);
    }

    @Override
    public int tryClaim(final int node, final TrafficClass cls, final int length, final TransportClaim claim) {
        Claims.check(length, maxPayloadLength, node, nodeCount);
        if (claimed != null) {
            throw Claims.stillOpen();
        }
        final AeronConnection connection = connections[cls.ordinal()][node];
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
        for (final AeronConnection[] byNode : connections) {
            if (byNode[node] != null) {
                final int answer = byNode[node].look();
                isFailed |= answer != OK && refused(byNode[node], answer) == FAILED;
            }
        }
        return isFailed;
    }

    private int claimNew(final int node, final TrafficClass cls) {
        if (isClosed || lostReason != null) {
            return CLOSED;
        }
        return isGated ? NOT_CONNECTED : refused(open(node, cls));
    }

    private int refused(final AeronConnection connection) {
        return refused(connection, connection.answer());
    }

    private AeronConnection open(final int node, final TrafficClass cls) {
        if (endpoints == null) {
            throw new IllegalStateException("connect must be called before the first claim");
        }
        final AeronConnection connection = new AeronConnection(
                client, channels, config, counters, nodeId, node, cls, endpoints[node][cls.ordinal()],
                generations[cls.ordinal()][node]);
        connections[cls.ordinal()][node] = connection;
        inUse = Arrays.copyOf(inUse, inUse.length + 1);
        inUse[inUse.length - 1] = connection;
        return connection;
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
        return isClosed || lostReason != null;
    }

    @Override
    public void createLinks(final int node) {
        if (isClosed || lostReason != null) {
            return;
        }
        for (int cls = 0; cls < TrafficClass.COUNT; cls++) {
            if (connections[cls][node] != null && connections[cls][node].failure() != null) {
                release(node, cls);
            }
            if (connections[cls][node] == null) {
                open(node, TrafficClass.of(cls));
            }
        }
        speedUpOpening();
    }

    @Override
    public int linkState(final int node) {
        if (linkFailure(node) != null) {
            return BROKEN;
        }
        boolean areMade = true;
        for (final AeronConnection[] byNode : connections) {
            areMade &= byNode[node] != null && byNode[node].isMade();
        }
        return areMade ? CREATED : CREATING;
    }

    @Override
    public String linkFailure(final int node) {
        String reason = lostReason;
        for (final AeronConnection[] byNode : connections) {
            reason = byNode[node] == null || byNode[node].failure() == null ? reason : byNode[node].failure();
        }
        return reason;
    }

    @Override
    public long ticket(final int node, final TrafficClass cls) {
        return connections[cls.ordinal()][node].ticket();
    }

    @Override
    public void admit(final int node, final long requestTicket, final long replyTicket) {
        inbound[TrafficClass.REQUEST.ordinal()].admit(node, requestTicket);
        inbound[TrafficClass.REPLY.ordinal()].admit(node, replyTicket);
    }

    @Override
    public long sentPosition(final int node, final TrafficClass cls) {
        final AeronConnection connection = connections[cls.ordinal()][node];
        return connection == null ? 0 : connection.position();
    }

    @Override
    public long receivedPosition(final int node, final TrafficClass cls) {
        return inbound[cls.ordinal()].position(node);
    }

    @Override
    public void releaseLinks(final int node) {
        for (int cls = 0; cls < TrafficClass.COUNT; cls++) {
            if (connections[cls][node] != null) {
                release(node, cls);
            }
        }
    }

    private void release(final int node, final int cls) {
        final AeronConnection connection = connections[cls][node];
        generations[cls][node] = connection.generation() + 1;
        connections[cls][node] = null;
        inUse = Arrays.stream(inUse).filter(other -> other != connection).toArray(AeronConnection[]::new);
        connection.close();
    }

    /** A receiving driver lets go of a session when it was silent for the liveness time, after it was read out. */
    @Override
    public long lingerNs() {
        return driver == null ? 0 : 2 * config.livenessTimeoutNs();
    }

    @Override
    public long bytesPerConnection() {
        return (long) TrafficClass.COUNT * AeronConfig.TERMS_PER_LOG * config.termLengthFor(nodeCount);
    }

    private int refused(final AeronConnection connection, final int result) {
        if (isClosed || lostReason != null) {
            return CLOSED;
        }
        if (result == CLOSED) {
            lose();
        } else if (result == BACK_PRESSURED) {
            counters.claimsBackPressured++;
        } else if (result == NOT_CONNECTED) {
            counters.claimsNotConnected++;
            speedUpOpening();
        } else if (result == FAILED) {
            peerFailure = connection.failure();
        }
        return result;
    }

    private void speedUpOpening() {
        if (!isOpening) {
            isOpening = true;
            isStarted = false;             // service at the next doWork
        }
    }

    @Override
    public void commitClaim() {
        bufferClaim.commit();
        claimed.onCommit();
        claimed = null;
        hasSent = true;
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
        if (isClosed || lostReason != null) {
            return 0;
        }
        if (!isStarted) {
            isStarted = true;
            nextServiceNs = nowNs;
            nextDriverNs = nowNs;
        }
        int work = driver == null ? 0 : runDriver(nowNs);
        if (nowNs - nextServiceNs >= 0) {
            work += service(nowNs);
            nextServiceNs = nowNs + (isOpening ? OPENING_INTERVAL_NS : SERVICE_INTERVAL_NS);
        }
        return work;
    }

    /** The driver runs at once when there is something to send or it was busy, and else a little less often. */
    private int runDriver(final long nowNs) {
        if (!hasSent && nowNs - nextDriverNs < 0) {
            return 0;
        }
        hasSent = false;
        final int work = driver.work();
        nextDriverNs = work > 0 ? nowNs : nowNs + DRIVER_INTERVAL_NS;
        return work;
    }

    private int service(final long nowNs) {
        int work = conductor.invoke();
        if (client.isClosed() || !conductor.isRunning() || driver != null && !driver.isRunning()) {
            lose();
            return 1;
        }
        boolean isAnyOpening = false;
        for (final AeronConnection connection : inUse) {
            work += connection.rebuildNearEnd() ? 1 : 0;
            if (connection.isOpening()) {
                work += connection.progress(nowNs) ? 1 : 0;
                isAnyOpening |= connection.isOpening();
            }
            work += connection.sendFiller(nowNs, bufferClaim);
        }
        isOpening = isAnyOpening;
        for (final AeronInbound in : inbound) {
            work += in.rejectStrangers();
        }
        countErrors();
        return work;
    }

    private void countErrors() {
        counters.errors = errors.count() + (driver == null ? 0 : driver.errors().count());
    }

    private void lose() {
        lostReason = "the media driver in " + directory() + " was lost, or this node stalled for longer than "
                + config.livenessTimeoutNs() / 1_000_000 + " ms, or its thread was interrupted ("
                + errors.lastOr("no reason was given") + ")";
        countErrors();
        LOG.error("node {}: {}", nodeId, lostReason);
    }

    @Override
    public Optional<String> failure() {
        if (lostReason != null) {
            return Optional.of(lostReason);
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
    public void close() {
        if (isClosed) {
            return;
        }
        linger();
        isClosed = true;
        closeQuietly(client);
    }

    /** Sends what was committed last, with fillers, and answers those who miss something. */
    private void linger() {
        final long startNs = System.nanoTime();
        if (driver == null || inUse.length == 0) {
            return;
        }
        isStarted = false;
        while (lostReason == null && System.nanoTime() - startNs < config.closeLingerNs()) {
            if (doWork(System.nanoTime()) == 0) {
                Thread.yield();
            }
        }
    }

    private void closeQuietly(final Aeron opened) {
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (final RuntimeException e) {
            LOG.debug("node {}: closing the client of the media driver: {}", nodeId, e.toString());
        }
        if (driver != null) {
            driver.close();
        }
    }

    private AgentInvoker driverInvoker() {
        return driver == null ? null : driver.invoker();
    }

    private String directory() {
        return driver == null ? config.directory() : driver.directory();
    }
}
