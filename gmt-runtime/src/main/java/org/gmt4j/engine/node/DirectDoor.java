package org.gmt4j.engine.node;

import java.util.function.Consumer;
import org.gmt4j.aggregation.queue.DirectSender;
import org.gmt4j.aggregation.queue.RequestBlock;

/**
 * The way of a lane's long data straight into the transport, which leads through bodies of tasks: what breaks there is
 * told to the thread before the body can take it for a failure of its own, or hide it. Only the server's thread. Per
 * block.
 */
final class DirectDoor implements DirectSender {
    private final DirectSender server;
    private final Consumer<Throwable> onFailure;

    /** @param onFailure told of what breaks, which is then thrown on */
    DirectDoor(final DirectSender server, final Consumer<Throwable> onFailure) {
        this.server = server;
        this.onFailure = onFailure;
    }

    @Override
    public boolean send(final RequestBlock block, final Object source, final long from, final int length) {
        try {
            return server.send(block, source, from, length);
        } catch (final Throwable cause) {
            onFailure.accept(cause);
            throw cause;
        }
    }

    @Override
    public int maxBlockLength() {
        return server.maxBlockLength();
    }

    @Override
    public long claimReply(final int node, final int length) {
        try {
            return server.claimReply(node, length);
        } catch (final Throwable cause) {
            onFailure.accept(cause);
            throw cause;
        }
    }

    @Override
    public long claimReplyInOrder(final int node, final int length) {
        try {
            return server.claimReplyInOrder(node, length);
        } catch (final Throwable cause) {
            onFailure.accept(cause);
            throw cause;
        }
    }

    @Override
    public void commitReply() {
        server.commitReply();
    }
}
