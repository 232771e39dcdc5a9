package org.gmt4j.graph;

/** Which weight is kept where several edges lead from one vertex to another and are stored once. */
public enum ParallelEdges {
    /**
     * That of the edge which is listed first: by its place in the columns or the file; files come in the order of
     * their names, and of nodes that bring edges, the node of the lowest number comes first. The rows of a query come
     * as the data base gives them; where they are dealt to the nodes by a column, any of them may be the first.
     */
    FIRST,
    /** The sum of all; of doubles added from the smallest on. */
    SUM,
    /** The smallest. */
    MIN,
    /** The largest. */
    MAX
}
