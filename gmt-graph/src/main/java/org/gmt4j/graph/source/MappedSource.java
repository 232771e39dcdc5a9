package org.gmt4j.graph.source;

import java.util.OptionalLong;

/**
 * A source whose edges are changed one by one on their way: the base of {@code convert}. As safe
 * for threads as the source behind it.
 */
public abstract class MappedSource implements EdgeSource {
    private final EdgeSource inner;

    protected MappedSource(final EdgeSource inner) {
        this.inner = inner;
    }

    /** The same edges, each to be taken in both directions: undirected. */
    public static EdgeSource undirected(final EdgeSource source) {
        return source.directed() ? new Undirected(source) : source;
    }

    /** Both directions of every edge are listed, for formats that list directions only; self-loops once. */
    public static EdgeSource bothDirections(final EdgeSource source) {
        return new BothDirections(source);
    }

    /** The same edges between the vertices 0, 1, 2, ... that {@code ids} makes of those that occur. */
    public static EdgeSource dense(final EdgeSource source, final DenseIds ids) {
        return new Dense(source, ids);
    }

    protected final EdgeSource inner() {
        return inner;
    }

    /** Adds the images of edge {@code i} of {@code from}; at most two edges. */
    protected abstract void map(EdgeBatch from, int i, EdgeBatch to);

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
        return inner.weighted();
    }

    @Override
    public WeightKind weightKind() {
        return inner.weightKind();
    }

    @Override
    public void prepare() {
        inner.prepare();
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
        final EdgeBatch raw = new EdgeBatch();
        return new EdgeCursor() {
            private int next;

            @Override
            public boolean next(final EdgeBatch batch) {
                batch.clear();
                while (batch.count() <= EdgeBatch.CAPACITY - 2 && (next < raw.count() || refill())) {
                    map(raw, next++, batch);
                }
                return batch.count() > 0;
            }

            private boolean refill() {
                next = 0;
                return cursor.next(raw);
            }

            @Override
            public boolean isReady() {
                return next < raw.count() || cursor.isReady();
            }

            @Override
            public void close() {
                cursor.close();
            }
        };
    }

    private static final class Undirected extends MappedSource {
        Undirected(final EdgeSource inner) {
            super(inner);
        }

        @Override
        public boolean directed() {
            return false;
        }

        @Override
        protected void map(final EdgeBatch from, final int i, final EdgeBatch to) {
            to.addAs(from, i, from.source(i), from.target(i));
        }
    }

    private static final class BothDirections extends MappedSource {
        BothDirections(final EdgeSource inner) {
            super(inner);
        }

        @Override
        public boolean directed() {
            return true;
        }

        @Override
        public OptionalLong edgeCount() {
            return OptionalLong.empty();
        }

        @Override
        protected void map(final EdgeBatch from, final int i, final EdgeBatch to) {
            to.addAs(from, i, from.source(i), from.target(i));
            if (from.source(i) != from.target(i)) {
                to.addAs(from, i, from.target(i), from.source(i));
            }
        }
    }

    private static final class Dense extends MappedSource {
        private final DenseIds ids;

        Dense(final EdgeSource inner, final DenseIds ids) {
            super(inner);
            this.ids = ids;
        }

        @Override
        public OptionalLong vertexCount() {
            return OptionalLong.of(ids.size());
        }

        @Override
        public String vertexName(final long vertex) {
            return inner().vertexName(ids.original(vertex));
        }

        @Override
        public Ids ids() {
            return Ids.LISTED;
        }

        @Override
        public long originalId(final long vertex) {
            return inner().originalId(ids.original(vertex));
        }

        @Override
        protected void map(final EdgeBatch from, final int i, final EdgeBatch to) {
            to.addAs(from, i, ids.dense(from.source(i)), ids.dense(from.target(i)));
        }
    }
}
