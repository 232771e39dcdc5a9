package org.gmt4j.runtime.bootstrap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The meeting point of a job: hosted by the launcher, or by node 0 of a job joined by hand. One daemon thread
 * ({@code gmt-seed}) owns all connections; the public methods may be called by any thread.
 *
 * <p>A connection that does not show the job's key within {@value #STRANGER_LIMIT_SECONDS} s, or sends anything else,
 * is dropped and counted. A member whose connection closes before it has said that it leaves has failed: all others
 * are told.
 */
public final class SeedServer implements AutoCloseable {

    static final int STRANGER_LIMIT_SECONDS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(SeedServer.class);
    private static final long TICK_MS = 100;
    private static final long STRANGER_LIMIT_NS = TimeUnit.SECONDS.toNanos(STRANGER_LIMIT_SECONDS);
    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(3);
    private static final int MAX_STRANGERS = 64;
    private static final Duration CLOSING_LIMIT = Duration.ofSeconds(5);

    private final int nodeCount;
    private final JobKey jobKey;
    private final BootstrapConfig config;
    private final String jobId;
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final Thread thread;
    private final FailureLog failures = new FailureLog();
    private final AtomicLong droppedConnections = new AtomicLong();
    private final CountDownLatch allLeft;
    private final Queue<NodeFailure> reports = new ConcurrentLinkedQueue<>();   // hosts' threads to the seed's thread
    private volatile boolean isEnding;
    private volatile boolean closing;

    // owned by the seed's thread from here on
    private final List<SeedConnection> connections = new ArrayList<>();
    private final SeedConnection[] members;
    private final boolean[] joined;
    private int joinedCount;
    private final boolean[] gone;   // left, or failed
    private final GatherRounds rounds;
    private long startNs = System.nanoTime();   // later by each pause
    private long lastTickNs = startNs;
    private long lastBeatNs = startNs;
    private String ended;

    private SeedServer(final ServerSocketChannel listener, final Selector selector, final int nodeCount,
        final JobKey jobKey,
                       final BootstrapConfig config) {
        this.listener = listener;
        this.selector = selector;
        this.nodeCount = nodeCount;
        this.jobKey = jobKey;
        this.config = config;
        this.jobId = JobKey.randomJobId();
        this.members = new SeedConnection[nodeCount];
        this.joined = new boolean[nodeCount];
        this.gone = new boolean[nodeCount];
        this.rounds = new GatherRounds(nodeCount);
        this.allLeft = new CountDownLatch(nodeCount);
        this.thread = new Thread(this::serve, "gmt-seed");
        this.thread.setDaemon(true);
    }

    /**
     * Listens.
     *
     * @param address where; port 0 for any free one
     */
    public static SeedServer start(final InetSocketAddress address, final int nodeCount, final JobKey jobKey,
                                   final BootstrapConfig config) {
        try {
            final ServerSocketChannel listener = ServerSocketChannel.open();
            try {
                listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                listener.bind(address, MAX_STRANGERS + nodeCount);
                listener.configureBlocking(false);
                final Selector selector = Selector.open();
                listener.register(selector, SelectionKey.OP_ACCEPT);
                final SeedServer server = new SeedServer(listener, selector, nodeCount, jobKey, config);
                server.warnAboutEmptyKey(address);
                server.thread.start();
                return server;
            } catch (final IOException | RuntimeException e) {
                listener.close();
                throw e;
            }
        } catch (final IOException | java.nio.channels.UnresolvedAddressException e) {
            throw new BootstrapException(BootstrapException.SEED_ADDRESS, "cannot listen at " + address + " ("
                + e.getMessage()
                + "). Another program or an earlier job may use the port: choose another one in GMT_SEED "
                + "(see 'ss -ltnp').", e);
        }
    }

    private void warnAboutEmptyKey(final InetSocketAddress address) {
        if (jobKey.isEmpty() && !(address.getAddress() != null && address.getAddress().isLoopbackAddress())) {
            LOG.warn("the job has no key: whoever reaches {} may join. Set the same GMT_JOB_KEY on all nodes.",
                address);
        }
    }

    /** @return the port that is listened at */
    public int port() {
        return listener.socket().getLocalPort();
    }

    /** @return short name of the job */
    public String jobId() {
        return jobId;
    }

    /** @return connections dropped because they were not from nodes of this job */
    public long droppedConnections() {
        return droppedConnections.get();
    }

    /** Registers a listener for failed nodes; called on the seed's thread, once for each. */
    public void onFailure(final Consumer<NodeFailure> failureListener) {
        failures.listen(failureListener);
    }

    /**
     * Tells all nodes that one of them is gone; for a host that sees it first, such as a launcher whose process
     * ended.
     */
    public void reportFailure(final int nodeId, final String reason) {
        reports.add(new NodeFailure(nodeId, reason));
        selector.wakeup();
    }

    /** Any thread: the job is being ended on purpose. Nodes that go from now on have not failed, and nobody is told. */
    public void expectEnd() {
        isEnding = true;
    }

    /** Waits until every node has left or failed. @return false at the limit */
    public boolean awaitAllGone(final Duration limit) throws InterruptedException {
        return allLeft.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Stops listening and closes all connections: nodes that have not left see the seed as lost. Never throws. */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join(CLOSING_LIMIT.toMillis());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve() {
        try {
            while (!closing) {
                selector.select(TICK_MS);
                final long nowNs = System.nanoTime();
                tolerateOwnPause(nowNs);
                for (final SelectionKey key : selector.selectedKeys()) {
                    serve(key, nowNs);
                }
                selector.selectedKeys().clear();
                tick(nowNs);
            }
        } catch (final IOException | RuntimeException e) {
            LOG.error("GMT-111 the seed stops: {}", e.toString(), e);
        } finally {
            closeAll();
        }
    }

    private void closeAll() {
        connections.forEach(SeedConnection::close);
        try {
            listener.close();
            selector.close();
        } catch (final IOException e) {
            LOG.debug("closing the seed", e);
        }
    }

    private void serve(final SelectionKey key, final long nowNs) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept(nowNs);
            return;
        }
        final SeedConnection connection = (SeedConnection) key.attachment();
        if (key.isWritable()) {
            connection.flush();
        }
        if (key.isValid() && key.isReadable()) {
            read(connection, nowNs);
        }
    }

    private void accept(final long nowNs) throws IOException {
        final SocketChannel channel = listener.accept();
        if (channel == null) {
            return;
        }
        if (connections.stream().filter(c -> !c.isMember()).count() >= MAX_STRANGERS) {
            channel.close();
            droppedConnections.incrementAndGet();
            return;
        }
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        noticeDeadHosts(channel);
        final SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        final SeedConnection connection = new SeedConnection(channel, key, nowNs);
        key.attach(connection);
        connections.add(connection);
        connection.send(SeedProtocol.hello(connection.challenge));
    }

    /** A host that lost power is noticed after some 10 s, sooner than a stopped process, whose kernel still answers. */
    private static void noticeDeadHosts(final SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 3);
            channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 2);
            channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 3);
        }
    }

    private void read(final SeedConnection connection, final long nowNs) {
        try {
            final boolean open = connection.fill(nowNs);
            ByteBuffer frame = connection.nextFrame();
            while (frame != null && connection.isOpen()) {
                handle(connection, frame, nowNs);
                frame = connection.nextFrame();
            }
            if (!open) {
                end(connection, "its connection closed without leaving (process ended or was killed)");
            }
        } catch (final IOException | BufferUnderflowException e) {
            end(connection, "its connection broke (" + e.getMessage() + ")");
        }
    }

    private void handle(final SeedConnection connection, final ByteBuffer frame, final long nowNs) throws IOException {
        final byte type = frame.get();
        if (!connection.isMember()) {
            if (type != SeedProtocol.JOIN) {
                throw new IOException("not a node of GMT");
            }
            join(connection, frame);
            return;
        }
        switch (type) {
            case SeedProtocol.GATHER -> gather(connection, frame, nowNs);
            case SeedProtocol.BEAT -> connection.lastHeardNs = nowNs;
            case SeedProtocol.REPORT -> fail(connection.nodeId, SeedProtocol.text(frame));
            case SeedProtocol.LEAVE -> leave(connection);
            default -> throw new IOException("unknown frame type " + type);
        }
    }

    private void join(final SeedConnection connection, final ByteBuffer frame) throws IOException {
        final SeedAdmission admission = SeedAdmission.of(frame, connection.challenge, jobKey);
        final String objection = admission.objection(nodeCount, joined, connection.remote(), ended);
        if (objection == null) {
            welcome(connection, admission.nodeId(), admission.answer());
        } else {
            refuse(connection, objection);
        }
    }

    private void welcome(final SeedConnection connection, final int nodeId, final byte[] proof) {
        connection.nodeId = nodeId;
        connection.limitFrames(SeedProtocol.MAX_MEMBER_FRAME + SeedProtocol.HEADER_LENGTH + Integer.BYTES + Long.BYTES);
        members[nodeId] = connection;
        joined[nodeId] = true;
        if (++joinedCount == nodeCount) {
            rounds.allHaveJoined(System.nanoTime());
        }
        connection.send(SeedProtocol.welcome(proof, jobId));
        LOG.debug("node {} of {} joined from {}", nodeId, nodeCount, connection.remote());
    }

    private void refuse(final SeedConnection connection, final String message) {
        logOnce(connection, message);
        connection.send(SeedProtocol.textFrame(SeedProtocol.REFUSED, message));
        connection.finish();
    }

    private void gather(final SeedConnection connection, final ByteBuffer frame, final long nowNs) {
        final int round = frame.getInt();
        final long limitNs = frame.getLong();
        final byte[] value = SeedProtocol.bytes(frame, frame.remaining());
        rounds.contribute(round, connection.nodeId, value, nowNs, limitNs)
            .ifPresent(values -> broadcast(SeedProtocol.gathered(round, values)));
    }

    private void leave(final SeedConnection connection) {
        if (!gone[connection.nodeId]) {
            gone[connection.nodeId] = true;
            allLeft.countDown();
        }
    }

    /** The stream is over: fine for one who left, a failure for a member, nothing for a stranger. */
    private void end(final SeedConnection connection, final String why) {
        if (!connection.isMember()) {
            logOnce(connection, why);
        }
        connection.close();
        if (connection.isMember()) {
            fail(connection.nodeId, why);
        }
    }

    private void logOnce(final SeedConnection connection, final String why) {
        if (droppedConnections.getAndIncrement() == 0) {
            LOG.warn("dropped a connection from {}: {}. Further ones are only counted.", connection.remote(), why);
        } else {
            LOG.debug("dropped a connection from {}: {}", connection.remote(), why);
        }
    }

    private void fail(final int nodeId, final String reason) {
        if (gone[nodeId]) {
            return;
        }
        gone[nodeId] = true;
        if (isEnding) {
            allLeft.countDown();
            return;
        }
        final NodeFailure failure = new NodeFailure(nodeId, reason);
        LOG.debug("{}", failure.message());
        endJob(failure.message());
        broadcast(SeedProtocol.failed(failure));
        allLeft.countDown();
        failures.add(failure);
    }

    private void endJob(final String why) {
        if (ended == null) {
            ended = why;
        }
    }

    private void broadcast(final ByteBuffer frame) {
        for (int id = 0; id < nodeCount; id++) {
            if (joined[id] && !gone[id]) {
                members[id].send(frame);
            }
        }
    }

    private void tick(final long nowNs) {
        for (NodeFailure report = reports.poll(); report != null; report = reports.poll()) {
            fail(report.nodeId(), report.reason());
        }
        connections.removeIf(connection -> !connection.isOpen());
        for (final SeedConnection connection : List.copyOf(connections)) {
            final long silentNs = nowNs - connection.lastHeardNs;
            if (!connection.isMember() && nowNs - connection.acceptedNs > STRANGER_LIMIT_NS) {
                end(connection, "it did not show the job's key within " + STRANGER_LIMIT_SECONDS + " s");
            } else if (connection.isMember() && !gone[connection.nodeId] && silentNs > silenceLimitNs()) {
                end(connection, "silent for " + TimeUnit.NANOSECONDS.toSeconds(silentNs)
                    + " s (process stopped or host lost)");
            }
        }
        beat(nowNs);
        if (ended == null) {
            abortIfLate(nowNs);
        }
    }

    private long silenceLimitNs() {
        return TimeUnit.MILLISECONDS.toNanos(config.silenceLimitMs());
    }

    private void beat(final long nowNs) {
        if (nowNs - lastBeatNs > silenceLimitNs() / 3) {
            lastBeatNs = nowNs;
            broadcast(SeedProtocol.frame(SeedProtocol.BEAT));
        }
    }

    private void abortIfLate(final long nowNs) {
        String why = rounds.expired(nowNs).orElse(null);
        if (why == null && nowNs - startNs > TimeUnit.MILLISECONDS.toNanos(config.joinTimeoutMs())) {
            why = missing();
        }
        if (why != null) {
            LOG.debug("{}", why);
            endJob(why);
            broadcast(SeedProtocol.textFrame(SeedProtocol.ABORTED, why));
        }
    }

    private String missing() {
        final List<Integer> absent = new ArrayList<>();
        final List<Integer> present = new ArrayList<>();
        for (int id = 0; id < nodeCount; id++) {
            (joined[id] ? present : absent).add(id);
        }
        return absent.isEmpty() ? null
            : JoinMessages.notJoined(absent, present, nodeCount, TimeUnit.MILLISECONDS.toNanos(config.joinTimeoutMs()));
    }

    /** After the whole job was stopped for a while (^Z), silence proves nothing: everybody starts anew. */
    private void tolerateOwnPause(final long nowNs) {
        if (nowNs - lastTickNs > Math.min(LONGEST_PAUSE_NS, silenceLimitNs() / 2)) {
            connections.forEach(connection -> connection.lastHeardNs = nowNs);
            startNs += nowNs - lastTickNs;
        }
        lastTickNs = nowNs;
    }
}
