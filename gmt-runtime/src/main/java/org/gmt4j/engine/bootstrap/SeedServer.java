package org.gmt4j.engine.bootstrap;

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
 * <p>A connection is dropped and counted when it does not show the job's key within {@value #STRANGER_LIMIT_SECONDS} s,
 * sends anything else, or has to make room ({@link SeedStrangers}). When no descriptors are left the seed stops
 * listening for a short time. A member whose connection closes before it has announced its leave has failed, and all
 * others are notified.
 */
public final class SeedServer implements AutoCloseable {

    static final int STRANGER_LIMIT_SECONDS = 1;

    private static final Logger LOG = LoggerFactory.getLogger(SeedServer.class);
    private static final long TICK_MS = 100;
    private static final long STRANGER_LIMIT_NS = TimeUnit.SECONDS.toNanos(STRANGER_LIMIT_SECONDS);
    private static final int TAKEN_AT_ONCE = 64;
    private static final long LISTEN_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(200);
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
    private volatile Runnable onClose = () -> { };

    // owned by the seed's thread from here on
    private final List<SeedConnection> connections = new ArrayList<>();
    private final SeedMembers members;
    private final GatherRounds rounds;
    private final SeedClock clock;
    private final SeedStrangers strangers = new SeedStrangers();
    private boolean isDeaf;
    private long listenAgainNs;
    private long refusedBySystem;

    private SeedServer(final SeedListener listener, final int nodeCount, final JobKey jobKey,
                       final BootstrapConfig config) {
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
     * Starts to listen.
     *
     * @param address address to listen at; port 0 for any free one
     */
    public static SeedServer start(final InetSocketAddress address, final int nodeCount, final JobKey jobKey,
                                   final BootstrapConfig config) {
        final SeedServer server =
            new SeedServer(SeedListener.open(address, SeedStrangers.MOST + nodeCount), nodeCount, jobKey, config);
        server.warnAboutEmptyKey(address);
        server.thread.start();
        return server;
    }

    private void warnAboutEmptyKey(final InetSocketAddress address) {
        if (jobKey.isEmpty()) {
            LOG.warn("the job has no key: whoever reaches {} may join and run code. Set the same "
                + "GMT_JOB_KEY on all nodes.", address);
        }
    }

    /** Sets an action to run once, before the seed is closed. */
    void onClose(final Runnable action) {
        onClose = action;
    }

    SeedListener listener() {
        return listener;
    }

    /** @return the port of the listening socket */
    public int port() {
        return listener.port();
    }

    /** @return short name of the job */
    public String jobId() {
        return jobId;
    }

    /** @return number of connections dropped because they were not from nodes of this job */
    public long droppedConnections() {
        return droppedConnections.get();
    }

    /** Registers a listener for failed nodes; called on the seed's thread, once for each. */
    public void onFailure(final Consumer<NodeFailure> failureListener) {
        failures.listen(failureListener);
    }

    /**
     * Notifies all nodes of a failure; for a host that detects it first, such as a launcher whose process ended.
     */
    public void reportFailure(final int nodeId, final String reason) {
        reports.add(new NodeFailure(nodeId, reason));
        listener.selector.wakeup();
    }

    /**
     * Notes that the job is being ended on purpose: nodes that go from now on have not failed, and no node is notified.
     * Any thread.
     */
    public void expectEnd() {
        isEnding = true;
    }

    /** Waits until every node has left or failed. Returns false at the limit. */
    public boolean awaitAllGone(final Duration limit) throws InterruptedException {
        return allLeft.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Stops listening and closes all connections: nodes that have not left see the seed as lost. Never throws. */
    @Override
    public void close() {
        onClose.run();
        onClose = () -> { };
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

    private void accept(final long nowNs) {
        for (int i = 0; i < TAKEN_AT_ONCE; i++) {
            try {
                final SocketChannel channel = listener.accept();
                if (channel == null) {
                    return;
                }
                take(channel, nowNs);
            } catch (final IOException e) {
                beDeafForAWhile(e, nowNs);
                return;
            }
        }
    }

    private void take(final SocketChannel channel, final long nowNs) throws IOException {
        strangers.tooMany(connections)
            .ifPresent(oldest -> end(oldest, "others came that were more in need of its place"));
        try {
            final SelectionKey key = listener.watch(channel);
            final SeedConnection connection = new SeedConnection(channel, key, nowNs);
            key.attach(connection);
            connections.add(connection);
            connection.send(SeedProtocol.hello(connection.challenge));
        } catch (final IOException e) {
            channel.close();
            droppedConnections.incrementAndGet();        // closed before it was examined
        }
    }

    /**
     * Stops listening for a while. Usually there are no descriptors left: closing a stranger frees one, and others
     * become free with time.
     */
    private void beDeafForAWhile(final IOException why, final long nowNs) {
        if (refusedBySystem++ == 0) {
            LOG.warn("GMT-742 the seed cannot accept a connection ({}) and will try again; nodes that have not "
                + "joined wait. Raise 'ulimit -n' if it goes on.{} Further ones are only counted.", why.getMessage(),
                strangers.described());
        }
        strangers.oldest(connections).ifPresent(oldest -> end(oldest, "there are no descriptors left"));
        isDeaf = true;
        listenAgainNs = nowNs + LISTEN_AGAIN_NS;
        listener.listen(false);
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
        if (message.startsWith(BootstrapException.WRONG_KEY)) {
            strangers.gone(connection);
        }
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

    /** Handles the end of a stream: orderly after a leave, a failure for a member, and ignored for a stranger. */
    private void end(final SeedConnection connection, final String why) {
        if (!connection.isMember() && !connection.isFinished()) {
            logOnce(connection, why);
            strangers.gone(connection);
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
        if (isDeaf && nowNs - listenAgainNs >= 0) {
            isDeaf = false;
            listener.listen(true);
        }
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
            abortIfLateOrHopeless(nowNs);
        }
    }

    private void abortIfLateOrHopeless(final long nowNs) {
        String why = rounds.expired(nowNs).or(() -> rounds.hopeless(members::isGone)).orElse(null);
        if (why == null && clock.isJoiningOver(nowNs)) {
            why = members.describeAbsent(clock.joinTimeoutNs).map(absent -> absent + strangers.described())
                .orElse(null);
        }
        if (why != null) {
            LOG.debug("{}", why);
            members.end(why);
            members.broadcast(SeedProtocol.textFrame(SeedProtocol.ABORTED, why));
        }
    }
}
