package org.gmt4j.aggregation.topology;

/** Everybody is everybody's neighbour: one hop, no forwarding. */
final class FullyConnectedGraph extends VirtualTopology {
    FullyConnectedGraph(final Shape shape, final RoutingRule rule, final int nodeCount) {
        super(TopologyKind.FCG, shape, rule, nodeCount);
    }

    @Override
    public int nextHop(final int from, final int target) {
        return target;
    }

    @Override
    public int hopCount(final int from, final int target) {
        return from == target ? 0 : 1;
    }
}
