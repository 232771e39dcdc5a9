package org.gmt4j.graph;

import org.gmt4j.graph.csr.CsrGraph;

/**
 * Sizes of a graph on the node that has the most of it, for estimates. Immutable.
 *
 * @param vertices     of all nodes
 * @param rows         vertices of the node
 * @param edges        stored for them
 * @param nodes        number of nodes
 * @param vertexLength bytes of a vertex in arrays
 * @param isDirected   edges lead one way
 * @param lanes        of the node with the most of them: what a run keeps for each thread
 */
record RunSizes(long vertices, long rows, long edges, int nodes, int vertexLength, boolean isDirected,
                int lanes) {

    static RunSizes of(final CsrGraph graph, final int nodes, final int lanes) {
        return new RunSizes(graph.vertexCount(), graph.rowsPerNode(), graph.targets().size() / nodes, nodes,
            CsrGraph.targetLength(graph.vertexCount()), !graph.symmetric(), lanes);
    }

    /** Of the rows of the graph. */
    long rowBytes() {
        return 12 * rows + vertexLength * edges;
    }

    /** Of the rows of a directed graph made anew, against their direction. */
    long reversedBytes() {
        return 12 * rows + (vertexLength + 8) * edges;
    }
}
