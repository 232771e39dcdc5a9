package org.gmt4j.aggregation.server;

/** Takes one block of an incoming buffer. */
public interface BlockConsumer {
    /**
     * @param address of the block's header; valid only during the call
     * @param length  of the block, header included; bounds already checked
     * @return false: not now, deliver it again later; nothing of it has been executed
     */
    boolean onBlock(long address, int length);
}
