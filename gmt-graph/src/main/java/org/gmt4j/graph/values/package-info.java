/**
 * Answers for vertices as files: a line for each vertex with its id and a value, written by all nodes.
 *
 * <p>Floor: graphs and the runtime's arrays. Read first: {@link org.gmt4j.graph.values.VertexValues} (from a job),
 * {@link org.gmt4j.graph.values.ValueFile} (one process). The meaning of values belongs to the kernels.
 */
package org.gmt4j.graph.values;
