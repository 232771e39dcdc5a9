/**
 * Names of vertices: edges between any longs come in, become edges between vertices 0, 1, 2, ..., and answers get their
 * names back.
 *
 * <p>Floor: the runtime's arrays and {@code graph.memory}; knows neither graphs nor searches. Read first:
 * {@link org.gmt4j.graph.names.VertexNames}, {@link org.gmt4j.graph.names.NameDirectory},
 * {@link org.gmt4j.graph.names.Intake}.
 */
package org.gmt4j.graph.names;
