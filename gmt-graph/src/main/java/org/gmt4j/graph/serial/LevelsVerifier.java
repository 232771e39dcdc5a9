package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.Optional;

/**
 * Judges numbers of steps from a vertex by a certificate, whatever has found them: the source has none; an edge leads
 * to no vertex more than one step farther; and to each vertex one leads from a vertex one step nearer. Owned by one
 * thread. Reads the edges once for {@link #width} answers; memory: 13 bytes a vertex, and 4 for each of these.
 */
public final class LevelsVerifier {
    private static final int WIDEST = 16;
    /** Of a vertex that was not reached: farther than any level. */
    private static final int NONE = 1 << 30;

    private final NumberedEdges edges;
    private final AnswerColumn column;
    private final int width;
    /** By vertex, of each answer that waits: its level, or {@link #NONE}. */
    private final int[] levels;
    /** By vertex, a bit of each answer: an edge leads to it from a vertex one step nearer. */
    private final int[] borneOut;
    private final long[] sources;
    private final long[] mosts;
    private int count;

    /** @param answers that are often judged together */
    public LevelsVerifier(final NumberedEdges edges, final long answers) {
        this.edges = edges;
        column = new AnswerColumn(edges, "a level");
        final int vertices = edges.vertexCount();
        width = Math.max(1, Math.min(width(answers), (Integer.MAX_VALUE - 8) / Math.max(1, vertices)));
        levels = new int[width * vertices];
        borneOut = new int[vertices];
        sources = new long[width];
        mosts = new long[width];
    }

    /** The number of answers that are judged in one pass over the edges, of so many. */
    public static int width(final long answers) {
        return (int) Math.min(WIDEST, answers);
    }

    /** Begins with an answer: no vertex was reached. */
    public void begin() {
        column.begin();
    }

    /** Takes the steps to a vertex that was reached; they ascend. */
    public void accept(final long vertex, final long steps) {
        column.accept(vertex, steps);
    }

    /**
     * Ends an answer. Returns what is wrong with it, or with those that wait for a pass over the edges, as far as is
     * known now: {@link #verdict} tells the rest. After a mistake, none waits.
     *
     * @param most    vertices farther away need not be reached
     * @param reached vertices, as the answer says
     */
    public Optional<String> end(final long source, final long most, final long reached) {
        final String mistake = ofColumn(source, most, reached);
        if (mistake != null) {
            count = 0;
            return Optional.of(from(source, mistake));
        }
        sources[count] = source;
        mosts[count++] = most;
        return count == width ? verdict() : Optional.empty();
    }

    private static String from(final long source, final String mistake) {
        return "from " + source + ": " + mistake;
    }

    private String ofColumn(final long source, final long most, final long reached) {
        if (column.mistake().isPresent()) {
            return column.mistake().get();
        }
        if (column.count() != reached) {
            return reached + " vertices are said to be reached, of which " + column.count() + " have a level";
        }
        final int root = edges.find(source);
        if (root < 0 || !column.has(root) || column.word(root) != 0) {
            return "the source " + source + " is not at 0 steps";
        }
        for (int v = 0; v < borneOut.length; v++) {
            final long level = column.word(v);
            if (column.has(v) && (level < 0 || level > Math.min(most, NONE - 1) || level == 0 && v != root)) {
                return notBorneOut(v, level);
            }
            levels[v * width + count] = column.has(v) ? (int) level : NONE;
        }
        return null;
    }

    private String notBorneOut(final int vertex, final long level) {
        return "vertex " + edges.name(vertex) + " is said to be " + level
            + " steps away: no edge leads to it from a vertex one step nearer";
    }

    /** Returns what is wrong with the answers that wait, or nothing. */
    public Optional<String> verdict() {
        final int answers = count;
        count = 0;
        if (answers == 0) {
            return Optional.empty();
        }
        Arrays.fill(borneOut, 0);
        final String[] found = new String[1];
        edges.forEachDirection((from, to, weight) -> {
            int bits = 0;
            int farthest = 0;
            for (int answer = 0; answer < answers; answer++) {      // no branches: levels cannot be foretold
                final int step = levels[to * width + answer] - levels[from * width + answer];
                bits |= (step == 1 ? 1 : 0) << answer;
                farthest = Math.max(farthest, step);
            }
            borneOut[to] |= bits;
            if (farthest > 1 && found[0] == null) {
                found[0] = tooFar(from, to, answers);
            }
        });
        for (int v = 0; v < borneOut.length && found[0] == null; v++) {
            for (int answer = 0; answer < answers && found[0] == null; answer++) {
                final int level = levels[v * width + answer];
                if (level > 0 && level != NONE && (borneOut[v] >>> answer & 1) == 0) {
                    found[0] = from(sources[answer], notBorneOut(v, level));
                }
            }
        }
        return Optional.ofNullable(found[0]);
    }

    /** Some vertex has not been reached over an edge, or is too far away. */
    private String tooFar(final int from, final int to, final int answers) {
        for (int answer = 0; answer < answers; answer++) {
            final int level = levels[from * width + answer];
            final int there = levels[to * width + answer];
            if (there - level > 1 && level < mosts[answer]) {
                return from(sources[answer], "vertex " + edges.name(to) + (there == NONE ? " was not reached" : " is "
                    + there + " steps away") + ", but over " + edges.name(from) + " it is " + (level + 1));
            }
        }
        return null;
    }
}
