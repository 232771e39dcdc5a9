package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.Optional;

/**
 * Judges strong components by a certificate, whatever has found them: each is named by its smallest vertex; from that
 * one paths within the component lead to all of its vertices, and back; and components can be put into an order in
 * which edges lead forward only, so none could be joined. Owned by one thread. Time O(V + E); memory: rows of the whole
 * graph in both directions, and 34 bytes a vertex.
 */
public final class StrongComponentsVerifier {
    private final LocalCsr graph;
    private final LocalCsr reversed;
    private final NumberedEdges edges;
    private final AnswerColumn column;
    private int[] labels = new int[0];

    /** Reads the edges and makes rows of them. */
    public StrongComponentsVerifier(final NumberedEdges edges) {
        this.edges = edges;
        graph = LocalCsr.of(edges.toSource(), edges.isDirected());
        reversed = edges.isDirected() ? graph.reversed() : graph;
        column = new AnswerColumn(edges, "a component");
    }

    /** Begins with an answer. */
    public void begin() {
        column.begin();
    }

    /**
     * Takes the label of the next vertex.
     *
     * @param vertex by its name; they ascend
     * @param label  name of the smallest vertex of its component
     */
    public void accept(final long vertex, final long label) {
        column.accept(vertex, label);
    }

    /**
     * Ends an answer: what is wrong with it, or nothing.
     *
     * @param components as it says
     * @param largest    vertices of the largest one, as it says
     */
    public Optional<String> verdict(final long components, final long largest) {
        labels = column.vertices();
        return column.gap().or(this::badName).or(() -> unreached(graph, " to ")).or(() -> unreached(reversed, " from "))
            .or(this::circle).or(() -> GroupSizes.difference(labels, "components", components, largest));
    }

    private Optional<String> badName() {
        for (int v = 0; v < labels.length; v++) {
            if (labels[v] < 0 || labels[v] > v || labels[labels[v]] != labels[v]) {
                return Optional.of("vertex " + edges.name(v) + " has component " + column.word(v)
                    + ", which is not the smallest vertex of one");
            }
        }
        return Optional.empty();
    }

    /** A vertex to which no path within its component leads from the smallest one. */
    private Optional<String> unreached(final LocalCsr rows, final String direction) {
        final boolean[] isReached = new boolean[labels.length];
        final int[] queue = new int[labels.length];
        for (int root = 0; root < labels.length; root++) {
            if (labels[root] == root) {
                search(rows, root, isReached, queue);
            }
        }
        for (int v = 0; v < labels.length; v++) {
            if (!isReached[v]) {
                return Optional.of("vertex " + edges.name(v) + " has component " + edges.name(labels[v])
                    + ", but no path within it leads" + direction + "that vertex");
            }
        }
        return Optional.empty();
    }

    private void search(final LocalCsr rows, final int root, final boolean[] isReached, final int[] queue) {
        int end = 1;
        queue[0] = root;
        isReached[root] = true;
        for (int at = 0; at < end; at++) {
            for (int e = rows.offsets()[queue[at]]; e < rows.offsets()[queue[at] + 1]; e++) {
                final int target = rows.targets()[e];
                if (labels[target] == root && !isReached[target]) {
                    isReached[target] = true;
                    queue[end++] = target;
                }
            }
        }
    }

    /** Components that lie on a circle: they are one. Takes away those to which no edge leads, again and again. */
    private Optional<String> circle() {
        final int[] arriving = new int[labels.length];
        forEachBetween((from, to) -> arriving[to]++);
        final int[] members = byComponent();
        final int[] queue = new int[labels.length];
        int end = 0;
        for (int v = 0; v < labels.length; v++) {
            if (labels[v] == v && arriving[v] == 0) {
                queue[end++] = v;
            }
        }
        for (int at = 0; at < end; at++) {
            for (int m = queue[at]; m >= 0; m = members[m]) {
                for (int e = graph.offsets()[m]; e < graph.offsets()[m + 1]; e++) {
                    final int label = labels[graph.targets()[e]];
                    if (label != queue[at] && --arriving[label] == 0) {
                        queue[end++] = label;
                    }
                }
            }
        }
        for (int v = 0; v < labels.length; v++) {
            if (arriving[v] > 0) {
                return Optional.of("component " + edges.name(v) + " is not the whole one: it lies on a circle of"
                    + " components, or behind one");
            }
        }
        return Optional.empty();
    }

    /** The vertices of a component as a list: each has the next one, the last one -1. */
    private int[] byComponent() {
        final int[] next = new int[labels.length];
        Arrays.fill(next, -1);
        for (int v = labels.length - 1; v >= 0; v--) {
            if (labels[v] != v) {
                next[v] = next[labels[v]];
                next[labels[v]] = v;
            }
        }
        return next;
    }

    /** Takes an edge between two components. */
    private interface Between {
        void accept(int from, int to);
    }

    private void forEachBetween(final Between body) {
        for (int v = 0; v < labels.length; v++) {
            for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                if (labels[graph.targets()[e]] != labels[v]) {
                    body.accept(labels[v], labels[graph.targets()[e]]);
                }
            }
        }
    }
}
