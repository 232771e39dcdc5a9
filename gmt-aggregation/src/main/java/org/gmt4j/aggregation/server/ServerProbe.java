package org.gmt4j.aggregation.server;

import org.gmt4j.aggregation.queue.FlushReason;

/** What the communication server tells of the buffers it sends, where somebody wants to know; null everywhere else. Its thread. Per buffer. */
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
