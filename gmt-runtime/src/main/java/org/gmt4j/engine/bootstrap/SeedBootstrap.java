package org.gmt4j.engine.bootstrap;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.gmt4j.aggregation.settings.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node process's connection to the {@link SeedServer}. A daemon thread ({@code gmt-seed-<node>}) reads messages of
 * the seed and sends a heartbeat in each interval, even while all workers are busy.
 */
final class SeedBootstrap implements Bootstrap {

    private static final Logger LOG = LoggerFactory.getLogger(SeedBootstrap.class);
    private static final int CONNECT_TIMEOUT_MS = 2_000;
    private static final int HANDSHAKE_TIMEOUT_MS = 5_000;
    private static final long RETRY_MS = 50;
    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long SEED_ANSWERS_WITHIN_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long READER_ENDS_WITHIN_MS = 2_000;

    private final NodeIdentity identity;
    private final BootstrapConfig config;
    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final ReentrantLock writeLock = new ReentrantLock();
    private final FailureLog failures = new FailureLog();
    private final BlockingQueue<Gathered> results = new LinkedBlockingQueue<>();
    private final JobKey key;
    private final Thread reader;
    private final ByteBuffer lengthRead = ByteBuffer.allocate(Integer.BYTES);   // of the reader
    private ByteBuffer frameRead;                                               // null before its length is known
    private int nextRound;
    private volatile boolean ending;

    /** Result of one all-gather, or the reason for its failure. */
    private record Gathered(int round, byte[][] values, String abortedBecause) {
    }

    private SeedBootstrap(final Socket socket, final DataInputStream in, final NodeIdentity identity,
                          final JobKey key, final BootstrapConfig config) throws IOException {
        this.key = key;
        this.socket = socket;
        this.in = in;
        this.out = socket.getOutputStream();
        this.identity = identity;
        this.config = config;
        reader = new Thread(this::readAll, "gmt-seed-" + identity.nodeId());
        reader.setDaemon(true);
    }

    /**
     * Joins a job. Tries again until the join time-out while no seed answers, so that nodes may start in any order.
     *
     * @param host host of the seed; resolved again at each attempt
     */
    static SeedBootstrap join(final String host, final int port, final int nodeId, final int nodeCount,
                                     final JobKey key, final BootstrapConfig config) {
        final long startNs = System.nanoTime();
        final long limitNs = TimeUnit.MILLISECONDS.toNanos(config.joinTimeoutMs());
        // loads the classes for proofs, before the seed's time limit begins
        key.proof(SeedProtocol.NODE_ROLE, new byte[0], new byte[0], "");
        int answered = 0;
        while (true) {
            try {
                final Socket socket = connect(host, port);
                answered++;
                return handshake(socket, nodeId, nodeCount, key, config);
            } catch (final IOException e) {
                if (System.nanoTime() - startNs > limitNs) {
                    throw unreachable(HostPort.join(host, port), nodeId, config, answered, e);
                }
                pause(RETRY_MS);
            }
        }
    }

    private static BootstrapException unreachable(final String seed, final int nodeId, final BootstrapConfig config,
        final int answered, final IOException e) {
        final String within = " within " + config.joinTimeoutMs() + " ms (";
        return new BootstrapException(BootstrapException.SEED_UNREACHABLE, answered == 0
            ? "node " + nodeId + " cannot reach the seed at " + seed + within + e.getMessage()
                + "). Is node 0 (or the launcher) running there? Check GMT_SEED and the firewall."
            : "node " + nodeId + " reaches " + seed + " but is not let in" + within + answered
                + " connections were closed or not answered, the last: "
                + e.getMessage() + "). Is that the seed of this job, and is it crowded by strangers "
                + "or out of descriptors? See the messages of node 0 (or the launcher).", e);
    }

    static void pause(final long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BootstrapException(BootstrapException.SEED_UNREACHABLE, "interrupted while joining", e);
        }
    }

    /** Tries all addresses of the host: the seed listens at one of them, and node 0 may prefer the other family. */
    private static Socket connect(final String host, final int port) throws IOException {
        final InetAddress[] addresses = InetAddress.getAllByName(host);
        if (addresses.length == 1) {
            return connect(new InetSocketAddress(addresses[0], port));
        }
        final List<String> refusals = new ArrayList<>();
        for (final InetAddress address : addresses) {
            try {
                return connect(new InetSocketAddress(address, port));
            } catch (final IOException e) {
                refusals.add(HostPort.join(address.getHostAddress(), port) + ": " + e.getMessage());
            }
        }
        throw new IOException(String.join("; ", refusals));
    }

    private static Socket connect(final InetSocketAddress address) throws IOException {
        final Socket socket = new Socket();
        try {
            socket.connect(address, CONNECT_TIMEOUT_MS);
            refuseOwnEcho(socket);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(HANDSHAKE_TIMEOUT_MS);
            return socket;
        } catch (final IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** While no socket listens at a port of the ephemeral range, TCP may connect a socket to itself. */
    private static void refuseOwnEcho(final Socket socket) throws IOException {
        if (socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
            throw new IOException("nobody listens there");
        }
    }

    private static SeedBootstrap handshake(final Socket socket, final int nodeId, final int nodeCount, final JobKey key,
                                           final BootstrapConfig config) throws IOException {
        try {
            final DataInputStream in = new DataInputStream(socket.getInputStream());
            final byte[] challenge = readHello(in, socket);
            final byte[] mine = JobKey.nonce();
            final String claim = SeedProtocol.claim(SeedProtocol.VERSION, nodeId, nodeCount);
            write(socket.getOutputStream(),
                SeedProtocol.join(nodeId, nodeCount, mine, key.proof(SeedProtocol.NODE_ROLE, challenge, mine, claim)));
            final String jobId = readWelcome(in, key.proof(SeedProtocol.SEED_ROLE, challenge, mine, claim));
            final SeedBootstrap joined =
                new SeedBootstrap(socket, in, new NodeIdentity(nodeId, nodeCount, jobId), key, config);
            joined.reader.start();
            return joined;
        } catch (final IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static byte[] readHello(final DataInputStream in, final Socket socket) throws IOException {
        final ByteBuffer hello = readFrame(in, in.readInt(), SeedProtocol.MAX_STRANGER_FRAME);
        if (hello.get() != SeedProtocol.HELLO || hello.getLong() != SeedProtocol.MAGIC) {
            throw notASeed(socket, null);
        }
        final int version = hello.getInt();
        if (version != SeedProtocol.VERSION) {
            throw new BootstrapException(BootstrapException.WRONG_PROTOCOL, "the seed speaks seed protocol " + version
                + ", this node " + SeedProtocol.VERSION + ". Install the same version of GMT on all hosts.");
        }
        return SeedProtocol.bytes(hello, JobKey.NONCE_LENGTH);
    }

    private static BootstrapException notASeed(final Socket socket, final Throwable cause) {
        return new BootstrapException(BootstrapException.WRONG_PROTOCOL, "the program that answers at "
            + socket.getRemoteSocketAddress()
            + " is not a seed of GMT. Check GMT_SEED.", cause);
    }

    private static String readWelcome(final DataInputStream in, final byte[] expectedProof) throws IOException {
        final ByteBuffer answer = readFrame(in, in.readInt(), 1 << 16);
        final byte type = answer.get();
        if (type == SeedProtocol.REFUSED) {
            throw BootstrapException.received(SeedProtocol.text(answer));
        }
        if (type != SeedProtocol.WELCOME
            || !JobKey.sameProof(SeedProtocol.bytes(answer, JobKey.MAC_LENGTH), expectedProof)) {
            throw new BootstrapException(BootstrapException.WRONG_KEY,
                "the seed does not know this node's job key. Set the same GMT_JOB_KEY on all nodes.");
        }
        return SeedProtocol.text(answer);
    }

    private static ByteBuffer readFrame(final DataInputStream in, final int length,
        final int maxLength) throws IOException {
        final byte[] bytes = new byte[requireLength(length, maxLength)];
        in.readFully(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static int requireLength(final int length, final int maxLength) {
        if (length < 1 || length > maxLength) {
            throw new BootstrapException(BootstrapException.WRONG_PROTOCOL,
                "a frame of " + length + " bytes came from the seed's address: no seed of GMT. Check GMT_SEED.");
        }
        return length;
    }

    private static void write(final OutputStream out, final ByteBuffer frame) throws IOException {
        out.write(frame.array(), frame.arrayOffset() + frame.position(), frame.remaining());
        out.flush();
    }

    @Override
    public NodeIdentity identity() {
        return identity;
    }

    @Override
    public byte[] secret(final String purpose) {
        return key.secret(purpose, identity.jobId());
    }

    @Override
    public String localAddress() {
        return socket.getLocalAddress().getHostAddress();
    }

    @Override
    public byte[][] allGather(final byte[] mine, final Duration limit) {
        if (mine.length > SeedProtocol.MAX_MEMBER_FRAME) {
            throw new IllegalArgumentException("contribution of " + mine.length + " bytes, at most "
                + SeedProtocol.MAX_MEMBER_FRAME);
        }
        final int round = nextRound++;
        try {
            send(SeedProtocol.gather(round, limit.toNanos(), mine));
        } catch (final IOException e) {
            LOG.debug("the seed is gone", e);   // the reader knows and reports the reason
        }
        final long joiningNs = round == 0 ? TimeUnit.MILLISECONDS.toNanos(config.joinTimeoutMs()) : 0;
        return await(round, joiningNs + limit.toNanos());
    }

    private byte[][] await(final int round, final long limitNs) {
        final Gathered result;
        try {
            result = poll(round, limitNs + SEED_ANSWERS_WITHIN_NS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BootstrapException(BootstrapException.GATHER_TIMEOUT, "interrupted in an all-gather", e);
        }
        if (result == null) {
            throw new BootstrapException(BootstrapException.GATHER_TIMEOUT,
                "all-gather " + round + " did not complete within " + TimeUnit.NANOSECONDS.toMillis(limitNs) + " ms.");
        }
        if (result.abortedBecause() != null) {
            results.add(result);   // keep it for the next all-gather
            throw BootstrapException.received(result.abortedBecause());
        }
        return result.values();
    }

    /** Passes over the late results of rounds that this node has given up. */
    private Gathered poll(final int round, final long limitNs) throws InterruptedException {
        final long startNs = System.nanoTime();
        Gathered result;
        do {
            result = results.poll(limitNs - (System.nanoTime() - startNs), TimeUnit.NANOSECONDS);
        } while (result != null && result.abortedBecause() == null && result.round() != round);
        return result;
    }

    @Override
    public void onFailure(final Consumer<NodeFailure> listener) {
        failures.listen(listener);
    }

    @Override
    public void reportFailure(final String why) {
        sendLast(SeedProtocol.textFrame(SeedProtocol.REPORT, why));
    }

    @Override
    public void leave() {
        ending = true;
        sendLast(SeedProtocol.frame(SeedProtocol.LEAVE));
    }

    private void sendLast(final ByteBuffer frame) {
        try {
            send(frame);
        } catch (final IOException e) {
            LOG.debug("the seed is gone", e);
        }
    }

    @Override
    public void close() {
        ending = true;
        // for another thread that is in one: nobody will answer it
        results.add(new Gathered(0, null, BootstrapException.GATHER_TIMEOUT + " this node has left the job."));
        try {
            socket.close();
        } catch (final IOException e) {
            LOG.debug("closing the connection to the seed", e);
        }
        awaitReader();
    }

    /** A closed cluster leaves no thread behind; the limit is for a failure listener that waits for the closing. */
    private void awaitReader() {
        if (Thread.currentThread() == reader) {
            return;
        }
        try {
            reader.join(READER_ENDS_WITHIN_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(final ByteBuffer frame) throws IOException {
        writeLock.lock();
        try {
            write(out, frame);
        } finally {
            writeLock.unlock();
        }
    }

    private void readAll() {
        String why;
        try {
            socket.setSoTimeout(Math.toIntExact(config.heartbeatMs()));
            why = readUntilSilent();
        } catch (final IOException | RuntimeException e) {
            why = e instanceof BufferUnderflowException ? "it sent a malformed frame" : "its connection closed ("
                + e.getMessage() + ")";
        }
        if (!ending) {
            lost(new NodeFailure(NodeFailure.SEED, why));
        }
    }

    private String readUntilSilent() throws IOException {
        final long limitNs = TimeUnit.MILLISECONDS.toNanos(config.silenceLimitMs());
        final long heartbeatNs = TimeUnit.MILLISECONDS.toNanos(config.heartbeatMs());
        final long pauseNs = heartbeatNs + Math.min(LONGEST_PAUSE_NS, limitNs / 2);
        long lastHeardNs = System.nanoTime();
        long lastTickNs = lastHeardNs;
        long lastBeatNs = lastHeardNs;
        while (true) {
            final boolean heard = readSome();
            final long nowNs = System.nanoTime();
            if (heard || nowNs - lastTickNs > pauseNs) {
                lastHeardNs = nowNs;   // after a pause of this process, silence is no proof
            }
            lastTickNs = nowNs;
            if (nowNs - lastHeardNs > limitNs) {
                return "silent for " + TimeUnit.NANOSECONDS.toSeconds(nowNs - lastHeardNs) + " s";
            }
            if (nowNs - lastBeatNs >= heartbeatNs) {
                lastBeatNs = nowNs;
                send(SeedProtocol.frame(SeedProtocol.BEAT));
            }
        }
    }

    /**
     * Reads what there is of a frame, and handles it when it is whole: the seed may stand in the middle of one.
     *
     * @return false when nothing arrived for a heartbeat interval
     */
    private boolean readSome() throws IOException {
        final ByteBuffer into = frameRead == null ? lengthRead : frameRead;
        final int count;
        try {
            count = in.read(into.array(), into.position(), into.remaining());
        } catch (final SocketTimeoutException e) {
            return false;
        }
        if (count < 0) {
            throw new IOException("end of stream");
        }
        into.position(into.position() + count);
        if (into.hasRemaining()) {
            return true;
        }
        into.rewind();
        if (frameRead == null) {
            frameRead = ByteBuffer.allocate(requireLength(lengthRead.getInt(0), SeedProtocol.MAX_SEED_FRAME));
        } else {
            frameRead = null;
            handle(into);
        }
        return true;
    }

    private void handle(final ByteBuffer frame) throws IOException {
        final byte type = frame.get();
        switch (type) {
            case SeedProtocol.GATHERED ->
                results.add(new Gathered(frame.getInt(), SeedProtocol.gatheredValues(frame, identity.nodeCount()),
                    null));
            case SeedProtocol.ABORTED -> results.add(new Gathered(0, null, SeedProtocol.text(frame)));
            case SeedProtocol.FAILED -> lost(new NodeFailure(frame.getInt(), SeedProtocol.text(frame)));
            case SeedProtocol.BEAT -> LOG.trace("beat");
            default -> throw new IOException("unknown frame type " + type);
        }
    }

    private void lost(final NodeFailure failure) {
        if (failures.add(failure)) {
            results.add(new Gathered(0, null, failure.message()));
        }
    }
}
