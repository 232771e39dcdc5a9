/**
 * {@code gmt simulate transpose}: a matrix transposed by processes that put or get their blocks through one server
 * thread for each node, which may share a core with a process. A discrete-event model of its own, since the one for
 * contention has requests of one kind to one node; events and costs are those of {@link org.gmt4j.bench.simulate}.
 *
 * <p>Read {@link org.gmt4j.bench.simulate.transpose.TransposeModel} first, then
 * {@link org.gmt4j.bench.simulate.transpose.Transfer}, then {@link org.gmt4j.bench.simulate.transpose.Core}. Real
 * transposes do not belong here, see {@code gmt bench eager}.
 */
package org.gmt4j.bench.simulate.transpose;
