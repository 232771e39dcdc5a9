package org.gmt4j.aggregation.transport.connect;

/**
 * Carries short frames between nodes, out of band and at most in good times: frames may be lost, doubled, reordered,
 * late, or come from anybody. Owned by the thread of the transport, except {@link #close()} after that thread has
 * stopped. Never waits.
 */
public interface ControlChannel extends AutoCloseable {
    /** @return where others reach this node; opaque */
    byte[] localAddress();

    /**
     * Tells where everybody is. Once, before the first frame.
     *
     * @param addresses by node id
     * @throws org.gmt4j.aggregation.transport.TransportException when an address makes no sense
     */
    void connect(byte[][] addresses);

    /** Sends a frame, or loses it. */
    void send(int node, byte[] frame, int length, long nowNs);

    /**
     * Hands over the frames that have arrived.
     *
     * @return frames handed over
     */
    int poll(FrameHandler handler, int limit, long nowNs);

    /** @return whether a poll that finds nothing costs next to nothing: then it is done more often */
    default boolean isCheapToPoll() {
        return false;
    }

    /**
     * Asks for a call, on the thread of whoever sends, each time a frame can be taken here. Once, before connect.
     *
     * @param listener to be called; must not wait
     * @return whether the channel does so for every frame; if not, the owner must look by itself
     */
    default boolean onArrival(final Runnable listener) {
        return false;
    }

    /** @return whether a poll would hand over a frame; only asked where {@link #onArrival} is kept */
    default boolean hasPending() {
        return false;
    }

    @Override
    void close();

    /** Takes one frame; the bytes belong to the channel and are valid during the call. */
    @FunctionalInterface
    interface FrameHandler {
        /**
         * @param from for messages: where it seems to come from
         */
        void onFrame(byte[] frame, int length, Object from);
    }

    /** Opens the channel of one node. */
    @FunctionalInterface
    interface Factory {
        ControlChannel open(int nodeId, int nodeCount);
    }
}
