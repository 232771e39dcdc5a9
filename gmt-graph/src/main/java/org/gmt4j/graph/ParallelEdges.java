package org.gmt4j.graph;

/** Which weight is kept where several edges lead from one vertex to another and are stored once. */
public enum ParallelEdges {
    /**
     * That of the edge which is listed first: by its place in the columns or the file; of nodes that bring edges, the
     * node of the lowest number comes first.
     */
    FIRST,
    /** The sum of all; of doubles added from the smallest on. */
    SUM,
    /** The smallest. */
    MIN,
    /** The largest. */
    MAX
}
