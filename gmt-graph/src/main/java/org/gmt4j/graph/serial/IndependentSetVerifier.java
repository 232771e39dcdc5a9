package org.gmt4j.graph.serial;

import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Judges a maximal independent set by what it is: no listed edge joins two of its vertices, and each other vertex has a
 * neighbour in it. The rounds are compared with those of one thread that draws the same order. Owned by one thread.
 * Reads the edges once for each answer; memory: rows of the whole graph, and 22 bytes a vertex.
 */
public final class IndependentSetVerifier {
    private final NumberedEdges edges;
    private final AnswerColumn members;
    private final int[] rounds;

    /** Reads the edges, and finds the rounds. */
    public IndependentSetVerifier(final NumberedEdges edges, final long seed) {
        this.edges = edges;
        members = new AnswerColumn(edges, "a round");
        rounds = SerialIndependentSet.rounds(LocalCsr.symmetrised(edges.toSource()), seed);
    }

    /** Begins with an answer: nobody is in the set. */
    public void begin() {
        members.begin();
    }

    /** Takes a vertex of the set and the round in which it has joined; they ascend. */
    public void accept(final long vertex, final long round) {
        members.accept(vertex, round);
    }

    /**
     * Ends an answer: what is wrong with it, or nothing.
     *
     * @param size members, as it says
     * @param last round, as it says
     */
    public Optional<String> verdict(final long size, final long last) {
        return members.mistake().or(this::violation).or(this::otherRound).or(() -> wrongEnd(size, last));
    }

    private Optional<String> wrongEnd(final long size, final long last) {
        if (members.count() != size) {
            return Optional.of("the set is said to have " + size + " vertices, not " + members.count());
        }
        final int largest = IntStream.of(rounds).map(Math::abs).max().orElse(0);
        return largest == last ? Optional.empty()
            : Optional.of("the last round is said to be " + last + ", not " + largest);
    }

    private Optional<String> violation() {
        final boolean[] isCovered = new boolean[edges.vertexCount()];
        final String[] mistake = new String[1];
        edges.forEach((from, to, weight) -> {
            if (from != to) {
                isCovered[from] |= members.has(to);
                isCovered[to] |= members.has(from);
                if (members.has(from) && members.has(to) && mistake[0] == null) {
                    mistake[0] = "an edge joins the vertices " + edges.name(from) + " and " + edges.name(to)
                        + " of the set";
                }
            }
        });
        for (int v = 0; v < isCovered.length && mistake[0] == null; v++) {
            if (!members.has(v) && !isCovered[v]) {
                mistake[0] = "vertex " + edges.name(v) + " is not in the set, nor is any neighbour of it";
            }
        }
        return Optional.ofNullable(mistake[0]);
    }

    private Optional<String> otherRound() {
        for (int v = 0; v < rounds.length; v++) {
            if (members.word(v) != Math.max(0, rounds[v])) {
                return Optional.of("vertex " + edges.name(v) + (members.has(v) ? " has joined in round "
                    + members.word(v) : " has not joined") + ", one thread says "
                    + (rounds[v] > 0 ? "in round " + rounds[v] : "it does not join"));
            }
        }
        return Optional.empty();
    }
}
