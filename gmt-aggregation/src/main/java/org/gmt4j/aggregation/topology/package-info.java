/**
 * Virtual topologies: which nodes have request buffers for each other, and by which neighbours a request travels. Pure
 * arithmetic and state machines that know neither threads nor transport, so that a simulator runs the same code. Floor
 * A1.
 *
 * <p>Read {@link org.gmt4j.aggregation.topology.VirtualTopology} first, then
 * {@link org.gmt4j.aggregation.topology.RoutingRule}, then {@link org.gmt4j.aggregation.topology.EdgeBuffers}. Moving
 * bytes does not belong here.
 *
 * @see "Yu, Tipparaju, Que, Vetter: Virtual Topologies for Scalable Resource Management and Contention Attenuation in a
 *     Global Address Space Model on the Cray XT5, ICPP 2011"
 */
package org.gmt4j.aggregation.topology;
