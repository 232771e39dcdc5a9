package org.gmt4j.ga;

import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Norms that take all elements as one vector. Squares are those of elements multiplied with a power of two, so that
 * they neither overflow nor vanish; such products are not rounded. Stateless.
 */
final class Norms {
    /** Beyond it the inverse of a power of two is no double. */
    private static final int LARGEST_EXPONENT = 1023;

    private Norms() {
    }

    /** Returns what {@link MatrixMath#norm1} does. */
    static double one(final Shares shares, final GlobalMatrix a) throws SuspendExecution {
        return a.dims() == 2 ? LineSums.greatest(shares, a, 1) : sum(shares, a);
    }

    /** Returns what {@link MatrixMath#normInfinity} does. */
    static double infinity(final Shares shares, final GlobalMatrix a) throws SuspendExecution {
        return a.dims() == 2 ? LineSums.greatest(shares, a, 0)
            : largest(shares.all(node -> sizesHere(node, a.part())[1]));
    }

    /** Returns the sum of the sizes of all elements. */
    private static double sum(final Shares shares, final GlobalMatrix a) throws SuspendExecution {
        double sum = 0;
        for (final double part : shares.all(node -> sizesHere(node, a.part())[0])) {
            sum += part;
        }
        return sum;
    }

    /** Returns the largest of sizes; not-a-number where one is. */
    static double largest(final List<Double> sizes) {
        double largest = 0;
        for (final double size : sizes) {
            largest = Math.max(largest, size);
        }
        return largest;
    }

    /** Returns the root of the sum of the squares of all sizes. */
    static double frobenius(final Shares shares, final GlobalMatrix a) throws SuspendExecution {
        Arguments.requireAlive(a);
        double[] squares = {0, 0};
        for (final double[] part : shares.all(node -> squaresHere(node, a.part()))) {
            squares = plus(squares, part);
        }
        return squares[0] * Math.sqrt(squares[1]);
    }

    private static double[] sizesHere(final TaskContext ctx, final MatrixPart a) throws SuspendExecution {
        final Tile tile = MatrixMath.scratch(a);
        final GivingWay way = new GivingWay();
        final double[] sizes = new double[2];
        for (final Box piece : LocalBoxes.of(a)) {
            MatrixMath.read(ctx, a, piece, tile);
            for (int i = 0; i < MatrixMath.count(piece); i++) {
                final double size = Math.abs(TileMath.value(tile, i));
                sizes[0] += size;
                sizes[1] = Math.max(sizes[1], size);
            }
            way.between(ctx);
        }
        return sizes;
    }

    /** Returns a power of two, and the sum of the squares of this node's elements divided by it. */
    private static double[] squaresHere(final TaskContext ctx, final MatrixPart a) throws SuspendExecution {
        final Tile tile = MatrixMath.scratch(a);
        final double[] numbers = new double[(int) tile.extent(0) * a.spec().type().parts()];
        final GivingWay way = new GivingWay();
        double[] squares = {0, 0};
        for (final Box piece : LocalBoxes.of(a)) {
            MatrixMath.read(ctx, a, piece, tile);
            final int count = MatrixMath.count(piece) * a.spec().type().parts();
            copy(tile, numbers, count);
            squares = plus(squares, squares(numbers, count));
            way.between(ctx);
        }
        return squares;
    }

    /** Of complex numbers the parts: their squares are what the square of the size is the sum of. */
    private static void copy(final Tile tile, final double[] numbers, final int count) {
        if (tile.type().parts() > 1) {
            System.arraycopy(tile.doubles(), 0, numbers, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            numbers[i] = TileMath.value(tile, i);
        }
    }

    private static double[] squares(final double[] numbers, final int count) {
        final double largest = LuKernels.largest(numbers, count);
        if (largest == 0 || !Double.isFinite(largest)) {
            return new double[] {largest == 0 ? 0 : 1, largest};
        }
        final double scale = Math.scalb(1.0, Math.max(-LARGEST_EXPONENT, Math.getExponent(largest)));
        final double inverse = 1 / scale;
        double sum = 0;
        for (int i = 0; i < count; i++) {
            final double x = numbers[i] * inverse;
            sum += x * x;
        }
        return new double[] {scale, sum};
    }

    /** Returns the sum of squares of two scales, with the larger one. */
    private static double[] plus(final double[] one, final double[] other) {
        final double[] large = one[0] >= other[0] ? one : other;
        final double[] small = one[0] >= other[0] ? other : one;
        if (small[0] == 0) {
            return large;
        }
        final double ratio = small[0] / large[0];
        return new double[] {large[0], large[1] + small[1] * ratio * ratio};
    }
}
