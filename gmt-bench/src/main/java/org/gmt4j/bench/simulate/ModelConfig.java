package org.gmt4j.bench.simulate;

import org.gmt4j.aggregation.topology.VirtualTopology;

/**
 * A cluster and its work, to be simulated.
 *
 * @param topology nodes and their neighbours
 * @param load     the work of the processes
 * @param buffers  memory of an edge
 * @param server   behaviour of the nodes' servers
 * @param costs    of single steps
 */
record ModelConfig(VirtualTopology topology, Load load, Buffers buffers, Server server, CostModel costs) {
    /**
     * The work of the processes.
     *
     * @param processes    of each node, each with one operation under way
     * @param kind         of operation
     * @param payloadBytes of a put or an accumulate
     * @param seed         of the pauses between operations
     */
    record Load(int processes, RequestKind kind, int payloadBytes, long seed) {
    }

    /**
     * Request buffers of an edge.
     *
     * @param count  buffers, and so credits
     * @param length bytes of a buffer
     * @param gather most blocks of one buffer; 1: each request travels alone, as in ARMCI
     */
    record Buffers(int count, int length, int gather) {
    }

    /**
     * Behaviour of a server.
     *
     * @param waiting while idle
     * @param polling streams that it looks at
     * @param replies the way of answers
     */
    record Server(Waiting waiting, Polling polling, Replies replies) {
    }
}
