package org.gmt4j.cli.topology;

import java.util.Optional;
import org.gmt4j.aggregation.topology.BufferMemory;
import org.gmt4j.aggregation.topology.RequestTree;
import org.gmt4j.aggregation.topology.VirtualTopology;

/**
 * All that is told of a topology.
 *
 * @param tree    requests to the node that was asked for, if one was
 * @param memory  request buffers of a node with most neighbours
 */
public record TopologyReport(VirtualTopology topology, Optional<RequestTree> tree, BufferMemory memory) {

    /** Neighbours of a node, on average. */
    double meanNeighbours() {
        return (double) topology.edgeCount() / topology.nodeCount();
    }
}
