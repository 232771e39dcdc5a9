package org.gmt4j.graph.source;

import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;

/**
 * The generator of the GMT poster: every vertex has a random degree, uniform in {@code 0 .. maxDegree}, to uniform
 * random targets, and can be gone along in both directions. Parts are ranges of vertices; the edges of a vertex depend
 * only on the seed and its id.
 *
 * @see "Morari et al., GMT: Enabling Easy Development and Efficient Execution of Irregular Applications (poster), 2013"
 */
public final class PosterSource implements EdgeSource {
    private final long vertices;
    private final long maxDegree;
    private final CounterRandom degrees;
    private final CounterRandom targets;

    public PosterSource(final long vertices, final long maxDegree, final long seed) {
        if (vertices < 1 || vertices > VERTEX_LIMIT) {
            throw new GraphException(GraphException.BAD_GRAPH_OPTION,
                "vertex count " + vertices + " is outside 1.." + VERTEX_LIMIT);
        }
        if (maxDegree < 0 || maxDegree > Integer.MAX_VALUE) {
            throw new GraphException(GraphException.BAD_GRAPH_OPTION,
                "largest degree " + maxDegree + " is outside 0.." + Integer.MAX_VALUE);
        }
        this.vertices = vertices;
        this.maxDegree = maxDegree;
        this.degrees = new CounterRandom(seed, 3);
        this.targets = new CounterRandom(seed, 4);
    }

    @Override
    public String name() {
        return "poster-" + vertices + "-" + maxDegree;
    }

    @Override
    public OptionalLong vertexCount() {
        return OptionalLong.of(vertices);
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.empty();
    }

    /** As all generators: each edge is taken in both directions. */
    @Override
    public boolean directed() {
        return false;
    }

    /** The mean degree is half of the largest; nothing is read. */
    @Override
    public boolean hasKnownSize() {
        return true;
    }

    @Override
    public GraphSize estimateSize() {
        return new GraphSize(vertices, (long) (0.5 * vertices * maxDegree), false);
    }

    @Override
    public boolean weighted() {
        return false;
    }

    /** Out-degree of a vertex. */
    public long degree(final long vertex) {
        return CounterRandom.bounded(degrees.at(vertex), maxDegree + 1);
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        return new VertexCursor(PartRange.of(vertices, part, parts));
    }

    private final class VertexCursor implements EdgeCursor {
        private final long end;
        private long vertex;
        private long edge;      // next edge of vertex

        VertexCursor(final PartRange range) {
            vertex = range.start();
            end = range.end();
        }

        @Override
        public boolean next(final EdgeBatch batch) {
            batch.clear();
            while (vertex < end && !batch.isFull()) {
                addEdges(batch);
            }
            return batch.count() > 0;
        }

        private void addEdges(final EdgeBatch batch) {
            final long degree = degree(vertex);
            final long stop = Math.min(degree, edge + EdgeBatch.CAPACITY - batch.count());
            final long word = targets.at(vertex);
            for (long i = edge; i < stop; i++) {
                batch.add(vertex, CounterRandom.bounded(CounterRandom.further(word, i), vertices));
            }
            if (stop == degree) {
                vertex++;
                edge = 0;
            } else {
                edge = stop;
            }
        }
    }
}
