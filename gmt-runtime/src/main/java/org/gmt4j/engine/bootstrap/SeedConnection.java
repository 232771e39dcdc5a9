package org.gmt4j.engine.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The seed's end of one connection: cuts the stream into frames, and queues output that cannot be written yet. Owned by
 * the {@link SeedServer}'s thread. Reads at most {@link #limitFrames(int)} bytes ahead, so a stranger costs little.
 *
 * <pre> STRANGER ──valid JOIN──► MEMBER ──LEAVE──► LEFT any ──► CLOSED </pre>
 */
final class SeedConnection {

    /** Node id of a stranger. */
    static final int NOBODY = -1;

    private static final int INITIAL_CAPACITY = 512;

    final byte[] challenge = JobKey.nonce();
    final long acceptedNs;
    /** Remote address, without the port. */
    final String source;
    long lastHeardNs;
    int nodeId = NOBODY;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Deque<ByteBuffer> outgoing = new ArrayDeque<>();
    private ByteBuffer incoming = ByteBuffer.allocate(INITIAL_CAPACITY);
    private int maxFrame = SeedProtocol.MAX_STRANGER_FRAME;
    private boolean closeWhenWritten;

    SeedConnection(final SocketChannel channel, final SelectionKey key, final long nowNs) {
        this.channel = channel;
        this.key = key;
        this.acceptedNs = nowNs;
        this.source = channel.socket().getInetAddress() == null ? "nowhere"
            : channel.socket().getInetAddress().getHostAddress();
        this.lastHeardNs = nowNs;
    }

    void limitFrames(final int maxFrameLength) {
        this.maxFrame = maxFrameLength;
    }

    boolean isMember() {
        return nodeId != NOBODY;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    String remote() {
        try {
            return String.valueOf(channel.getRemoteAddress());
        } catch (final IOException e) {
            return "a closed connection";
        }
    }

    /** Reads the available bytes. Returns false at the end of the stream. */
    boolean fill(final long nowNs) throws IOException {
        final int count = channel.read(incoming);
        if (count > 0) {
            lastHeardNs = nowNs;
        }
        return count >= 0;
    }

    /**
     * @return the next whole frame (type and payload), valid until the next call, or null; throws when its length is
     *         out of range
     */
    ByteBuffer nextFrame() throws IOException {
        if (incoming.position() < Integer.BYTES) {
            return null;
        }
        final int length = incoming.getInt(0);
        if (length < 1 || length > maxFrame) {
            throw new IOException("frame of " + length + " bytes where at most " + maxFrame + " are expected");
        }
        if (incoming.position() < Integer.BYTES + length) {
            makeRoom(Integer.BYTES + length);
            return null;
        }
        final ByteBuffer frame = ByteBuffer.allocate(length);
        incoming.flip().position(Integer.BYTES);
        frame.put(0, incoming, Integer.BYTES, length);
        incoming.position(Integer.BYTES + length);
        incoming.compact();
        return frame;
    }

    private void makeRoom(final int capacity) {
        if (incoming.capacity() < capacity) {
            incoming = ByteBuffer.allocate(capacity).put(incoming.flip());
        }
    }

    void send(final ByteBuffer frame) {
        outgoing.add(frame.duplicate());
        flush();
    }

    /** Writes as much as the socket takes; the rest when it is writable again. */
    void flush() {
        try {
            while (!outgoing.isEmpty()) {
                channel.write(outgoing.peek());
                if (outgoing.peek().hasRemaining()) {
                    key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                    return;
                }
                outgoing.remove();
            }
            if (closeWhenWritten) {
                close();
            } else if (key.isValid()) {
                key.interestOps(SelectionKey.OP_READ);
            }
        } catch (final IOException e) {
            outgoing.clear();   // the read side detects the end of the stream and reports it
        }
    }

    /** Returns whether the connection closes once its output has been written. */
    boolean isFinished() {
        return closeWhenWritten;
    }

    /** Closes after the last frame has been written. */
    void finish() {
        closeWhenWritten = true;
        flush();
    }

    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (final IOException e) {
            // ignored: nothing depends on it any more
        }
    }
}
