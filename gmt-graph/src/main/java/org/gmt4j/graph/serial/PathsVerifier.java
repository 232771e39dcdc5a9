package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.Optional;

/**
 * Judges shortest paths by a certificate, whatever has found them: no listed edge leads to a vertex on a shorter way
 * than its distance, each vertex that was reached has a parent, an edge from there that makes up the difference, and
 * parents lead to the source. They are the smallest ones where that is asked for. Owned by one thread. Reads the edges
 * once for each answer; memory 17 bytes a vertex.
 */
public final class PathsVerifier {
    /** Doubles hold all whole numbers up to here. */
    private static final double EXACT = 1L << 53;
    private static final int NONE = -1;

    private final NumberedEdges edges;
    private final boolean isWeighted;
    private final boolean isSmallest;
    private final double[] distances;
    /** As the answer says, then only where an edge bears it out. */
    private final int[] parents;
    private final boolean[] isBorneOut;
    /** Edges that lead from vertices which were reached, those of undirected graphs in both directions. */
    private long directions;
    private String mistake;
    private String smaller;
    private int next;

    /** By the weights of edges. */
    public PathsVerifier(final NumberedEdges edges) {
        this(edges, true, false);
    }

    /**
     * By the weights of edges; of several parents over edges that add something the smallest has to be taken. Lengths
     * that doubles may not hold exactly are left out of that.
     */
    public static PathsVerifier ofSmallestParents(final NumberedEdges edges) {
        return new PathsVerifier(edges, true, true);
    }

    /** Each edge counts one. */
    public static PathsVerifier ofSteps(final NumberedEdges edges) {
        return new PathsVerifier(edges, false, false);
    }

    private PathsVerifier(final NumberedEdges edges, final boolean isWeighted, final boolean isSmallest) {
        this.edges = edges;
        this.isWeighted = isWeighted;
        this.isSmallest = isSmallest;
        distances = new double[edges.vertexCount()];
        parents = new int[edges.vertexCount()];
        isBorneOut = new boolean[edges.vertexCount()];
    }

    /** Begins with an answer: no vertex was reached. */
    public void begin() {
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        Arrays.fill(parents, NONE);
        Arrays.fill(isBorneOut, false);
        mistake = null;
        smaller = null;
        next = 0;
    }

    /** Takes the distance of a vertex that was reached; they ascend. */
    public void distance(final long vertex, final double distance) {
        final int at = seek(vertex);
        if (at >= 0) {
            distances[at] = distance;
        }
    }

    /** Takes the parent of a vertex that was reached; they ascend, and come after all distances. */
    public void parent(final long vertex, final long parent) {
        final int at = edges.find(vertex);
        if (at >= 0) {
            parents[at] = edges.find(parent);
        } else {
            wrong("there is no vertex " + vertex);
        }
    }

    private int seek(final long vertex) {
        while (next < distances.length && edges.name(next) < vertex) {
            next++;
        }
        if (next < distances.length && edges.name(next) == vertex) {
            return next;
        }
        wrong("there is no vertex " + vertex);
        return NONE;
    }

    private void wrong(final String text) {
        if (mistake == null) {
            mistake = text;
        }
    }

    /**
     * Ends an answer: what is wrong with it, or nothing.
     *
     * @param reached  vertices, as it says
     * @param listed   edges that lead from these vertices, as it says; each edge of an undirected graph once
     * @param farthest the largest distance, as it says
     */
    public Optional<String> verdict(final long source, final long reached, final long listed, final double farthest) {
        final int root = edges.find(source);
        if (root < 0 || distances[root] != 0 || parents[root] != root) {
            wrong("the source " + source + " is not at distance 0, and its own parent");
        } else {
            isBorneOut[root] = true;
            directions = 0;
            edges.forEachDirection((from, to, word) -> look(from, to,
                isWeighted ? edges.weightKind().number(word) : 1));
            checkParents();
            checkTree(root);
            checkSums(reached, listed, farthest);
            if (smaller != null) {
                wrong(smaller);
            }
        }
        return Optional.ofNullable(mistake);
    }

    private void look(final int from, final int to, final double weight) {
        directions += distances[from] == Double.POSITIVE_INFINITY ? 0 : 1;
        final double way = distances[from] + weight;
        if (way == Double.POSITIVE_INFINITY) {
            return;
        }
        final double slack = way > EXACT ? 2 * Math.ulp(way) : 0;
        if (distances[to] > way + slack) {
            wrong("vertex " + edges.name(to) + " has distance " + distances[to] + ", but over " + edges.name(from)
                + " it is " + way);
        }
        if (parents[to] == from && distances[to] >= way - slack) {
            isBorneOut[to] = true;
        }
        if (isSmallest && smaller == null && way == distances[to] && way <= EXACT && distances[from] < way) {
            lookForSmaller(from, to);
        }
    }

    /** Over the edge leads a shortest path, and it adds something. */
    private void lookForSmaller(final int from, final int to) {
        final int parent = parents[to];
        if (parent >= 0 && (from < parent || distances[parent] == distances[to])) {
            smaller = "vertex " + edges.name(to) + " has the parent " + edges.name(parent)
                + ", but a shortest path leads over " + edges.name(from) + (from < parent ? ", which is smaller"
                : ", and by an edge that adds something");
        }
    }

    private void checkParents() {
        for (int v = 0; v < distances.length && mistake == null; v++) {
            if (distances[v] != Double.POSITIVE_INFINITY && !isBorneOut[v]) {
                wrong("vertex " + edges.name(v) + " at distance " + distances[v] + ": no edge from its parent "
                    + (parents[v] < 0 ? "(it has none)" : edges.name(parents[v])) + " makes up the difference");
            } else if (distances[v] == Double.POSITIVE_INFINITY && parents[v] >= 0) {
                wrong("vertex " + edges.name(v) + " was not reached, and has a parent");
            }
        }
    }

    private void checkSums(final long reached, final long listed, final double farthest) {
        long count = 0;
        double largest = 0;
        for (final double distance : distances) {
            if (distance != Double.POSITIVE_INFINITY) {
                count++;
                largest = Math.max(largest, distance);
            }
        }
        final long edgesOfThese = edges.isDirected() ? directions : directions / 2;
        if (count != reached || edgesOfThese != listed || largest != farthest) {
            wrong(reached + " vertices and " + listed + " edges are said to be reached, the farthest at distance "
                + farthest + "; it is " + count + ", " + edgesOfThese + " and " + largest);
        }
    }

    /** Parents lead to the source: each way is gone along once, until a vertex of which it is known. */
    private void checkTree(final int root) {
        final int[] visits = new int[parents.length];
        visits[root] = -1;
        for (int v = 0; v < parents.length && mistake == null; v++) {
            int at = v;
            while (parents[at] >= 0 && visits[at] == 0) {
                visits[at] = v + 1;
                at = parents[at];
            }
            if (parents[at] >= 0 && visits[at] == v + 1) {
                wrong("the parents of vertex " + edges.name(v) + " run in a circle");
            }
            for (int back = v; visits[back] == v + 1; back = parents[back]) {
                visits[back] = -1;
            }
        }
    }
}
