package org.gmt4j.ga;

import java.util.Objects;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** Functions of complex elements, each node for its own part of the result. Stateless; no memory for each element. */
final class ComplexElements {
    private ComplexElements() {
    }

    static void map(final TaskContext ctx, final GlobalMatrix a, final ComplexFunction function, final GlobalMatrix c)
        throws SuspendExecution {
        checkMap(a, function, c);
        ctx.executeOnAll(node -> mapHere(node, a.part(), function, c.part()));
    }

    static void checkMap(final GlobalMatrix a, final ComplexFunction function, final GlobalMatrix c) {
        Objects.requireNonNull(function, "function");
        Arguments.requireAlike(a, c);
        a.part().requireType(MatrixType.COMPLEX);
    }

    static void mapHere(final TaskContext ctx, final MatrixPart a, final ComplexFunction function, final MatrixPart c)
        throws SuspendExecution {
        final Tile tile = MatrixMath.scratch(c);
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(c, a)) {
            MatrixMath.read(ctx, a, piece, tile);
            final int count = MatrixMath.count(piece);
            for (int from = 0; from < count; from += GivingWay.ELEMENTS) {
                map(tile.doubles(), from, Math.min(count, from + GivingWay.ELEMENTS), function);
                way.between(ctx);
            }
            MatrixMath.write(ctx, c, piece, tile);
        }
    }

    private static void map(final double[] elements, final int from, final int to, final ComplexFunction function) {
        final double[] one = new double[2];
        for (int at = 2 * from; at < 2 * to; at += 2) {
            one[0] = elements[at];
            one[1] = elements[at + 1];
            function.of(one);
            elements[at] = one[0];
            elements[at + 1] = one[1];
        }
    }

    static void combine(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b,
                        final ComplexOperator function, final GlobalMatrix c) throws SuspendExecution {
        checkCombine(a, b, function, c);
        ctx.executeOnAll(node -> combineHere(node, a.part(), b.part(), function, c.part()));
    }

    static void checkCombine(final GlobalMatrix a, final GlobalMatrix b, final ComplexOperator function,
                             final GlobalMatrix c) {
        Objects.requireNonNull(function, "function");
        Arguments.requireAlike(a, c);
        Arguments.requireAlike(b, c);
        a.part().requireType(MatrixType.COMPLEX);
    }

    static void combineHere(final TaskContext ctx, final MatrixPart a, final MatrixPart b,
                            final ComplexOperator function, final MatrixPart c) throws SuspendExecution {
        final Tile x = MatrixMath.scratch(c);
        final Tile y = MatrixMath.scratch(c);
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(c, a, b)) {
            MatrixMath.read(ctx, a, piece, x);
            MatrixMath.read(ctx, b, piece, y);
            final int count = MatrixMath.count(piece);
            for (int from = 0; from < count; from += GivingWay.ELEMENTS) {
                combine(x.doubles(), y.doubles(), from, Math.min(count, from + GivingWay.ELEMENTS), function);
                way.between(ctx);
            }
            MatrixMath.write(ctx, c, piece, x);
        }
    }

    private static void combine(final double[] x, final double[] y, final int from, final int to,
                                final ComplexOperator function) {
        final double[] one = new double[2];
        final double[] other = new double[2];
        for (int at = 2 * from; at < 2 * to; at += 2) {
            one[0] = x[at];
            one[1] = x[at + 1];
            other[0] = y[at];
            other[1] = y[at + 1];
            function.apply(one, other);
            x[at] = one[0];
            x[at + 1] = one[1];
        }
    }
}
