package org.gmt4j.aggregation.queue;

/**
 * One end of a rendezvous: the source or the target of its bytes. Called by the lane that it was given to; must neither
 * wait nor issue commands. Per piece.
 */
public interface TransferEnd {
    /**
     * Copies {@code length} bytes, those at {@code position} in packed order, from here to the address or from the
     * address to here.
     *
     * @return null, or why it cannot be done
     */
    CommandFailure move(long packed, int length, long position);

    /** Nothing more will be moved. Called once. */
    default void released() {
    }
}
