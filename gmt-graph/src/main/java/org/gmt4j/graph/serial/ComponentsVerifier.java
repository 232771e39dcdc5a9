package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.Optional;

/**
 * Judges components: one thread joins the listed edges by union-find, and so finds each split and each wrong join.
 * Owned by one thread. Reads the edges once; memory 12 bytes a vertex.
 */
public final class ComponentsVerifier {
    private final NumberedEdges edges;
    private final UnionFind expected;
    private int next;
    private String mistake;

    public ComponentsVerifier(final NumberedEdges edges) {
        this.edges = edges;
        expected = new UnionFind(edges.vertexCount());
        edges.forEach((from, to, weight) -> expected.join(from, to));
    }

    /** Begins with an answer. */
    public void begin() {
        next = 0;
        mistake = null;
    }

    /**
     * Takes the label of the next vertex.
     *
     * @param vertex by its name; they ascend
     * @param label  name of the smallest vertex of its component
     */
    public void accept(final long vertex, final long label) {
        if (mistake == null && next < edges.vertexCount()) {
            if (vertex != edges.name(next)) {
                mistake = "vertex " + edges.name(next) + " has no component";
            } else if (label != edges.name(expected.find(next))) {
                mistake = "vertex " + vertex + " has component " + label + ", union-find by one thread says "
                    + edges.name(expected.find(next));
            }
        }
        next++;
    }

    /**
     * Ends an answer: what is wrong with it, or nothing.
     *
     * @param components as it says
     * @param largest    vertices of the largest one, as it says
     */
    public Optional<String> verdict(final long components, final long largest) {
        if (mistake == null && next != edges.vertexCount()) {
            return Optional.of(next + " vertices have a component, of " + edges.vertexCount());
        }
        if (mistake != null) {
            return Optional.of(mistake);
        }
        final int[] labels = new int[edges.vertexCount()];
        Arrays.setAll(labels, expected::find);
        return GroupSizes.difference(labels, "components", components, largest);
    }
}
