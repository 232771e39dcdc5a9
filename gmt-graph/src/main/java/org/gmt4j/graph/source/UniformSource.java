package org.gmt4j.graph.source;

import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;

/**
 * Uniform random graph: {@code 2^scale} vertices and {@code k * 2^scale} undirected edges, both ends uniform and
 * independent (so the average degree is {@code 2 * k}). Edge {@code i} depends only on the seed and {@code i}.
 */
public final class UniformSource implements EdgeSource {
    private final int scale;
    private final long edgeCount;
    private final CounterRandom random;

    public UniformSource(final int scale, final int edgeFactor, final long seed) {
        checkSize(scale, edgeFactor);
        this.scale = scale;
        this.edgeCount = (long) edgeFactor << scale;
        this.random = new CounterRandom(seed, 2);
    }

    static void checkSize(final int scale, final int edgeFactor) {
        if (scale < 0 || scale > KroneckerSource.MAX_SCALE) {
            throw new GraphException(GraphException.BAD_GRAPH_OPTION,
                "scale " + scale + " is outside 0.." + KroneckerSource.MAX_SCALE + " (a graph has 2^scale vertices)");
        }
        if (edgeFactor < 1 || edgeFactor > 1 << 20) {
            throw new GraphException(GraphException.BAD_GRAPH_OPTION,
                "edge factor " + edgeFactor + " is outside 1.." + (1 << 20) + " (edges per vertex)");
        }
    }

    @Override
    public String name() {
        return "uniform-" + scale;
    }

    @Override
    public OptionalLong vertexCount() {
        return OptionalLong.of(1L << scale);
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.of(edgeCount);
    }

    @Override
    public boolean directed() {
        return false;
    }

    @Override
    public boolean weighted() {
        return false;
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        final long mask = (1L << scale) - 1;
        return new IndexedCursor(PartRange.of(edgeCount, part, parts)) {
            @Override
            void generate(final long first, final long end, final EdgeBatch batch) {
                for (long index = first; index < end; index++) {
                    final long word = random.at(index);
                    batch.add(word & mask, CounterRandom.further(word, 1) & mask);
                }
            }
        };
    }
}
