package org.gmt4j.graph.serial;

import java.util.Optional;

/**
 * Judges components: one thread joins the listed edges by union-find, and so finds each split and each wrong join.
 * Owned by one thread. Reads the edges once; memory 4 bytes a vertex.
 */
public final class ComponentsVerifier {
    private final NumberedEdges edges;
    private final UnionFind expected;
    private int next;
    private long found;
    private String mistake;

    public ComponentsVerifier(final NumberedEdges edges) {
        this.edges = edges;
        expected = new UnionFind(edges.vertexCount());
        edges.forEach((from, to, weight) -> expected.join(from, to));
    }

    /** Begins with an answer. */
    public void begin() {
        next = 0;
        found = 0;
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
        found += vertex == label ? 1 : 0;
        next++;
    }

    /** Ends an answer that claims so many components: what is wrong with it, or nothing. */
    public Optional<String> verdict(final long components) {
        if (mistake == null && next != edges.vertexCount()) {
            return Optional.of(next + " vertices have a component, of " + edges.vertexCount());
        }
        return mistake == null && found != components ? Optional.of("there are said to be " + components
            + " components, not " + found) : Optional.ofNullable(mistake);
    }
}
