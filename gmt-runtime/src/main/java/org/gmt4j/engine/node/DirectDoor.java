package org.gmt4j.engine.node;

import java.util.function.Consumer;
import org.gmt4j.aggregation.queue.DirectSender;
import org.gmt4j.aggregation.queue.RequestBlock;

/**
 * Sends a lane's long data straight into the transport, from within bodies of tasks. Failures are reported to the
 * thread before the body can mistake them for its own, or hide them. Server's thread only. Per block.
 */
final class DirectDoor implements DirectSender {
    private final DirectSender server;
    private final Consumer<Throwable> onFailure;

    /** @param onFailure receives failures, which are then rethrown */
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
