package org.gmt4j.graph.serial;

/**
 * A maximal independent set by one thread of plain Java, in rounds: an order of the vertices is drawn by a hash; those
 * join that come before all of their undecided neighbours, and neighbours of those that have joined leave. Stateless;
 * O(log V) rounds with high probability, each O(E) at most. Memory: 12 bytes a vertex.
 *
 * @see "Luby, A Simple Parallel Algorithm for the Maximal Independent Set Problem, SIAM J. Comput. 15, 1986"
 */
public final class SerialIndependentSet {
    private static final int UNDECIDED = 0;

    private SerialIndependentSet() {
    }

    /**
     * Finds it in a graph whose rows are symmetric.
     *
     * @return per vertex the round, from 1 on, in which it has joined, or as a negative number, in which it has left
     */
    public static int[] rounds(final LocalCsr graph, final long seed) {
        final int[] states = new int[graph.vertexCount()];
        final int[] undecided = new int[states.length];
        final int[] decisions = new int[states.length];
        for (int v = 0; v < states.length; v++) {
            undecided[v] = v;
        }
        int count = states.length;
        for (int round = 1; count > 0; round++) {
            for (int i = 0; i < count; i++) {
                decisions[i] = decide(graph, states, undecided[i], seed, round);
            }
            int left = 0;
            for (int i = 0; i < count; i++) {
                states[undecided[i]] = decisions[i];
                if (decisions[i] == UNDECIDED) {
                    undecided[left++] = undecided[i];
                }
            }
            count = left;
        }
        return states;
    }

    private static int decide(final LocalCsr graph, final int[] states, final int vertex, final long seed,
                              final int round) {
        final int[] targets = graph.targets();
        final int end = graph.offsets()[vertex + 1];
        final long rank = rank(vertex, seed);
        boolean isFirst = true;
        for (int e = graph.offsets()[vertex]; e < end; e++) {
            final int state = states[targets[e]];
            if (state > UNDECIDED) {
                return -round;
            }
            isFirst &= state != UNDECIDED || rank(targets[e], seed) > rank;
        }
        return isFirst ? round : UNDECIDED;
    }

    private static long rank(final int vertex, final long seed) {
        return SerialCommunities.hash(vertex + seed * 0x9E3779B97F4A7C15L);
    }
}
