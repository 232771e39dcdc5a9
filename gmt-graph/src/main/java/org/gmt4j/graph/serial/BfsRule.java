package org.gmt4j.graph.serial;

/**
 * The five conditions by which Graph500 accepts the result of a BFS, in the order in which they are examined. The
 * predicates look at one vertex or one edge, so a distributed verifier applies them part by part and merges the {@link
 * BfsViolation}s.
 *
 * <p>A verifier (1) checks every reached vertex's parent with {@link #isRootValid} and {@link #isParentInside}, (2)
 * derives levels by following parents: a vertex that cannot reach the root in at most {@code vertices} steps is a
 * {@link #TREE} violation, (3) applies {@link #isTreeEdgeLevelValid} to each vertex and its parent where the BFS claims
 * levels of its own, (4) applies {@link #isWithinOneLevel} and {@link #isReachedTogether} to each edge of the graph,
 * and (5) asks for each vertex but the root whether the edge to its parent was seen among them.
 *
 * <p>In a directed graph an edge leads one way only: (4) becomes {@link #isWithinOneLevelBelow} and
 * {@link #isTargetReached} for each edge from its source to its target, and in (5) the edge must lead from the parent
 * to the vertex.
 *
 * @see "Graph500 benchmark specification, version 2.0, section on validation"
 */
public enum BfsRule {
    /** Parents form a tree with the given root: the root is its own parent, nobody else is, and there is no cycle. */
    TREE("the parents do not form a tree below the root"),
    /** Each tree edge joins vertices whose levels differ by exactly one. */
    TREE_EDGE_LEVELS("a tree edge does not join consecutive levels"),
    /**
     * Each edge of the graph joins vertices whose levels differ by at most one; of a directed graph, it leads at most
     * one level deeper.
     */
    EDGE_LEVELS("an edge of the graph spans more than one level"),
    /**
     * The tree reaches every vertex of the root's component: no edge joins a reached and an unreached vertex; of a
     * directed graph, none leads from a reached to an unreached one.
     */
    COMPONENT("an edge joins a reached and an unreached vertex"),
    /**
     * Each vertex and its parent are joined by an edge of the graph; of a directed graph, by one from the parent to the
     * vertex.
     */
    TREE_EDGES_EXIST("a tree edge is not an edge of the graph");

    /** Level and parent of a vertex that was not reached. */
    public static final long UNREACHED = -1;

    private final String text;

    BfsRule(final String text) {
        this.text = text;
    }

    /** The fault when the rule does not hold. */
    public String text() {
        return text;
    }

    /** The root is its own parent, and it is the only vertex that is. Part of {@link #TREE}. */
    public static boolean isRootValid(final long vertex, final long parent, final long root) {
        return (parent == vertex) == (vertex == root);
    }

    /**
     * A parent is a vertex or {@link #UNREACHED}. Part of {@link #TREE_EDGES_EXIST}, needed before parents are
     * followed.
     */
    public static boolean isParentInside(final long parent, final long vertexCount) {
        return parent >= UNREACHED && parent < vertexCount;
    }

    /** Condition of {@link #TREE_EDGE_LEVELS} for a reached vertex other than the root. */
    public static boolean isTreeEdgeLevelValid(final long level, final long parentLevel) {
        return parentLevel >= 0 && level == parentLevel + 1;
    }

    /** Condition of {@link #COMPONENT} for one edge. */
    public static boolean isReachedTogether(final long level, final long otherLevel) {
        return level == UNREACHED == (otherLevel == UNREACHED);
    }

    /** Condition of {@link #EDGE_LEVELS} for one edge whose ends are both reached or both not. */
    public static boolean isWithinOneLevel(final long level, final long otherLevel) {
        return Math.abs(level - otherLevel) <= 1;
    }

    /** Condition of {@link #COMPONENT} for one edge of a directed graph. */
    public static boolean isTargetReached(final long sourceLevel, final long targetLevel) {
        return sourceLevel == UNREACHED || targetLevel != UNREACHED;
    }

    /** Condition of {@link #EDGE_LEVELS} for one edge of a directed graph for which {@link #isTargetReached} holds. */
    public static boolean isWithinOneLevelBelow(final long sourceLevel, final long targetLevel) {
        return sourceLevel == UNREACHED || targetLevel <= sourceLevel + 1;
    }

    /** A violation of this rule by an edge, or by a vertex and its parent. */
    public BfsViolation violatedBy(final long vertex, final long other, final String details) {
        return new BfsViolation(this, vertex, other, details);
    }
}
