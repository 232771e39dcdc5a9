package org.gmt4j.graph.source;

import java.util.OptionalLong;

/**
 * The Graph500 generator: {@code 2^scale} vertices and {@code edgeFactor * 2^scale} undirected edges, each placed by
 * {@code scale} independent quadrant choices with A = 0.57, B = C = 0.19, D = 0.05; vertex labels are permuted.
 * Self-loops and multiple edges occur, as in Graph500. Edge {@code i} depends only on the seed and {@code i}.
 *
 * @see "Graph500 benchmark specification, version 2.0"
 */
public final class KroneckerSource implements EdgeSource {
    public static final int MAX_SCALE = 40;
    private static final double A = 0.57;
    private static final double B = 0.19;
    private static final double C = 0.19;

    private final int scale;
    private final long edgeCount;
    private final CounterRandom random;
    private final VertexScramble scramble;
    private final QuadrantTable quadrants = new QuadrantTable(A, B, C);

    public KroneckerSource(final int scale, final int edgeFactor, final long seed) {
        UniformSource.checkSize(scale, edgeFactor);
        this.scale = scale;
        this.edgeCount = (long) edgeFactor << scale;
        this.random = new CounterRandom(seed, 1);
        this.scramble = new VertexScramble(scale, seed);
    }

    @Override
    public String name() {
        return "kron-" + scale;
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
        return new IndexedCursor(PartRange.of(edgeCount, part, parts)) {
            @Override
            void generate(final long first, final long end, final EdgeBatch batch) {
                KroneckerSource.this.generate(first, end, batch);
            }
        };
    }

    private void generate(final long first, final long end, final EdgeBatch batch) {
        final int levels = scale;
        final long mask = (1L << levels) - 1;
        final QuadrantTable table = quadrants;
        final VertexScramble labels = scramble;
        for (long index = first; index < end; index++) {
            final long word = random.at(index);
            long draw = word;
            long row = 0;
            long column = 0;
            for (int level = 0, half = 0; level < levels; level += QuadrantTable.LEVELS, half++) {
                final int outcome = table.pick((int) draw);
                row = row << QuadrantTable.LEVELS | outcome >>> QuadrantTable.LEVELS;
                column = column << QuadrantTable.LEVELS | outcome & (1 << QuadrantTable.LEVELS) - 1;
                draw = (half & 1) == 0 ? draw >>> 32 : CounterRandom.further(word, half);
            }
            batch.add(labels.apply(row & mask), labels.apply(column & mask));
        }
    }
}
