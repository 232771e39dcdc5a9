package org.gmt4j.aggregation.queue;

/**
 * Takes bulk data that belong to more than one place of this node: the packed answer to a strided or vectored get.
 * Called by the lane that issued the command, when its reply comes; must neither wait nor issue commands. Per command.
 */
public interface PackedReceiver {
    /**
     * @param address  of the data, valid during the call
     * @param length   bytes, without padding
     * @param position as given when the command was issued: which part of the whole they are
     */
    void receive(long address, int length, long position);
}
