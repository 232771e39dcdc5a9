package org.gmt4j.graph.source;

import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;

/**
 * The edges of a source with weights that follow from the names of their ends. As safe for threads as the source
 * behind it. Names that are texts are refused by whoever asks what they are: a data base may tell one node only.
 *
 * @param inner   the edges
 * @param weights of them
 */
public record PairWeightedSource(EdgeSource inner, PairWeights weights) implements EdgeSource {
    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public OptionalLong vertexCount() {
        return inner.vertexCount();
    }

    @Override
    public OptionalLong edgeCount() {
        return inner.edgeCount();
    }

    @Override
    public boolean directed() {
        return inner.directed();
    }

    @Override
    public boolean weighted() {
        return true;
    }

    @Override
    public WeightKind weightKind() {
        return WeightKind.LONG;
    }

    /** Never: refuses names that are texts. May take as long as the source behind it. */
    @Override
    public boolean hasTextNames() {
        if (inner.hasTextNames()) {
            throw new GraphException(GraphException.BAD_EDGES, inner.name() + ": " + PairWeights.NOT_OF_TEXTS);
        }
        return false;
    }

    @Override
    public void prepare() {
        inner.prepare();
    }

    @Override
    public boolean isReadOnce() {
        return inner.isReadOnce();
    }

    @Override
    public long extent() {
        return inner.extent();
    }

    @Override
    public boolean hasVertexNames() {
        return inner.hasVertexNames();
    }

    @Override
    public String vertexName(final long vertex) {
        return inner.vertexName(vertex);
    }

    @Override
    public boolean hasKnownSize() {
        return inner.hasKnownSize();
    }

    @Override
    public GraphSize estimateSize() {
        return inner.estimateSize();
    }

    @Override
    public Ids ids() {
        return inner.ids();
    }

    @Override
    public long originalId(final long vertex) {
        return inner.originalId(vertex);
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        final EdgeCursor cursor = inner.open(part, parts);
        return new EdgeCursor() {
            @Override
            public boolean next(final EdgeBatch batch) {
                final boolean hasEdges = cursor.next(batch);
                for (int i = 0; i < batch.count(); i++) {
                    batch.weigh(i, weights.weight(inner.originalId(batch.source(i)),
                        inner.originalId(batch.target(i))));
                }
                return hasEdges;
            }

            @Override
            public boolean isReady() {
                return cursor.isReady();
            }

            @Override
            public void close() {
                cursor.close();
            }
        };
    }
}
