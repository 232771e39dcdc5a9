package org.gmt4j.ga;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** Sums of the products of all elements of two matrices. Stateless. */
final class Products {
    private Products() {
    }

    /** Returns what {@link MatrixMath#dot} does. */
    static double dot(final Shares shares, final GlobalMatrix a, final GlobalMatrix b) throws SuspendExecution {
        Arguments.requireAlike(a, b);
        Arguments.requireReal(a);
        double sum = 0;
        for (final double part : shares.all(node -> dotHere(node, a.part(), b.part())[0])) {
            sum += part;
        }
        return sum;
    }

    /** Returns what {@link MatrixMath#wholeDot} does. */
    static long wholeDot(final Shares shares, final GlobalMatrix a, final GlobalMatrix b) throws SuspendExecution {
        Arguments.requireAlike(a, b);
        if (!a.type().isWhole()) {
            throw a.part().notDefined("a whole sum of " + a, "ints or longs");
        }
        long sum = 0;
        for (final long part : shares.all(node -> wholeDotHere(node, a.part(), b.part()))) {
            sum += part;
        }
        return sum;
    }

    /** Returns what {@link MatrixMath#complexDot} does. */
    static double[] complexDot(final Shares shares, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        Arguments.requireAlike(a, b);
        if (a.type() != MatrixType.COMPLEX) {
            throw a.part().notDefined("a complex sum of " + a, "complex numbers");
        }
        final double[] sum = new double[2];
        for (final double[] part : shares.all(node -> dotHere(node, a.part(), b.part()))) {
            sum[0] += part[0];
            sum[1] += part[1];
        }
        return sum;
    }

    private static double[] dotHere(final TaskContext ctx, final MatrixPart a, final MatrixPart b)
        throws SuspendExecution {
        final Tile x = MatrixMath.scratch(a);
        final Tile y = MatrixMath.scratch(b);
        final double[] sum = new double[2];
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(a, b)) {
            MatrixMath.read(ctx, a, piece, x);
            MatrixMath.read(ctx, b, piece, y);
            if (a.spec().type() == MatrixType.COMPLEX) {
                final double[] part = TileMath.complexDot(x, y, MatrixMath.count(piece));
                sum[0] += part[0];
                sum[1] += part[1];
            } else {
                sum[0] += TileMath.dot(x, y, MatrixMath.count(piece));
            }
            way.between(ctx);
        }
        return sum;
    }

    private static long wholeDotHere(final TaskContext ctx, final MatrixPart a, final MatrixPart b)
        throws SuspendExecution {
        final Tile x = MatrixMath.scratch(a);
        final Tile y = MatrixMath.scratch(b);
        long sum = 0;
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(a, b)) {
            MatrixMath.read(ctx, a, piece, x);
            MatrixMath.read(ctx, b, piece, y);
            sum += TileMath.wholeDot(x, y, MatrixMath.count(piece));
            way.between(ctx);
        }
        return sum;
    }
}
