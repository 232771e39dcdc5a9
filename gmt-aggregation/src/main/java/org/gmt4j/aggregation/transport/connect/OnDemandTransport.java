package org.gmt4j.aggregation.transport.connect;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import org.gmt4j.aggregation.transport.Claims;
import org.gmt4j.aggregation.transport.ConnectionReport;
import org.gmt4j.aggregation.transport.FragmentConsumer;
import org.gmt4j.aggregation.transport.LinkedTransport;
import org.gmt4j.aggregation.transport.Links;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.aggregation.transport.TransportCounters;
import org.gmt4j.aggregation.transport.TransportException;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a gate with a handshake before a transport: buffers go to, and come from, only nodes that have proved to know the key of
 * the job. Owned by the thread of the transport; the gate costs one test per claim, the rest is set-up.
 *
 * <p>No thread of its own: {@link #doWork} drives all handshakes, time-outs and closings. Frames of strangers are counted,
 * dropped, and logged once per source.
 *
 * <p>What is protected: nobody without the key can open a connection, or make this node open one. With seals (see {@link Signing}) nobody
 * can put a buffer into an open one either, change or repeat one: that breaks the connection, before anybody has seen the buffer. Nothing is
 * encrypted, and who can send to a node's sockets can hold it up; use a trusted network or a tunnel where that matters.
 */
public final class OnDemandTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(OnDemandTransport.class);
    private static final long BUSY_INTERVAL_NS = 10_000;
    private static final long CALM_INTERVAL_NS = 100_000;
    private static final long MIN_SWEEP_NS = 1_000_000;
    private static final long MAX_SWEEP_NS = 1_000_000_000;
    private static final long CLOSE_LIMIT_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int FRAMES_PER_LOOK = 64;
    private static final int LOGGED_SOURCES = 64;

    private final LinkedTransport inner;
    private final Links links;
    private final ControlChannel control;
    private final boolean isCheapToPoll;
    private final ConnectConfig config;
    private final ConnectKey.Codec codec;
    private final ConnectCounters counters = new ConnectCounters();
    private final int nodeId;
    private final int nodeCount;
    private final Connection[] connections;            // by node, made when first needed
    private Connection[] known = new Connection[0];
    private Connection[] active;                       // those that wait for something
    private int activeCount;
    private final boolean[] isActive;
    private byte[][] addresses;                        // by node; null before connect
    private final byte[] life = ConnectKey.nonce(GateAddress.LIFE_LENGTH);
    private final Seals seals;                         // null: buffers carry none
    private final byte[] frameOut = new byte[ControlFrame.LENGTH];
    private final ControlFrame frameIn = new ControlFrame();
    private final ControlChannel.FrameHandler onFrame = this::onFrame;
    private final Connection.Outlet outlet = new Outlet();
    private final Set<String> strangers = new HashSet<>();
    private boolean mustLook = true;
    private boolean isBegun;
    private long nextLookNs;
    private long nextSweepNs;
    private long lastNowNs;
    private String failure;
    private IntConsumer onBroken = node -> { };
    private volatile boolean isClosed;

    private OnDemandTransport(final LinkedTransport inner, final Links links, final ControlChannel control, final ConnectKey key,
                              final ConnectConfig config) {
        this.inner = inner;
        this.links = links;
        this.control = control;
        isCheapToPoll = control.isCheapToPoll();
        this.config = config;
        codec = new ConnectKey.Codec(key);
        nodeId = inner.nodeId();
        nodeCount = inner.nodeCount();
        connections = new Connection[nodeCount];
        active = new Connection[Math.min(nodeCount, 16)];
        isActive = new boolean[nodeCount];
        counters.bytesPerConnection = links.bytesPerConnection();
        seals = isSealed(config.signing(), inner) ? new Seals(inner, links, codec, this::context) : null;
        inner.gate();
    }

    private static boolean isSealed(final Signing signing, final LinkedTransport inner) {
        return signing == Signing.ON || signing == Signing.AUTO && inner.isExposed();
    }

    /**
     * Transports with connections on demand.
     *
     * @param transports open transports that can be gated, see {@link LinkedTransport}
     * @param controls   open the channel of the handshake
     * @param key        of the job, the same on all nodes
     * @param config     the same on all nodes
     */
    public static TransportFactory factory(final TransportFactory transports, final ControlChannel.Factory controls,
                                           final ConnectKey key, final ConnectConfig config) {
        return factory(transports, controls, key, config, (inner, nodes) -> inner);
    }

    /** The same with a model of what it costs to make one end of a connection: so long nothing else can be made there. */
    public static TransportFactory costly(final TransportFactory transports, final ControlChannel.Factory controls,
                                          final ConnectKey key, final ConnectConfig config, final long createCostNs) {
        return factory(transports, controls, key, config,
            (inner, nodes) -> new CostlyLinks(inner, nodes, createCostNs, System::nanoTime));
    }

    private static TransportFactory factory(final TransportFactory transports, final ControlChannel.Factory controls,
                                            final ConnectKey key, final ConnectConfig config,
                                            final BiFunction<LinkedTransport, Integer, Links> links) {
        return (nodeId, nodeCount) -> {
            final Transport inner = transports.open(nodeId, nodeCount);
            if (!(inner instanceof LinkedTransport)) {
                inner.close();
                throw new TransportException(TransportException.Code.BAD_SETTING,
                    "connections on demand need a transport whose streams can be made one by one, found " + inner.getClass().getName());
            }
            final LinkedTransport linked = (LinkedTransport) inner;
            try {
                return new OnDemandTransport(linked, links.apply(linked, nodeCount), controls.open(nodeId, nodeCount), key, config);
            } catch (final RuntimeException e) {
                inner.close();
                throw e;
            }
        };
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
        return inner.maxPayloadLength() - (seals == null ? 0 : Sealer.LENGTH);
    }

    @Override
    public byte[] localAddress() {
        return new GateAddress(inner.localAddress(), seals != null, life, control.localAddress()).encode();
    }

    @Override
    public void connect(final byte[][] all) {
        final byte[][] data = new byte[all.length][];
        final byte[][] controls = new byte[all.length][];
        for (int node = 0; node < all.length; node++) {
            final GateAddress address = GateAddress.decode(node, all[node]);
            if (address.isSealed() != (seals != null)) {
                throw new TransportException(TransportException.Code.BAD_ADDRESS, "node " + node + (seals == null ? " seals" : " does not seal")
                    + " its buffers, unlike node " + nodeId + ": give all nodes the same gmt.connect.sign and the same transport");
            }
            data[node] = address.data();
            controls[node] = address.control();
        }
        inner.connect(data);
        control.connect(controls);
        addresses = all.clone();
        inner.createLinks(nodeId);
        if (seals != null) {
            seals.beginSelf();
        }
    }

    @Override
    public int tryClaim(final int node, final TrafficClass cls, final int length, final TransportClaim claim) {
        Claims.check(length, maxPayloadLength(), node, nodeCount);
        final Connection connection = connections[node];
        if (node == nodeId || connection != null && connection.isReady()) {
            final int answer = seals == null ? inner.tryClaim(node, cls, length, claim) : seals.tryClaim(node, cls, length, claim);
            if (node != nodeId) {
                connection.use();                  // also when refused: who waits for room, or for the streams to join, is not idle
                if (answer == FAILED) {
                    broken(connection, node);
                }
            }
            return answer;
        }
        return notReady(node);
    }

    @Override
    public boolean isFailed(final int node) {
        final Connection connection = connections[node];
        if (connection == null) {
            return false;
        }
        if (connection.isReady() && inner.isFailed(node)) {
            broken(connection, node);
        }
        return connection.state() == Connection.State.FAILED;
    }

    private void broken(final Connection connection, final int node) {
        connection.onBrokenLink("GMT-513 the connection to node " + node + " broke: " + inner.failure().orElse("no reason was given"),
            lastNowNs);
        failure = connection.failure();
        LOG.warn("node {}: {}", nodeId, failure);
        activate(connection, node);
    }

    private int notReady(final int node) {
        if (isClosed || inner.isLost()) {
            return CLOSED;
        }
        if (addresses == null) {
            throw new IllegalStateException("connect must be called before the first claim");
        }
        final Connection connection = connection(node);
        final int answer = connection.want();
        if (answer == NOT_CONNECTED) {
            activate(connection, node);
        }
        return answer;
    }

    private Connection connection(final int node) {
        if (connections[node] == null) {
            connections[node] = new Connection(nodeId, node, config, links, outlet, counters);
            known = Arrays.copyOf(known, known.length + 1);
            known[known.length - 1] = connections[node];
        }
        return connections[node];
    }

    private void activate(final Connection connection, final int node) {
        if (!isActive[node]) {
            isActive[node] = true;
            if (activeCount == active.length) {
                active = Arrays.copyOf(active, activeCount * 2);
            }
            active[activeCount++] = connection;
            mustLook = true;
        }
    }

    @Override
    public int poll(final TrafficClass cls, final FragmentConsumer consumer, final int limit) {
        if (seals == null) {
            return inner.poll(cls, consumer, limit);
        }
        final int count = seals.poll(cls, consumer, limit);
        if (seals.takeNews(cls)) {
            giveUpFlawed();
        }
        return count;
    }

    /** Buffers had a wrong seal. */
    private void giveUpFlawed() {
        counters.forged = seals.droppedCount();
        for (int node = 0; node < nodeCount; node++) {
            final SealChecker.Flaw flaw = seals.takeFlaw(node);
            if (flaw != null) {
                failure = flaw.message(node);
                LOG.warn("{} (found by node {})", failure, nodeId);
                if (node != nodeId) {
                    connection(node).giveUp(failure, lastNowNs);
                    activate(connections[node], node);
                }
                onBroken.accept(node);
            }
        }
    }

    @Override
    public void onBroken(final IntConsumer listener) {
        onBroken = listener;
    }

    @Override
    public int doWork(final long nowNs) {
        final int work = inner.doWork(nowNs);
        lastNowNs = nowNs;
        return mustLook || nowNs - nextLookNs >= 0 ? work + look(nowNs) : work;
    }

    private int look(final long nowNs) {
        if (isClosed || addresses == null) {
            return 0;
        }
        if (!isBegun) {
            begin(nowNs);
        }
        mustLook = false;
        int work = control.poll(onFrame, FRAMES_PER_LOOK, nowNs);
        work += progress(nowNs);
        if (nowNs - nextSweepNs >= 0) {
            sweep(nowNs);
        }
        nextLookNs = nowNs + (activeCount > 0 || isCheapToPoll ? BUSY_INTERVAL_NS : CALM_INTERVAL_NS);
        return work;
    }

    private void begin(final long nowNs) {
        isBegun = true;
        nextSweepNs = nowNs;
        if (config.mode() == ConnectMode.STATIC) {
            for (int node = nodeId + 1; node < nodeCount; node++) {    // the one with the smaller id asks
                connection(node).want();
                activate(connections[node], node);
            }
        }
    }

    private int progress(final long nowNs) {
        int work = 0;
        for (int i = activeCount - 1; i >= 0; i--) {
            final Connection connection = active[i];
            work += connection.onTime(nowNs) ? 1 : 0;
            if (connection.state() == Connection.State.FAILED && !connection.failure().equals(failure)) {
                failure = connection.failure();
                LOG.warn("node {}: {}", nodeId, failure);
            }
            if (connection.isQuiet()) {
                isActive[connection.peer()] = false;
                active[i] = active[--activeCount];
                active[activeCount] = null;
            }
        }
        return work;
    }

    private void sweep(final long nowNs) {
        nextSweepNs = nowNs + Math.max(MIN_SWEEP_NS, Math.min(MAX_SWEEP_NS, config.idleNs() / 8));
        if (config.closesIdle()) {
            for (final Connection connection : known) {
                connection.closeIfIdle(nowNs);
                if (!connection.isQuiet()) {
                    activate(connection, connection.peer());
                }
            }
        }
    }

    // --- frames ---

    private void send(final int node, final ControlFrame frame, final long nowNs) {
        frame.encode(frameOut);
        codec.sign(frameOut, ControlFrame.SIGNED_LENGTH, context(nodeId, node));
        control.send(node, frameOut, ControlFrame.LENGTH, nowNs);
    }

    private final class Outlet implements Connection.Outlet {
        @Override
        public void send(final int node, final ControlFrame frame, final long nowNs) {
            OnDemandTransport.this.send(node, frame, nowNs);
        }

        @Override
        public void admitted(final int node, final long requestTicket, final long replyTicket) {
            if (seals != null) {
                seals.admitted(node, requestTicket, replyTicket);
            }
        }
    }

    private byte[] context(final int source, final int destination) {
        final byte[] from = addresses[source];
        final byte[] to = addresses[destination];
        return ByteBuffer.allocate(Integer.BYTES + from.length + to.length).putInt(from.length).put(from).put(to).array();
    }

    private void onFrame(final byte[] bytes, final int length, final Object from) {
        final ControlFrame frame = frameIn;
        if (!frame.decode(bytes, length) || frame.destination != nodeId || frame.source == nodeId
            || frame.source < 0 || frame.source >= nodeCount
            || !codec.isSigned(bytes, ControlFrame.SIGNED_LENGTH, context(frame.source, nodeId))) {
            reject(from);
            return;
        }
        final Connection connection = connection(frame.source);
        final boolean wasOpen = connection.isReady();
        connection.onFrame(frame, lastNowNs);
        if (wasOpen && connection.state() == Connection.State.FAILED) {
            failure = connection.failure();
            LOG.warn("node {}: {}", nodeId, failure);
            onBroken.accept(frame.source);
        }
        if (!connection.isQuiet()) {
            activate(connection, frame.source);
        }
    }

    private void reject(final Object from) {
        counters.rejected++;
        if (strangers.size() < LOGGED_SOURCES && strangers.add(String.valueOf(from))) {
            LOG.warn("GMT-512 node {} dropped a frame of a stranger at {}: not signed with the key of this job", nodeId, from);
        }
    }

    // --- the rest ---

    @Override
    public boolean hasTrafficPending() {
        return inner.hasTrafficPending() || control.hasPending();
    }

    /** Both must wake: a node that sleeps would not answer who wants to connect. */
    @Override
    public boolean onArrival(final Runnable listener) {
        return control.onArrival(listener) && inner.onArrival(listener);
    }

    @Override
    public Optional<String> failure() {
        final Optional<String> below = inner.failure();
        return failure == null || inner.isLost() ? below : Optional.of(failure);
    }

    @Override
    public Optional<String> failure(final int node) {
        return connections[node] == null || connections[node].failure() == null ? failure() : Optional.of(connections[node].failure());
    }

    @Override
    public boolean wasConnected(final int node) {
        return connections[node] != null && connections[node].wasReady();
    }

    @Override
    public ConnectionReport connections() {
        return counters;
    }

    @Override
    public TransportCounters counters() {
        return inner.counters();
    }

    @Override
    public void close() {
        if (!isClosed) {
            awaitConfirmations();
            isClosed = true;
            inner.close();
            control.close();
        }
    }

    /** The other side reads what was committed last only when it has the confirmation. */
    private void awaitConfirmations() {
        final long startNs = System.nanoTime();
        while (isAnyUnconfirmed() && !inner.isLost() && System.nanoTime() - startNs < CLOSE_LIMIT_NS) {
            doWork(System.nanoTime());
            Thread.yield();
        }
    }

    private boolean isAnyUnconfirmed() {
        for (int i = 0; i < activeCount; i++) {
            if (active[i].isReady() && !active[i].isQuiet()) {
                return true;
            }
        }
        return false;
    }
}
