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
    public void finish(final Tile result, final int rows, final int columns, final double alpha, final double beta) {
        final double[] to = result.doubles();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                final int at = 2 * (i * columns + j);
                to[at] = alpha * real[i][j] + (beta == 0 ? 0 : beta * to[at]);
                to[at + 1] = alpha * imaginary[i][j] + (beta == 0 ? 0 : beta * to[at + 1]);
            }
        }
    }
}
