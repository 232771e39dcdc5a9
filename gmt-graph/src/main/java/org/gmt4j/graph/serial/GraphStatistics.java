package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Figures about a graph that fits into one heap. Degrees count listed edges at both ends (a self-loop twice).
 *
 * @param vertexCount    vertices
 * @param edgeCount      listed edges
 * @param degrees        of all vertices
 * @param hubs           vertices of largest degree, descending, smaller id first
 * @param selfLoops      edges from a vertex to itself
 * @param duplicates     listed edges with the same ends as an earlier one; in undirected graphs in either direction
 * @param components     when edges are taken in both directions
 */
public record GraphStatistics(long vertexCount, long edgeCount, Degrees degrees, List<Hub> hubs, long selfLoops,
                              long duplicates, Components components) {

    /**
     * @param min    smallest degree
     * @param median degree of the vertex in the middle
     * @param max    largest degree
     */
    public record Degrees(int min, int median, int max) {
    }

    /** A vertex of large degree. */
    public record Hub(int vertex, int degree) {
    }

    /**
     * @param count    components, isolated vertices included
     * @param largest  vertices of the largest
     * @param isolated vertices without an edge to another vertex
     */
    public record Components(int count, int largest, int isolated) {
    }

    /** Reads the source twice. Memory: about 16 bytes per vertex and 8 per edge. */
    public static GraphStatistics of(final EdgeSource source, final int hubCount) {
        return new Collector(source).collect(hubCount);
    }

    /** Gathers the figures in two passes. Owned by one thread. */
    private static final class Collector {
        private final EdgeSource source;
        private final LocalCsr listed;
        private final int[] degrees;
        private final int[] leaders;        // union-find forest
        private final int[] sizes;
        private long selfLoops;

        Collector(final EdgeSource source) {
            this.source = source;
            listed = source.directed() ? LocalCsr.asListed(source) : LocalCsr.asListed(new Oriented(source));
            degrees = new int[listed.vertexCount()];
            leaders = IntStream.range(0, listed.vertexCount()).toArray();
            sizes = new int[listed.vertexCount()];
            Arrays.fill(sizes, 1);
        }

        GraphStatistics collect(final int hubCount) {
            source.checkTotal(listed.listedEdgeCount());
            long duplicates = 0;
            for (int v = 0; v < listed.vertexCount(); v++) {
                for (int e = listed.offsets()[v]; e < listed.offsets()[v + 1]; e++) {
                    duplicates += e > listed.offsets()[v] && listed.targets()[e] == listed.targets()[e - 1] ? 1 : 0;
                    add(v, listed.targets()[e]);
                }
            }
            final int[] sorted = degrees.clone();
            Arrays.sort(sorted);
            final int n = sorted.length;
            final int[] roots = IntStream.range(0, n).filter(v -> leaders[v] == v).toArray();
            return new GraphStatistics(n, listed.listedEdgeCount(),
                n == 0 ? new Degrees(0, 0, 0) : new Degrees(sorted[0], sorted[(n - 1) / 2], sorted[n - 1]),
                largest(hubCount), selfLoops, duplicates,
                new Components(roots.length, Arrays.stream(roots).map(v -> sizes[v]).max().orElse(0),
                    (int) Arrays.stream(roots).filter(v -> sizes[v] == 1).count()));
        }

        private void add(final int source, final int target) {
            degrees[source]++;
            degrees[target]++;
            selfLoops += source == target ? 1 : 0;
            final int a = leader(source);
            final int b = leader(target);
            if (a != b) {
                final int large = sizes[a] >= sizes[b] ? a : b;
                final int small = a + b - large;
                leaders[small] = large;
                sizes[large] += sizes[small];
            }
        }

        private int leader(final int vertex) {
            int v = vertex;
            while (leaders[v] != v) {
                leaders[v] = leaders[leaders[v]];
                v = leaders[v];
            }
            return v;
        }

        /** Selects by a threshold, so that only few vertices are sorted as objects. */
        private List<Hub> largest(final int count) {
            if (count == 0) {
                return List.of();
            }
            final int[] sorted = degrees.clone();
            Arrays.sort(sorted);
            final int threshold = sorted.length == 0 ? 0 : sorted[Math.max(0, sorted.length - count)];
            final IntStream above = IntStream.range(0, degrees.length).filter(v -> degrees[v] > threshold);
            final IntStream equal =
                IntStream.range(0, degrees.length).filter(v -> degrees[v] == threshold).limit(count);
            return IntStream.concat(above, equal).boxed()
                .sorted(Comparator.<Integer>comparingInt(v -> -degrees[v]).thenComparing(v -> v))
                .limit(count).map(v -> new Hub(v, degrees[v])).toList();
        }
    }

    /** An undirected source with the smaller id of each edge first, so that equal edges are neighbours. */
    private record Oriented(EdgeSource inner) implements EdgeSource {
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
            return false;
        }

        @Override
        public boolean weighted() {
            return inner.weighted();
        }

        @Override
        public EdgeCursor open(final int part, final int parts) {
            final EdgeCursor cursor = inner.open(part, parts);
            final EdgeBatch raw = new EdgeBatch();
            return new EdgeCursor() {
                @Override
                public boolean next(final EdgeBatch batch) {
                    batch.clear();
                    cursor.next(raw);
                    for (int i = 0; i < raw.count(); i++) {
                        final long s = raw.source(i);
                        final long t = raw.target(i);
                        batch.add(Math.min(s, t), Math.max(s, t), raw.weight(i));
                    }
                    return batch.count() > 0;
                }

                @Override
                public void close() {
                    cursor.close();
                }
            };
        }
    }
}
