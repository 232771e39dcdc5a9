package org.gmt4j.aggregation.transport.connect;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
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

/**
 * Puts a gate with a handshake before a transport: buffers go to, and come from, only nodes that have proved to know
 * the key of the job. Owned by the thread of the transport; the gate costs one test per claim, the rest is set-up.
 *
 * <p>No thread of its own: {@link #doWork} drives all handshakes, time-outs and closings, see {@link ConnectDutyCycle}.
 * Frames of strangers are counted, dropped, and logged once per source.
 *
 * <p>Protection: nobody without the key can open a connection, or make this node open one. With seals (see
 * {@link Signing}) nobody can put a buffer into an open one either, change or repeat one: that breaks the connection,
 * before anybody has seen the buffer. Nothing is encrypted, and anybody who can send to a node's sockets can hold it
 * up; use a trusted network or a tunnel where that matters.
 */
public final class OnDemandTransport implements Transport {
    private static final long CLOSE_LIMIT_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LinkedTransport inner;
    private final ControlChannel control;
    private final ConnectCounters counters;
    private final int nodeId;
    private final int nodeCount;
    private final ConnectionTable connections;
    private final SignedFrames frames;
    private final ConnectDutyCycle duty;
    private final byte[] life = ConnectKey.nonce(GateAddress.LIFE_LENGTH);
    private final Seals seals;                         // null: buffers carry none
    private volatile boolean isClosed;

    private OnDemandTransport(final LinkedTransport inner, final Links links, final ControlChannel control,
                              final ConnectKey key, final ConnectConfig config) {
        this.inner = inner;
        this.control = control;
        final ConnectKey.Codec codec = new ConnectKey.Codec(key);
        nodeId = inner.nodeId();
        nodeCount = inner.nodeCount();
        counters = new ConnectCounters(nodeCount);
        frames = new SignedFrames(nodeId, nodeCount, control, codec, counters);
        final Connection.Outlet outlet = new Outlet();
        connections = new ConnectionTable(nodeCount,
            node -> new Connection(nodeId, node, config, links, outlet, counters));
        duty = new ConnectDutyCycle(nodeId, nodeCount, config, connections, frames, control);
        counters.bytesPerConnection = links.bytesPerConnection();
        seals = isSealed(config.signing(), inner) ? new Seals(inner, links, codec, frames::context) : null;
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

    /**
     * The same with a model of the time to make one end of a connection, in which nothing else can be made there.
     */
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
                    "connections on demand need a transport whose streams can be made one by one, found "
                        + inner.getClass().getName());
            }
            final LinkedTransport linked = (LinkedTransport) inner;
            try {
                return new OnDemandTransport(linked, links.apply(linked, nodeCount),
                    controls.open(nodeId, nodeCount), key, config);
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
                throw new TransportException(TransportException.Code.BAD_ADDRESS,
                    "node " + node + (seals == null ? " seals" : " does not seal")
                    + " its buffers, unlike node " + nodeId
                    + ": give all nodes the same gmt.connect.sign and the same transport");
            }
            data[node] = address.data();
            controls[node] = address.control();
        }
        inner.connect(data);
        control.connect(controls);
        frames.connect(all);
        inner.createLinks(nodeId);
        if (seals != null) {
            seals.beginSelf();
        }
    }

    @Override
    public int tryClaim(final int node, final TrafficClass cls, final int length, final TransportClaim claim) {
        Claims.check(length, maxPayloadLength(), node, nodeCount);
        final Connection connection = connections.find(node);
        if (node == nodeId || connection != null && connection.isReady()) {
            final int answer = seals == null ? inner.tryClaim(node, cls, length, claim)
                : seals.tryClaim(node, cls, length, claim);
            if (node != nodeId) {
                // also when refused: a waiter for room, or for streams that join, is not idle
                connection.use(answer == OK);
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
        final Connection connection = connections.find(node);
        if (connection == null) {
            return false;
        }
        if (connection.isReady() && inner.isFailed(node)) {
            broken(connection, node);
        }
        return connection.state() == Connection.State.FAILED;
    }

    private void broken(final Connection connection, final int node) {
        duty.brokenLink(connection, "GMT-513 the connection to node " + node + " broke: "
            + inner.failure().orElse("the transport gave no reason"));
    }

    private int notReady(final int node) {
        if (isClosed || inner.isLost()) {
            return CLOSED;
        }
        if (!frames.isConnected()) {
            throw new IllegalStateException("connect must be called before the first claim");
        }
        return duty.want(node);
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
                duty.flawed(node, flaw.message(node));
            }
        }
    }

    @Override
    public void expectRequests(final IntPredicate senders) {
        inner.expectRequests(senders);
    }

    @Override
    public void onBroken(final IntConsumer listener) {
        duty.onBroken(listener);
    }

    @Override
    public int doWork(final long nowNs) {
        final int work = inner.doWork(nowNs);
        return isClosed ? work : work + duty.work(nowNs);
    }

    private final class Outlet implements Connection.Outlet {
        @Override
        public void send(final int node, final ControlFrame frame, final long nowNs) {
            frames.send(node, frame, nowNs);
        }

        @Override
        public void admitted(final int node, final long requestTicket, final long replyTicket) {
            if (seals != null) {
                seals.admitted(node, requestTicket, replyTicket);
            }
        }
    }

    // --- the rest ---

    @Override
    public boolean hasTrafficPending() {
        return inner.hasTrafficPending() || control.hasPending();
    }

    /** Both must wake: a node that sleeps would not answer a request to connect. */
    @Override
    public boolean onArrival(final Runnable listener) {
        return control.onArrival(listener) && inner.onArrival(listener);
    }

    @Override
    public Optional<String> failure() {
        final Optional<String> below = inner.failure();
        return duty.failure() == null || inner.isLost() ? below : Optional.of(duty.failure());
    }

    @Override
    public Optional<String> failure(final int node) {
        final Connection connection = connections.find(node);
        return connection == null || connection.failure() == null ? failure() : Optional.of(connection.failure());
    }

    @Override
    public boolean wasConnected(final int node) {
        final Connection connection = connections.find(node);
        return connection != null && connection.wasReady();
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
    public void abandon() {
        inner.abandon();
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

    /** The other side reads the last committed buffers only when it has the confirmation. */
    private void awaitConfirmations() {
        final long startNs = System.nanoTime();
        while (connections.isAnyUnconfirmed() && !inner.isLost() && System.nanoTime() - startNs < CLOSE_LIMIT_NS) {
            doWork(System.nanoTime());
            Thread.yield();
        }
    }
}
