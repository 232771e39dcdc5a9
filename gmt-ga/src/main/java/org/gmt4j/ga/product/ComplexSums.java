package org.gmt4j.ga.product;

import java.util.Arrays;
import org.gmt4j.ga.Tile;

/**
 * Sums of complex numbers: real and imaginary parts apart, as four products of doubles, which have loops of vector
 * instructions; taking the parts apart costs once what they cost {@code side} times. Owned by one task.
 */
final class ComplexSums extends ProductSums {
    private final DoubleProduct product;
    private final double[][] real;
    private final double[][] imaginary;
    private final double[] realOfA;
    private final double[] imaginaryOfA;
    private final double[] realOfB;
    private final double[] imaginaryOfB;

    ComplexSums(final int side) {
        real = new double[side][side];
        imaginary = new double[side][side];
        product = new DoubleProduct();
        realOfA = new double[side * side];
        imaginaryOfA = new double[side * side];
        realOfB = new double[side * side];
        imaginaryOfB = new double[side * side];
    }

    private ComplexSums(final ComplexSums first) {
        real = new double[first.real.length][first.real.length];
        imaginary = new double[first.real.length][first.real.length];
        product = first.product;
        realOfA = first.realOfA;
        imaginaryOfA = first.imaginaryOfA;
        realOfB = first.realOfB;
        imaginaryOfB = first.imaginaryOfB;
    }

    @Override
    public ProductSums another() {
        return new ComplexSums(this);
    }

    @Override
    public void clear(final int rows, final int columns) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(real[i], 0, columns, 0);
            Arrays.fill(imaginary[i], 0, columns, 0);
        }
    }

    @Override
    public void add(final Tile a, final Tile b, final int rows, final int depth, final int columns) {
        split(a.doubles(), rows * depth, realOfA, imaginaryOfA);
        split(b.doubles(), depth * columns, realOfB, imaginaryOfB);
        product.add(realOfA, realOfB, real, rows, depth, columns);
        product.add(realOfA, imaginaryOfB, imaginary, rows, depth, columns);
        product.add(imaginaryOfA, realOfB, imaginary, rows, depth, columns);
        negate(imaginaryOfA, rows * depth);
        product.add(imaginaryOfA, imaginaryOfB, real, rows, depth, columns);
    }

    private static void split(final double[] numbers, final int count, final double[] reals,
                              final double[] imaginaries) {
        for (int i = 0; i < count; i++) {
            reals[i] = numbers[2 * i];
            imaginaries[i] = numbers[2 * i + 1];
        }
    }

    private static void negate(final double[] numbers, final int count) {
        for (int i = 0; i < count; i++) {
            numbers[i] = -numbers[i];
        }
    }

    @Override
    public void finish(final Tile result, final int rows, final int columns, final double[] alpha,
                       final double[] beta) {
        final double[] to = result.doubles();
        multiply(to, 2 * rows * columns, beta);
        for (int i = 0; i < rows; i++) {
            if (alpha[1] == 0) {
                add(to, 2 * i * columns, real[i], imaginary[i], columns, alpha[0]);
            } else {
                add(to, 2 * i * columns, real[i], imaginary[i], columns, alpha[0], alpha[1]);
            }
        }
    }

    /** Of a factor of 0 numbers are not read; a real one multiplies the parts alone, of which one may be infinite. */
    private static void multiply(final double[] numbers, final int length, final double[] factor) {
        if (factor[0] == 0 && factor[1] == 0) {
            Arrays.fill(numbers, 0, length, 0);
        } else if (factor[1] == 0) {
            for (int i = 0; i < length; i++) {
                numbers[i] *= factor[0];
            }
        } else {
            for (int i = 0; i < length; i += 2) {
                final double before = numbers[i];
                numbers[i] = factor[0] * before - factor[1] * numbers[i + 1];
                numbers[i + 1] = factor[0] * numbers[i + 1] + factor[1] * before;
            }
        }
    }

    private static void add(final double[] to, final int from, final double[] reals, final double[] imaginaries,
                            final int columns, final double factor) {
        for (int j = 0; j < columns; j++) {
            to[from + 2 * j] += factor * reals[j];
            to[from + 2 * j + 1] += factor * imaginaries[j];
        }
    }

    private static void add(final double[] to, final int from, final double[] reals, final double[] imaginaries,
                            final int columns, final double real, final double imaginary) {
        for (int j = 0; j < columns; j++) {
            to[from + 2 * j] += real * reals[j] - imaginary * imaginaries[j];
            to[from + 2 * j + 1] += real * imaginaries[j] + imaginary * reals[j];
        }
    }
}
