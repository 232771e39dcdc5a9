package org.gmt4j.aggregation.queue;

import java.util.function.Consumer;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BufferHeader;

/**
 * Gathers reply blocks per next hop straight into network buffers: a reply block is written once and never queued by
 * itself. Owned by one helper. Per block.
 *
 * <p>A claim is refused (0) when no buffer is free; the caller then leaves the request unexecuted and lets the
 * transport press back on its sender. Replies never wait for anything but their own stream, which the other side always
 * drains.
 */
public final class ReplyBuffers {
    /** Replies from here on are worth a network buffer of their own. */
    private static final int DIRECT_LENGTH = 6 * 1024;

    private final NetworkBuffer[] filling;
    private final int[] fillingNodes;
    private final int[] fillingIndex;
    private int fillingCount;
    private final BufferPool pool;
    private final Consumer<NetworkBuffer> sealed;
    private final int maxLength;
    /** Null: replies go straight to their destinations. */
    private final Routes routes;
    private long refusedCount;
    private DirectSender direct;
    private boolean isDirect;

    /** @param sealed takes full buffers: the door of the communication server */
    public ReplyBuffers(final AggregationConfig config, final int nodeCount, final Consumer<NetworkBuffer> sealed) {
        this(config, nodeCount, sealed, null);
    }

    /** Where replies are routed: gathers them by the neighbour that leads to their destinations. */
    public ReplyBuffers(final AggregationConfig config, final Routes routes, final Consumer<NetworkBuffer> sealed) {
        this(config, routes.topology().nodeCount(), sealed, routes);
    }

    private ReplyBuffers(final AggregationConfig config, final int nodeCount, final Consumer<NetworkBuffer> sealed,
                         final Routes routes) {
        this.routes = routes;
        filling = new NetworkBuffer[nodeCount];
        fillingNodes = new int[nodeCount];
        fillingIndex = new int[nodeCount];
        pool = new BufferPool(config.replyBuffers(), config.bufferLength());
        this.sealed = sealed;
        maxLength = config.bufferLength() - BufferHeader.LENGTH;
    }

    /**
     * From now on long replies are written straight into the transport, unless they are routed: the helper shares the
     * server's thread.
     */
    public void sendDirectly(final DirectSender sender) {
        direct = sender;
    }

    /**
     * True when the block just claimed lies in the transport: it can neither be extended nor trimmed, and nothing else
     * may be sent before {@link #commitDirect()}.
     */
    public boolean isDirect() {
        return isDirect;
    }

    /** Sends the block just claimed. */
    public void commitDirect() {
        isDirect = false;
        direct.commitReply();
    }

    private int hop(final int destination) {
        return routes == null ? destination : routes.nextHop(destination);
    }

    /** Space for one reply block of {@code length} bytes to {@code destination}, or 0: nothing free now. */
    public long claim(final int destination, final int length) {
        final int node = hop(destination);
        if (length <= 0 || length > maxLength) {
            throw new IllegalArgumentException("a reply block of " + length + " B, expected 8 .. " + maxLength
                + ": the length of a network buffer without its header");
        }
        if (length >= DIRECT_LENGTH && direct != null && routes == null) {
            final long at = direct.claimReply(node, length);
            if (at != 0) {
                isDirect = true;
                return at;
            }
        }
        NetworkBuffer buffer = filling[node];
        if (buffer != null && !buffer.hasRoom(length)) {
            seal(node);
            buffer = null;
        }
        if (buffer == null) {
            buffer = open(node);
            if (buffer == null) {
                refusedCount++;
                return 0;
            }
        }
        return buffer.claim(length);
    }

    /** As {@link #claim}, for blocks that others wait for less than for replies: refused while few buffers are left. */
    public long claimSpare(final int destination, final int length) {
        final NetworkBuffer buffer = filling[hop(destination)];
        return (buffer == null || !buffer.hasRoom(length)) && pool.isScarce() ? 0 : claim(destination, length);
    }

    /**
     * As {@link #claim}, for blocks that arrive in the order in which they were claimed, and that others wait for less
     * than for replies: refused while few buffers are left. Where {@link #sendDirectly} applies, a long block that the
     * transport refuses is refused here, too.
     */
    public long claimInOrder(final int destination, final int length) {
        final int node = hop(destination);
        if (direct != null && routes == null) {
            if (filling[node] != null) {
                seal(node);
            }
            final long at = direct.claimReplyInOrder(node, length);
            isDirect = at != 0;
            return at;
        }
        return claimSpare(destination, length);
    }

    /** Longest block. */
    public int maxLength() {
        return maxLength;
    }

    /** More space right behind the block just claimed, or 0 when it does not fit. */
    public long extend(final int destination, final int length) {
        final int node = hop(destination);
        return filling[node].hasRoom(length) ? filling[node].claim(length) : 0;
    }

    /** Gives back the last bytes of the block just claimed. */
    public void trim(final int destination, final int length) {
        filling[hop(destination)].unclaim(length);
    }

    private NetworkBuffer open(final int node) {
        NetworkBuffer buffer = pool.take();
        if (buffer == null && fillingCount > 0) {
            flushAll();
            buffer = pool.take();
        }
        if (buffer != null) {
            buffer.reset(node);
            filling[node] = buffer;
            fillingIndex[node] = fillingCount;
            fillingNodes[fillingCount++] = node;
        }
        return buffer;
    }

    private void seal(final int node) {
        final NetworkBuffer buffer = filling[node];
        filling[node] = null;
        final int last = fillingNodes[--fillingCount];
        fillingNodes[fillingIndex[node]] = last;
        fillingIndex[last] = fillingIndex[node];
        sealed.accept(buffer);
    }

    /** Hands every buffer that holds replies to the server. */
    public void flushAll() {
        while (fillingCount > 0) {
            seal(fillingNodes[fillingCount - 1]);
        }
    }

    public boolean isEmpty() {
        return fillingCount == 0;
    }

    public long refusedCount() {
        return refusedCount;
    }

    /** Bytes of the buffers that exist. */
    public long memoryInBytes() {
        return pool.memoryInBytes();
    }

    public void close() {
        pool.close();
    }
}
