package org.gmt4j.graph.serial;

import java.util.Optional;

/**
 * Judges numbers of steps from a vertex by a certificate, whatever has found them: the source has none; an edge leads
 * to no vertex more than one step farther; and to each vertex one leads from a vertex one step nearer. Owned by one
 * thread. Reads the edges once for each answer; memory: 10 bytes a vertex.
 */
public final class LevelsVerifier {
    private final NumberedEdges edges;
    private final AnswerColumn levels;

    public LevelsVerifier(final NumberedEdges edges) {
        this.edges = edges;
        levels = new AnswerColumn(edges, "a level");
    }

    /** Begins with an answer: no vertex was reached. */
    public void begin() {
        levels.begin();
    }

    /** Takes the steps to a vertex that was reached; they ascend. */
    public void accept(final long vertex, final long steps) {
        levels.accept(vertex, steps);
    }

    /**
     * Ends an answer: what is wrong with it, or nothing.
     *
     * @param most    vertices farther away need not be reached
     * @param reached vertices, as the answer says
     */
    public Optional<String> verdict(final long source, final long most, final long reached) {
        if (levels.mistake().isPresent()) {
            return levels.mistake();
        }
        return levels.count() == reached ? verdict(source, most) : Optional.of(reached
            + " vertices are said to be reached, of which " + levels.count() + " have a level");
    }

    private Optional<String> verdict(final long source, final long most) {
        final int root = edges.find(source);
        if (root < 0 || !levels.has(root) || levels.word(root) != 0) {
            return Optional.of("the source " + source + " is not at 0 steps");
        }
        final boolean[] isBorneOut = new boolean[edges.vertexCount()];
        final String[] mistake = new String[1];
        edges.forEachDirection((from, to, weight) -> {
            if (levels.has(from)) {
                final long step = levels.word(from) + 1;
                if (step <= most && (!levels.has(to) || levels.word(to) > step) && mistake[0] == null) {
                    mistake[0] = "vertex " + edges.name(to) + (levels.has(to) ? " is " + levels.word(to)
                        + " steps away" : " was not reached") + ", but over " + edges.name(from) + " it is " + step;
                }
                isBorneOut[to] |= levels.has(to) && levels.word(to) == step;
            }
        });
        for (int v = 0; v < isBorneOut.length && mistake[0] == null; v++) {
            if (levels.has(v) && v != root && (!isBorneOut[v] || levels.word(v) > most)) {
                mistake[0] = "vertex " + edges.name(v) + " is said to be " + levels.word(v)
                    + " steps away: no edge leads to it from a vertex one step nearer";
            }
        }
        return Optional.ofNullable(mistake[0]);
    }
}
