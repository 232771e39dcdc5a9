package org.gmt4j.aggregation.queue;

/** Where a lane hands over its closed blocks: the aggregation queue of the next hop. Never refuses, never waits. */
public interface BlockSink {
    void accept(RequestBlock block);
}
