package org.gmt4j.runtime.bootstrap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
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
    private static final int MAX_STRANGERS = 64;
    private static final Duration CLOSING_LIMIT = Duration.ofSeconds(5);

    private final int nodeCount;
    private final JobKey jobKey;
    private final String jobId;
    private final SeedListener listener;
    private final Thread thread;
    private final FailureLog failures = new FailureLog();
    private final AtomicLong droppedConnections = new AtomicLong();
    private final CountDownLatch allLeft;
    private final Queue<NodeFailure> reports = new ConcurrentLinkedQueue<>();   // hosts' threads to the seed's thread
    private volatile boolean isEnding;
    private volatile boolean closing;

    // owned by the seed's thread from here on
    private final List<SeedConnection> connections = new ArrayList<>();
    private final SeedMembers members;
    private final GatherRounds rounds;
    private final SeedClock clock;

    private SeedServer(final SeedListener listener, final int nodeCount, final JobKey jobKey, final BootstrapConfig config) {
        this.listener = listener;
        this.jobKey = jobKey;
        clock = new SeedClock(config, System.nanoTime());
        this.nodeCount = nodeCount;
        jobId = JobKey.randomJobId();
        members = new SeedMembers(nodeCount);
        rounds = new GatherRounds(nodeCount);
        allLeft = new CountDownLatch(nodeCount);
        thread = new Thread(this::serve, "gmt-seed");
        thread.setDaemon(true);
    }

    /**
     * Listens.
     *
     * @param address where; port 0 for any free one
     */
    public static SeedServer start(final InetSocketAddress address, final int nodeCount, final JobKey jobKey,
                                   final BootstrapConfig config) {
        final SeedServer server =
            new SeedServer(SeedListener.open(address, MAX_STRANGERS + nodeCount), nodeCount, jobKey, config);
        server.warnAboutEmptyKey(address);
        server.thread.start();
        return server;
    }

    private void warnAboutEmptyKey(final InetSocketAddress address) {
        if (jobKey.isEmpty() && !(address.getAddress() != null && address.getAddress().isLoopbackAddress())) {
            LOG.warn("the job has no key: whoever reaches {} may join. Set the same GMT_JOB_KEY on all nodes.",
                address);
        }
    }

    /** @return the port that is listened at */
    public int port() {
        return listener.port();
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
        listener.selector.wakeup();
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
        listener.selector.wakeup();
        try {
            thread.join(CLOSING_LIMIT.toMillis());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve() {
        try {
            while (!closing) {
                listener.selector.select(TICK_MS);
                final long nowNs = System.nanoTime();
                if (clock.hasPaused(nowNs)) {
                    connections.forEach(connection -> connection.lastHeardNs = nowNs);
                }
                for (final SelectionKey key : listener.selector.selectedKeys()) {
                    serve(key, nowNs);
                }
                listener.selector.selectedKeys().clear();
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
        final SelectionKey key = listener.watch(channel);
        final SeedConnection connection = new SeedConnection(channel, key, nowNs);
        key.attach(connection);
        connections.add(connection);
        connection.send(SeedProtocol.hello(connection.challenge));
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
        final String objection = members.objection(admission, connection.remote());
        if (objection == null) {
            welcome(connection, admission.nodeId(), admission.answer());
        } else {
            refuse(connection, objection);
        }
    }

    private void welcome(final SeedConnection connection, final int nodeId, final byte[] proof) {
        connection.nodeId = nodeId;
        connection.limitFrames(SeedProtocol.MAX_MEMBER_FRAME + SeedProtocol.HEADER_LENGTH + Integer.BYTES + Long.BYTES);
        if (members.join(nodeId, connection)) {
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
            .ifPresent(values -> members.broadcast(SeedProtocol.gathered(round, values)));
    }

    private void leave(final SeedConnection connection) {
        if (members.goes(connection.nodeId)) {
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
        if (!members.goes(nodeId)) {
            return;
        }
        if (isEnding) {
            allLeft.countDown();
            return;
        }
        final NodeFailure failure = new NodeFailure(nodeId, reason);
        LOG.debug("{}", failure.message());
        members.end(failure.message());
        members.broadcast(SeedProtocol.failed(failure));
        allLeft.countDown();
        failures.add(failure);
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
            } else if (connection.isMember() && !members.isGone(connection.nodeId) && clock.isTooLong(silentNs)) {
                end(connection, "silent for " + TimeUnit.NANOSECONDS.toSeconds(silentNs)
                    + " s (process stopped or host lost)");
            }
        }
        if (clock.isBeatDue(nowNs)) {
            members.broadcast(SeedProtocol.frame(SeedProtocol.BEAT));
        }
        if (!members.isEnded()) {
            abortIfLate(nowNs);
        }
    }

    private void abortIfLate(final long nowNs) {
        String why = rounds.expired(nowNs).orElse(null);
        if (why == null && clock.isJoiningOver(nowNs)) {
            why = members.describeAbsent(clock.joinTimeoutNs).orElse(null);
        }
        if (why != null) {
            LOG.debug("{}", why);
            members.end(why);
            members.broadcast(SeedProtocol.textFrame(SeedProtocol.ABORTED, why));
        }
    }
}
