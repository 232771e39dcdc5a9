package org.gmt4j.aggregation.server;

/**
 * The node's side of a {@link CommunicationServer}: receives incoming blocks, on the server's thread.
 *
 * @param requests executes request blocks for this node
 * @param replies  applies reply blocks; never refuses for want of an output buffer
 * @param losses   hears of buffers that the transport has lost
 */
public record BlockReceivers(BlockConsumer requests, BlockConsumer replies, BufferReader.LossListener losses) {
}
