package org.gmt4j.bench.simulate;

import org.gmt4j.aggregation.topology.VirtualTopology;

/**
 * What is simulated.
 *
 * @param topology     nodes and their neighbours
 * @param processes    processes of each node, each with one operation under way
 * @param buffers      request buffers, and so credits, of each edge
 * @param bufferLength bytes of a buffer
 * @param gather       most blocks of one buffer; 1: each request travels alone, as in ARMCI
 * @param kind         what the processes do
 * @param payloadBytes what a put or an accumulate carries
 * @param waiting      what idle servers do
 * @param polling      what servers look at
 * @param replies      the way of answers
 * @param costs        what things take
 * @param seed         of the pauses between operations
 */
record ModelConfig(VirtualTopology topology, int processes, int buffers, int bufferLength, int gather,
                   RequestKind kind, int payloadBytes, Waiting waiting, Polling polling, Replies replies,
                   CostModel costs, long seed) {
}
