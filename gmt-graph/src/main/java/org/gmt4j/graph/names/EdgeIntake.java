package org.gmt4j.graph.names;

import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.NameTable;
import org.gmt4j.graph.memory.WordBuckets;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Edges between names that one thread of a node has taken in: each end as the number of its name among those that the
 * thread has seen. Per edge: two look-ups of a hash table. Owned by one thread; read by others after the last edge.
 *
 * <p>Memory: 8 bytes an edge, and a {@link NameTable}, which ends when its names have become vertices.
 */
final class EdgeIntake implements AutoCloseable {
    private final NameTable names = new NameTable();
    private final WordBuckets edges = new WordBuckets(1);
    /** By number of the name: the vertex; null before. */
    private LocalView vertices;

    void add(final EdgeSource source, final EdgeBatch batch) {
        final boolean isSame = source.ids() == EdgeSource.Ids.SAME;
        for (int i = 0; i < batch.count(); i++) {
            add(isSame ? batch.source(i) : source.originalId(batch.source(i)),
                isSame ? batch.target(i) : source.originalId(batch.target(i)));
        }
    }

    void add(final long[] from, final long[] to) {
        for (int i = 0; i < from.length; i++) {
            add(from[i], to[i]);
        }
    }

    private void add(final long from, final long to) {
        if (names.count() > NameTable.MOST - 2) {
            throw new GraphException(GraphException.TOO_LARGE, "more than " + names.count()
                + " names of vertices come in through one thread: take more nodes");
        }
        edges.add(0, (long) names.number(from) << 32 | names.number(to));
    }

    NameTable names() {
        return names;
    }

    long edgeCount() {
        return edges.count(0);
    }

    /** Room for the vertex of each name. */
    LocalView openVertices(final boolean isWide) {
        vertices = LocalView.allocate(names.count(), isWide);
        return vertices;
    }

    int segmentCount() {
        return edges.segmentCount(0);
    }

    LocalView segment(final int segment) {
        return edges.segment(0, segment);
    }

    /** Adds edges {@code from .. to - 1} of a segment, as vertices. */
    void copy(final LocalView segment, final long from, final long to, final EdgeBatch batch) {
        final LocalView table = vertices;
        for (long i = from; i < to; i++) {
            final long edge = segment.word(i);
            batch.add(table.get(edge >>> 32), table.get(edge & 0xFFFF_FFFFL));
        }
    }

    @Override
    public void close() {
        names.close();
        edges.close();
        if (vertices != null) {
            vertices.close();
        }
    }
}
