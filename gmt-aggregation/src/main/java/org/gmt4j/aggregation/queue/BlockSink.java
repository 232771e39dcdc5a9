package org.gmt4j.aggregation.queue;

/** Takes the closed blocks of a lane: the aggregation queue of the next hop. Never refuses, never waits. */
public interface BlockSink {
    void accept(RequestBlock block);
}
