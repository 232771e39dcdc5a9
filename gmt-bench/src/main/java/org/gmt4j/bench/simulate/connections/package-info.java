/**
 * {@code gmt simulate connections}: which processes of an application talk to which nodes, and so how many connections
 * it needs when these are made on demand. Patterns run the applications' own loops over owners of data, without data.
 *
 * <p>Read {@link org.gmt4j.bench.simulate.connections.Pattern} first, then
 * {@link org.gmt4j.bench.simulate.connections.ConnectionTable}, then
 * {@link org.gmt4j.bench.simulate.connections.ConnectionsReport}. Real connections do not belong here, see
 * {@code gmt bench connect}; nor does anything about time but the two protocols' costs.
 */
package org.gmt4j.bench.simulate.connections;
