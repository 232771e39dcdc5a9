package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.Optional;

/**
 * The values of an answer by the numbers of vertices, as a judge takes them: ascending, each with the name of its
 * vertex. Owned by one thread. Memory: 9 bytes a vertex.
 */
final class AnswerColumn {
    private final NumberedEdges edges;
    private final String what;
    private final long[] words;
    private final boolean[] isGiven;
    private int next;
    private int count;
    private String mistake;

    /** @param what each vertex has, with an article, for messages */
    AnswerColumn(final NumberedEdges edges, final String what) {
        this.edges = edges;
        this.what = what;
        words = new long[edges.vertexCount()];
        isGiven = new boolean[edges.vertexCount()];
    }

    /** Begins with an answer: no vertex has a value, and a word of zero. */
    void begin() {
        Arrays.fill(words, 0);
        Arrays.fill(isGiven, false);
        next = 0;
        count = 0;
        mistake = null;
    }

    /** Takes the value of a vertex; they ascend. */
    void accept(final long vertex, final long word) {
        while (next < words.length && edges.name(next) < vertex) {
            next++;
        }
        if (next == words.length || edges.name(next) != vertex) {
            mistake = mistake == null ? "there is no vertex " + vertex + ", or it has come before" : mistake;
            return;
        }
        words[next] = word;
        isGiven[next++] = true;
        count++;
    }

    void accept(final long vertex, final double value) {
        accept(vertex, Double.doubleToRawLongBits(value));
    }

    /** Vertices that have a value. */
    int count() {
        return count;
    }

    boolean has(final int number) {
        return isGiven[number];
    }

    long word(final int number) {
        return words[number];
    }

    double real(final int number) {
        return Double.longBitsToDouble(words[number]);
    }

    /** Returns what is wrong with the names, or nothing. */
    Optional<String> mistake() {
        return Optional.ofNullable(mistake);
    }

    /** Returns what is wrong where each vertex should have a value, or nothing. */
    Optional<String> gap() {
        return mistake != null || count == words.length ? mistake()
            : Optional.of(count + " vertices have " + what + ", of " + words.length);
    }

    /** Values are names of vertices: returns their numbers, -1 where there is none. */
    int[] vertices() {
        final int[] numbers = new int[words.length];
        for (int v = 0; v < numbers.length; v++) {
            numbers[v] = isGiven[v] ? edges.find(words[v]) : -1;
        }
        return numbers;
    }
}
