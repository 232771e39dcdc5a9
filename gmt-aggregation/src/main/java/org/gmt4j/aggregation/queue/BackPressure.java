package org.gmt4j.aggregation.queue;

/**
 * The action of a lane while it has no block or no credit: make progress (poll, execute, send) or wait a little. Called
 * on the lane's thread, again and again until a reply has freed something.
 */
public interface BackPressure {
    /** @param attempt how often in a row it has been called, from 0: the caller's idle ladder. */
    void relieve(int attempt);

    /** Called each time a lane has filled a block and wants the next: keeps the node responsive during long loops. */
    void blockClosed();

    /** Nanoseconds of the lane's clock, read now. */
    long nowNs();
}
