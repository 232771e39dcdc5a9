package org.gmt4j.engine.onesided;

/**
 * Takes bytes that another node has announced to a port, when all of one transfer have come. Called by the lane that
 * they came to; must neither wait nor issue commands. Per transfer.
 */
public interface ValueReceiver {
    /**
     * Takes a transfer.
     *
     * @param origin the node that has sent it
     * @param head   nine words, as the sender wrote them
     * @param data   the receiver's own
     */
    void arrived(int origin, long[] head, byte[] data);
}
