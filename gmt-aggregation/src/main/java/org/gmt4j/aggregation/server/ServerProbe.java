package org.gmt4j.aggregation.server;

import org.gmt4j.aggregation.queue.FlushReason;

/**
 * Receives the buffers that the communication server sends, for a profile; null without one. Its thread. Per buffer.
 */
public interface ServerProbe {
    /**
     * A buffer of requests has gone.
     *
     * @param length bytes, headers included
     * @param blocks blocks in it
     */
    void requestsSent(int hop, int length, int blocks, FlushReason reason);

    /** A buffer of replies, notices, data of transfers or acknowledgements has gone. */
    void repliesSent(int hop, int length);
}
