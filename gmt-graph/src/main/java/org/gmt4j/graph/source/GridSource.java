package org.gmt4j.graph.source;

import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;

/**
 * Streets on a grid, as a road map without its bends: vertex {@code row * columns + column} is joined with the next one
 * in its row and in its column. Undirected, with whole weights from 1 to {@link #MOST_WEIGHT}, by the seed and the
 * index of the edge. Immutable, any thread.
 *
 * <pre>
 * edges   first those along rows, {@code rows * (columns - 1)} of them, then those along columns
 * </pre>
 */
public final class GridSource implements EdgeSource {
    /** Largest weight of an edge. */
    public static final int MOST_WEIGHT = 255;

    private final long rows;
    private final long columns;
    private final long alongRows;
    private final CounterRandom random;

    /**
     * @param rows    1 or more
     * @param columns 1 or more; 2^40 vertices at most
     */
    public GridSource(final long rows, final long columns, final long seed) {
        if (rows < 1 || columns < 1 || rows > VERTEX_LIMIT / columns) {
            throw new GraphException(GraphException.BAD_GRAPH_OPTION, "a grid of " + rows + " by " + columns
                + " crossings: each 1 or more, together at most " + VERTEX_LIMIT);
        }
        this.rows = rows;
        this.columns = columns;
        alongRows = rows * (columns - 1);
        random = new CounterRandom(seed, 6);
    }

    /**
     * A grid of {@code 2^scale} crossings: a square, or two squares side by side.
     *
     * @param scale 0 to 40
     */
    public static GridSource ofScale(final int scale, final long seed) {
        UniformSource.checkSize(scale, 1);
        final int half = scale / 2;
        return new GridSource(1L << half, 1L << (scale - half), seed);
    }

    /** How many rows of crossings there are. */
    public long rows() {
        return rows;
    }

    /** How many crossings a row has. */
    public long columns() {
        return columns;
    }

    @Override
    public String name() {
        return "grid-" + rows + "x" + columns;
    }

    @Override
    public OptionalLong vertexCount() {
        return OptionalLong.of(rows * columns);
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.of(alongRows + (rows - 1) * columns);
    }

    @Override
    public boolean directed() {
        return false;
    }

    @Override
    public boolean weighted() {
        return true;
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        return new IndexedCursor(PartRange.of(edgeCount().getAsLong(), part, parts)) {
            @Override
            void generate(final long first, final long end, final EdgeBatch batch) {
                for (long index = first; index < end; index++) {
                    add(index, batch);
                }
            }
        };
    }

    private void add(final long index, final EdgeBatch batch) {
        final int weight = 1 + (int) CounterRandom.bounded(random.at(index), MOST_WEIGHT);
        if (index < alongRows) {
            final long row = index / (columns - 1);
            final long vertex = index + row;                    // a row has an edge less than vertices
            batch.add(vertex, vertex + 1, weight);
        } else {
            final long vertex = index - alongRows;
            batch.add(vertex, vertex + columns, weight);
        }
    }
}
