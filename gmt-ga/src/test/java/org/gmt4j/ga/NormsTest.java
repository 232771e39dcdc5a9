package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Norms of vectors, matrices and rooms, against loops. */
@Timeout(120)
class NormsTest {
    private static final long[][] SHAPES = {{1}, {2}, {97}, {40_000}, {1, 1}, {1, 13}, {13, 1}, {7, 11}, {1, 1, 1},
        {2, 1, 3}, {3, 4, 5}, {40, 30, 33}};

    private static double[] values(final MatrixType type, final int count) {
        final double[] values = new double[count * type.parts()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (i * 37 + 5) % 19 - 9;
        }
        return values;
    }

    private static GlobalMatrix filled(final TaskContext ctx, final MatrixSpec spec, final double... values)
        throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        final Tile tile = Tile.of(spec.type(), spec.extents());
        if (spec.type() == MatrixType.COMPLEX) {
            System.arraycopy(values, 0, tile.doubles(), 0, values.length);
        } else {
            for (int i = 0; i < values.length; i++) {
                TileMath.set(tile, i, values[i]);
            }
        }
        matrix.put(ctx, matrix.box(), tile);
        return matrix;
    }

    private static void check(final TaskContext ctx, final MatrixSpec spec) throws SuspendExecution {
        final int count = (int) Box.whole(spec.extents()).size();
        final double[] values = values(spec.type(), count);
        final GlobalMatrix a = filled(ctx, spec, values);
        final int columns = spec.dims() == 2 ? (int) spec.extent(1) : 1;
        final double[] ofRows = new double[count / columns];
        final double[] ofColumns = new double[columns];
        double squares = 0;
        double largest = 0;
        for (int i = 0; i < count; i++) {
            final int at = i * spec.type().parts();
            final double size = spec.type() == MatrixType.COMPLEX ? Math.hypot(values[at], values[at + 1])
                : Math.abs(values[at]);
            ofRows[i / columns] += size;
            ofColumns[i % columns] += size;
            largest = Math.max(largest, size);
            squares += size * size;
        }
        double infinity = 0;
        double one = 0;
        for (final double row : ofRows) {
            infinity = Math.max(infinity, row);
        }
        for (final double column : ofColumns) {
            one = Math.max(one, column);
        }
        infinity = spec.dims() == 2 ? infinity : largest;
        assertEquals(one, MatrixMath.norm1(ctx, a), one * 1e-12, () -> "norm1 of " + spec);
        assertEquals(infinity, MatrixMath.normInfinity(ctx, a), infinity * 1e-14, () -> "normInfinity of " + spec);
        assertEquals(Math.sqrt(squares), MatrixMath.normFrobenius(ctx, a), Math.sqrt(squares) * 1e-14,
            () -> "normFrobenius of " + spec);
        a.destroy(ctx);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldBeThoseOfLoops(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, NormsTest.class)) {
            cluster.run(ctx -> {
                for (final MatrixType type : MatrixType.values()) {
                    for (final long[] shape : SHAPES) {
                        check(ctx, MatrixSpec.of(type, shape));
                        final long[] block = new long[shape.length];
                        Arrays.fill(block, 7);
                        check(ctx, MatrixSpec.of(type, shape).blockCyclic(block));
                    }
                }
            });
        }
    }

    @Test
    void shouldNeitherOverflowNorVanish() {
        try (GmtCluster cluster = TestClusters.local(3, NormsTest.class)) {
            cluster.run(ctx -> {
                for (final double scale : new double[] {1, 1e300, 0x1p1021, 0x1p-1000, Double.MIN_VALUE}) {
                    final GlobalMatrix a = filled(ctx, MatrixSpec.doubles(4), 3 * scale, 0, 0, -4 * scale);
                    assertEquals(5 * scale, MatrixMath.normFrobenius(ctx, a), 1e-15 * scale);
                    final GlobalMatrix z = filled(ctx, MatrixSpec.complex(1, 3), 0, 3 * scale, 0, 0, 4 * scale, 0);
                    assertEquals(5 * scale, MatrixMath.normFrobenius(ctx, z), 1e-15 * scale);
                }
                final GlobalMatrix mixed = filled(ctx, MatrixSpec.doubles(3), 1e-200, 1e200, 1e-200);
                assertEquals(1e200, MatrixMath.normFrobenius(ctx, mixed));
                assertEquals(0x1p63 * 2, MatrixMath.normFrobenius(ctx, least(ctx)));
            });
        }
    }

    private static GlobalMatrix least(final TaskContext ctx) throws SuspendExecution {
        final GlobalMatrix longs = GlobalMatrix.create(ctx, MatrixSpec.longs(4));
        longs.put(ctx, longs.box(), Tile.of(new long[] {Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE,
            Long.MIN_VALUE}, 4));
        return longs;
    }

    @Test
    void shouldShowWhatIsNoNumber() {
        try (GmtCluster cluster = TestClusters.local(2, NormsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix none = GlobalMatrix.create(ctx, MatrixSpec.doubles(5));
                assertEquals(0, MatrixMath.normFrobenius(ctx, none));
                final GlobalMatrix a = filled(ctx, MatrixSpec.doubles(5), 1e200, 2, Double.NEGATIVE_INFINITY, 0, 1);
                assertEquals(Double.POSITIVE_INFINITY, MatrixMath.normFrobenius(ctx, a));
                assertEquals(Double.POSITIVE_INFINITY, MatrixMath.normInfinity(ctx, a));
                final GlobalMatrix b = filled(ctx, MatrixSpec.doubles(5), 1e200, Double.NaN, 0, 0, 1);
                assertEquals(Double.NaN, MatrixMath.normFrobenius(ctx, b));
                assertEquals(Double.NaN, MatrixMath.norm1(ctx, b));
                assertEquals(Double.NaN, MatrixMath.normInfinity(ctx, b));
            });
        }
    }
}
