package org.gmt4j.graph.serial;

import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.DenseIds;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.MappedSource;
import org.gmt4j.graph.source.WeightKind;

/**
 * The listed edges of a source as one thread reads them, between the numbers that the library gives to vertices: 0, 1,
 * 2, ... in the order of their names; where names are texts these numbers stand for them. Nothing is dropped: loops and
 * parallel edges come, too. Edges are read again each time, not kept. Owned by one thread. Memory: none; of a source
 * that does not say how many vertices it has, 8 bytes for each of them; a table of names that are texts.
 */
public final class NumberedEdges {
    private final EdgeSource source;
    private final boolean isDirected;
    /** Null where the numbers of the source are those of the library. */
    private final DenseIds occurring;
    private final int vertexCount;

    /** Takes an edge. */
    @FunctionalInterface
    public interface Body {
        /**
         * Takes one.
         *
         * @param from   number of a vertex
         * @param to     number of a vertex
         * @param weight as a word of {@link NumberedEdges#weightKind}
         */
        void accept(int from, int to, long weight);
    }

    private NumberedEdges(final EdgeSource source, final boolean isDirected, final DenseIds occurring,
                          final int vertexCount) {
        this.source = source;
        this.isDirected = isDirected;
        this.occurring = occurring;
        this.vertexCount = vertexCount;
    }

    /**
     * Looks at a source; one that does not say how many vertices it has is read once.
     *
     * @param isDirected whether edges lead from their first vertex to their second one only
     * @throws GraphException GMT-307 for more vertices than a Java array holds
     */
    public static NumberedEdges of(final EdgeSource source, final boolean isDirected) {
        return source.hasTextNames() ? ofNumbers(TextEdges.of(source), isDirected) : ofNumbers(source, isDirected);
    }

    private static NumberedEdges ofNumbers(final EdgeSource source, final boolean isDirected) {
        if (source.vertexCount().isPresent()) {
            final long count = source.vertexCount().getAsLong();
            if (count > Integer.MAX_VALUE - 8) {
                throw new GraphException(GraphException.TOO_LARGE, source.name() + ": " + count
                    + " vertices are too many for one thread's arrays");
            }
            return new NumberedEdges(source, isDirected, null, (int) count);
        }
        final DenseIds ids = DenseIds.of(source, batch -> { });
        return new NumberedEdges(source, isDirected, ids, ids.size());
    }

    /** Reads all edges, those of an undirected graph in one direction. */
    public void forEach(final Body body) {
        source.forEachEdge(0, 1, batch -> {
            for (int i = 0; i < batch.count(); i++) {
                body.accept(number(batch.source(i)), number(batch.target(i)), batch.word(i));
            }
        });
    }

    /** Reads all edges, those of an undirected graph in both directions. */
    public void forEachDirection(final Body body) {
        forEach((from, to, weight) -> {
            body.accept(from, to, weight);
            if (!isDirected) {
                body.accept(to, from, weight);
            }
        });
    }

    private int number(final long id) {
        return (int) (occurring == null ? id : occurring.dense(id));
    }

    /** Returns the name of a vertex; names ascend with numbers. */
    public long name(final int number) {
        return source.originalId(occurring == null ? number : occurring.original(number));
    }

    /** Returns the number of a vertex by its name, -1 where there is none. Time O(log V). */
    public int find(final long name) {
        int low = 0;
        int high = vertexCount - 1;
        while (low <= high) {
            final int middle = (low + high) >>> 1;
            final long found = name(middle);
            if (found == name) {
                return middle;
            }
            if (found < name) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    public int vertexCount() {
        return vertexCount;
    }

    public boolean isDirected() {
        return isDirected;
    }

    /** What the weights are; without any each is one. */
    public WeightKind weightKind() {
        return source.weightKind();
    }

    /** The same edges as a source, whose vertices are these numbers; without weights that are no ints. */
    public EdgeSource toSource() {
        return occurring == null ? source : MappedSource.dense(source, occurring);
    }
}
