/**
 * {@code gmt simulate}: nodes, servers and links as a discrete-event model around the runtime's own routing, edge
 * credits, edge buffers and forward queues, for node counts that no machine at hand has. The result of the model
 * depends on its input and seed only, never on the machine or the clock.
 *
 * <p>Read {@link org.gmt4j.bench.simulate.ClusterModel} first, then {@link org.gmt4j.bench.simulate.ModelNode}, then
 * {@link org.gmt4j.bench.simulate.Cost}: the counted steps and their assumed times. Topologies and their state
 * machines do not belong here, see {@link org.gmt4j.aggregation.topology}.
 */
package org.gmt4j.bench.simulate;
