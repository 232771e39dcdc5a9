package org.gmt4j.aggregation.topology;

/**
 * Neighbours differ in one coordinate of a mesh: mfcg, cfcg and hypercube are such graphs of two, three and many
 * dimensions.
 */
final class HammingGraph extends VirtualTopology {
    HammingGraph(final TopologyKind kind, final Shape shape, final RoutingRule rule, final int nodeCount) {
        super(kind, shape, rule, nodeCount);
    }

    @Override
    public int nextHop(final int from, final int target) {
        return from == target ? target : rule().nextHop(shape(), nodeCount(), from, target);
    }

    @Override
    public int hopCount(final int from, final int target) {
        return shape().distance(from, target);
    }
}
