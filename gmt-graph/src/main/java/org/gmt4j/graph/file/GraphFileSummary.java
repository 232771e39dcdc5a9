package org.gmt4j.graph.file;

/**
 * The size of a written file.
 *
 * @param vertexCount number of vertices
 * @param edgeCount   number of listed edges
 * @param lengthBytes length of the file
 */
public record GraphFileSummary(long vertexCount, long edgeCount, long lengthBytes) {
}
