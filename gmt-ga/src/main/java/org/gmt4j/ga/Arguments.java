package org.gmt4j.ga;

import java.util.Arrays;
import java.util.Objects;
import org.gmt4j.DoubleOperator;
import org.gmt4j.TaskContext;

/**
 * What is required of the matrices and boxes of a call, before anything has changed. Refusals name them, and the node
 * that has asked. Stateless.
 */
final class Arguments {
    private Arguments() {
    }

    static void checkFill(final MatrixPart part, final Box box, final double real, final double imaginary) {
        part.check(box);
        part.requireElement(real);
        if (part.spec().type() != MatrixType.COMPLEX && imaginary != 0) {
            throw part.notDefined("an element of " + real + " + " + imaginary + "i of " + part.spec(), "a real one");
        }
    }

    static double[] checkScale(final MatrixPart part, final Box box, final double real, final double imaginary) {
        part.check(box);
        return part.factor(real, imaginary);
    }

    static void checkMap(final GlobalMatrix a, final ElementFunction function, final GlobalMatrix c) {
        Objects.requireNonNull(function, "function");
        requireAlike(a, c);
        requireReal(a);
    }

    static void checkCombine(final GlobalMatrix a, final GlobalMatrix b, final DoubleOperator function,
                             final GlobalMatrix c) {
        Objects.requireNonNull(function, "function");
        requireAlike(a, c);
        requireAlike(b, c);
        requireReal(a);
    }

    /** Returns real and imaginary part of both factors. */
    static double[] factors(final GlobalMatrix c, final double[] alpha, final double[] beta) {
        final double[] ofA = c.part().factor(alpha);
        final double[] ofB = c.part().factor(beta);
        return new double[] {ofA[0], ofA[1], ofB[0], ofB[1]};
    }

    /** Returns real and imaginary part of both factors. */
    static double[] checkAdd(final TaskContext ctx, final double[] factors, final GlobalMatrix[] matrices,
                             final Box[] boxes) {
        if (factors.length != 2 && factors.length != 4 || matrices.length != 3 || boxes.length != 3) {
            throw new MatrixException(MatrixException.DIFFERENT, factors.length + " factors, " + matrices.length
                + " matrices " + Arrays.toString(matrices) + " and " + boxes.length + " boxes "
                + Arrays.toString(boxes) + MatrixPart.asked(ctx.nodeId())
                + ": expected 2 (4 for real and imaginary parts), 3 and 3");
        }
        for (int i = 0; i < 3; i++) {
            matrices[i].part().check(boxes[i]);
            requireSame(matrices[i], boxes[i], matrices[2], boxes[2]);
            requireApart(matrices[i], boxes[i], matrices[2], boxes[2]);
        }
        final int second = factors.length / 2;
        return factors(matrices[2], Arrays.copyOf(factors, second), Arrays.copyOfRange(factors, second, 2 * second));
    }

    /** Refuses a destroyed matrix before its nodes are asked. */
    static void requireAlive(final GlobalMatrix a) {
        a.part();
    }

    static void requireReal(final GlobalMatrix a) {
        a.part().requireType(MatrixType.INT, MatrixType.LONG, MatrixType.FLOAT, MatrixType.DOUBLE);
    }

    /** Refuses a box to be written that shares elements with another one to be read, unless both are the same. */
    static void requireApart(final GlobalMatrix from, final Box source, final GlobalMatrix to, final Box target) {
        if (from.isSameAs(to) && !source.equals(target) && !source.intersect(target).isEmpty()) {
            throw from.part().different("the box " + target + " of " + to + " would be written while others still "
                + "read the box " + source + " of it", "boxes that share no element, or another matrix");
        }
    }

    static void requireAlike(final GlobalMatrix a, final GlobalMatrix b) {
        requireSame(a, a.box(), b, b.box());
    }

    private static void requireSame(final GlobalMatrix a, final Box ofA, final GlobalMatrix b, final Box ofB) {
        if (a.type() != b.type() || !Arrays.equals(ofA.extents(), ofB.extents())) {
            throw a.part().different("the box " + ofA + " of " + a + " and the box " + ofB + " of " + b,
                "the same type and extents");
        }
    }
}
