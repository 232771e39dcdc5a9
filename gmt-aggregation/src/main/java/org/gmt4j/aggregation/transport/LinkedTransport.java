package org.gmt4j.aggregation.transport;

/**
 * A transport whose streams can be made, admitted and given back one by one. Used directly it opens streams on first
 * use and reads everything that its own checks let pass; behind a gate it reads admitted streams only.
 */
public interface LinkedTransport extends Transport, Links {
    /**
     * From now on only admitted streams are read, and claims find only streams that were created. Before the first
     * claim.
     */
    void gate();

    /** @return true when others than the nodes of the job, and their user, can send to it */
    boolean isExposed();

    /** @return within a delivery: the node whose stream the buffer came in */
    int deliveringNode();

    /** @return within a delivery: the upper half of the ticket by which the stream was admitted */
    int deliveringStream();

    /** @return true when every claim answers {@link #CLOSED}: closed, or the driver was lost */
    boolean isLost();
}
