package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.Optional;

/**
 * Judges a BFS result on one thread by the five Graph500 rules, independently of how it was found: an empty result
 * means that it is right. Directed graphs are judged by the direction of their edges. Time O(vertices + stored edges *
 * log degree for tree edges), memory 4 bytes per vertex.
 */
public final class SerialBfsVerifier {
    private static final int UNREACHED = BfsTree.UNREACHED;
    private static final int UNKNOWN = -2;
    private static final int ON_PATH = -3;

    private final LocalCsr graph;
    private final int root;
    private final int[] parent;

    private SerialBfsVerifier(final LocalCsr graph, final int root, final int[] parent) {
        if (parent.length != graph.vertexCount()) {
            throw new IllegalArgumentException(
                "parent has " + parent.length + " elements, the graph " + graph.vertexCount() + " vertices");
        }
        this.graph = graph;
        this.root = root;
        this.parent = parent;
    }

    /** Verifies parents; levels are derived from them, so rule 2 holds by construction. */
    public static Optional<BfsViolation> verify(final LocalCsr graph, final int root, final int[] parent) {
        return new SerialBfsVerifier(graph, root, parent).verify(null);
    }

    /** Verifies parents and the levels that the search claims for them. */
    public static Optional<BfsViolation> verify(final LocalCsr graph, final int root, final int[] parent,
                                                final int[] level) {
        return new SerialBfsVerifier(graph, root, parent).verify(level);
    }

    private Optional<BfsViolation> verify(final int[] claimedLevels) {
        return checkParents()
            .or(this::checkTree)
            .or(() -> checkTreeLevels(claimedLevels))
            .or(() -> checkEdges(claimedLevels == null ? deriveLevels() : claimedLevels))
            .or(this::checkTreeEdgesExist);
    }

    private Optional<BfsViolation> checkParents() {
        for (int v = 0; v < parent.length; v++) {
            if (!BfsRule.isRootValid(v, parent[v], root)) {
                return Optional.of(BfsRule.TREE.violatedBy(v, parent[v],
                    v == root ? "the root must be its own parent" : "only the root " + root + " is its own parent"));
            }
            if (!BfsRule.isParentInside(parent[v], parent.length)) {
                return Optional.of(BfsRule.TREE_EDGES_EXIST.violatedBy(v, parent[v],
                    "the parent is outside 0.." + (parent.length - 1)));
            }
        }
        return Optional.empty();
    }

    private Optional<BfsViolation> checkTree() {
        final int[] level = deriveLevels();
        for (int v = 0; v < level.length; v++) {
            if (level[v] == UNKNOWN) {
                return Optional.of(BfsRule.TREE.violatedBy(v, parent[v],
                    "following the parents does not lead to the root"));
            }
        }
        return Optional.empty();
    }

    /** Levels by following parents; vertices with a parent but without a way to the root keep UNKNOWN. */
    private int[] deriveLevels() {
        final int[] level = new int[parent.length];
        Arrays.fill(level, UNKNOWN);
        level[root] = 0;
        final int[] path = new int[parent.length];
        for (int v = 0; v < level.length; v++) {
            int length = 0;
            int ancestor = v;
            while (level[ancestor] == UNKNOWN && parent[ancestor] != UNREACHED) {
                level[ancestor] = ON_PATH;
                path[length++] = ancestor;
                ancestor = parent[ancestor];
            }
            assignPath(level, path, length, ancestor);
        }
        for (int v = 0; v < level.length; v++) {
            if (parent[v] == UNREACHED) {
                level[v] = UNREACHED;
            } else if (level[v] == ON_PATH) {
                level[v] = UNKNOWN;
            }
        }
        return level;
    }

    /**
     * A path that ends at a vertex with a level gets levels; any other keeps ON_PATH, so that it is never walked again.
     */
    private static void assignPath(final int[] level, final int[] path, final int length, final int ancestor) {
        int depth = level[ancestor];
        for (int i = length - 1; i >= 0 && depth >= 0; i--) {
            level[path[i]] = ++depth;
        }
    }

    private Optional<BfsViolation> checkTreeLevels(final int[] level) {
        if (level == null) {
            return Optional.empty();
        }
        for (int v = 0; v < parent.length; v++) {
            final boolean valid = parent[v] == UNREACHED ? level[v] == UNREACHED
                : v == root ? level[v] == 0 : BfsRule.isTreeEdgeLevelValid(level[v], level[parent[v]]);
            if (!valid) {
                return Optional.of(BfsRule.TREE_EDGE_LEVELS.violatedBy(v, parent[v], "level " + level[v]
                    + (parent[v] == UNREACHED ? " without a parent" : ", parent's level " + level[parent[v]])));
            }
        }
        return Optional.empty();
    }

    private Optional<BfsViolation> checkEdges(final int[] level) {
        BfsViolation first = null;
        final int[] offsets = graph.offsets();
        for (int v = 0; v < parent.length; v++) {
            for (int e = offsets[v]; e < offsets[v + 1]; e++) {
                final BfsViolation found = checkEdge(v, graph.targets()[e], level);
                if (found != null && (first == null || found.compareTo(first) < 0)) {
                    first = found;
                }
            }
        }
        return Optional.ofNullable(first);
    }

    private BfsViolation checkEdge(final int vertex, final int other, final int[] level) {
        final boolean isReached = graph.symmetric() ? BfsRule.isReachedTogether(level[vertex], level[other])
            : BfsRule.isTargetReached(level[vertex], level[other]);
        if (!isReached) {
            return BfsRule.COMPONENT.violatedBy(vertex, other, "levels " + level[vertex] + " and " + level[other]);
        }
        final boolean isNear = graph.symmetric() ? BfsRule.isWithinOneLevel(level[vertex], level[other])
            : BfsRule.isWithinOneLevelBelow(level[vertex], level[other]);
        if (!isNear) {
            return BfsRule.EDGE_LEVELS.violatedBy(vertex, other, "levels " + level[vertex] + " and " + level[other]);
        }
        return null;
    }

    private Optional<BfsViolation> checkTreeEdgesExist() {
        for (int v = 0; v < parent.length; v++) {
            if (v != root && parent[v] != UNREACHED && !graph.hasEdge(parent[v], v)) {
                return Optional.of(BfsRule.TREE_EDGES_EXIST.violatedBy(v, parent[v], "no such edge"));
            }
        }
        return Optional.empty();
    }
}
