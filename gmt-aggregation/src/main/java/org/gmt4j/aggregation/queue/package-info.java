/**
 * The two levels of aggregation and their way back. Floor A2.
 *
 * <p>{@link org.gmt4j.aggregation.queue.Aggregator} gathers the commands of one thread per destination into
 * {@link org.gmt4j.aggregation.queue.RequestBlock}s; {@link org.gmt4j.aggregation.queue.AggregationQueue} gathers
 * closed blocks of all threads per next hop. {@link org.gmt4j.aggregation.queue.ReplyBuffers} gathers the replies.
 * Nothing here waits and nothing here knows the meaning of a command.
 *
 * <p>The parts of an aggregator are {@link org.gmt4j.aggregation.queue.BlocksInFlight},
 * {@link org.gmt4j.aggregation.queue.Transfers} and {@link org.gmt4j.aggregation.queue.NodeFailures}: callers ask them.
 */
package org.gmt4j.aggregation.queue;
