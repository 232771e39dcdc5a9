package org.gmt4j.ga;

import java.util.Arrays;

/**
 * Arithmetic on tight tiles of one type, in loops that compilers turn into vector instructions. The first {@code count}
 * elements are meant, which lie one behind the other. Whole numbers take whole factors. Stateless.
 */
final class TileMath {
    private TileMath() {
    }

    static void fill(final Tile tile, final int count, final double real, final double imaginary) {
        switch (tile.type()) {
            case INT -> Arrays.fill(tile.ints(), 0, count, (int) real);
            case LONG -> Arrays.fill(tile.longs(), 0, count, (long) real);
            case FLOAT -> Arrays.fill(tile.floats(), 0, count, (float) real);
            case DOUBLE -> Arrays.fill(tile.doubles(), 0, count, real);
            case COMPLEX -> {
                for (int i = 0; i < count; i++) {
                    tile.doubles()[2 * i] = real;
                    tile.doubles()[2 * i + 1] = imaginary;
                }
            }
        }
    }

    /** Sets a to a multiple of it. @param factor real and imaginary part; the latter 0 but of complex numbers */
    static void scale(final Tile a, final int count, final double[] factor) {
        if (factor[1] == 0) {
            scale(a, count, factor[0]);
            return;
        }
        final double[] x = a.doubles();
        for (int i = 0; i < 2 * count; i += 2) {
            final double real = x[i];
            x[i] = factor[0] * real - factor[1] * x[i + 1];
            x[i + 1] = factor[0] * x[i + 1] + factor[1] * real;
        }
    }

    /** A real factor multiplies the parts of a complex number alone: an infinite one leaves the other as it is. */
    private static void scale(final Tile a, final int count, final double alpha) {
        switch (a.type()) {
            case INT -> {
                final int[] x = a.ints();
                final int factor = (int) alpha;
                for (int i = 0; i < count; i++) {
                    x[i] *= factor;
                }
            }
            case LONG -> {
                final long[] x = a.longs();
                final long factor = (long) alpha;
                for (int i = 0; i < count; i++) {
                    x[i] *= factor;
                }
            }
            case FLOAT -> {
                final float[] x = a.floats();
                final float factor = (float) alpha;
                for (int i = 0; i < count; i++) {
                    x[i] *= factor;
                }
            }
            default -> {
                final double[] x = a.doubles();
                for (int i = 0; i < count * a.type().parts(); i++) {
                    x[i] *= alpha;
                }
            }
        }
    }

    /** Adds b to a. */
    static void add(final Tile a, final Tile b, final int count) {
        switch (a.type()) {
            case INT -> {
                final int[] x = a.ints();
                final int[] y = b.ints();
                for (int i = 0; i < count; i++) {
                    x[i] += y[i];
                }
            }
            case LONG -> {
                final long[] x = a.longs();
                final long[] y = b.longs();
                for (int i = 0; i < count; i++) {
                    x[i] += y[i];
                }
            }
            case FLOAT -> {
                final float[] x = a.floats();
                final float[] y = b.floats();
                for (int i = 0; i < count; i++) {
                    x[i] += y[i];
                }
            }
            default -> {
                final double[] x = a.doubles();
                final double[] y = b.doubles();
                for (int i = 0; i < count * a.type().parts(); i++) {
                    x[i] += y[i];
                }
            }
        }
    }

    /** Returns an element as a double; the size of a complex one. */
    static double value(final Tile a, final int i) {
        return switch (a.type()) {
            case INT -> a.ints()[i];
            case LONG -> a.longs()[i];
            case FLOAT -> a.floats()[i];
            case DOUBLE -> a.doubles()[i];
            case COMPLEX -> Math.hypot(a.doubles()[2 * i], a.doubles()[2 * i + 1]);
        };
    }

    /** Returns an element as a double, refused where that would be another number. */
    static double exact(final Tile a, final int i) {
        if (a.type() == MatrixType.LONG) {
            a.type().whole(a.longs()[i]);
        }
        return value(a, i);
    }

    /** Sets an element, refused where it cannot hold the value. */
    static void set(final Tile a, final int i, final double value) {
        a.type().whole(value);
        switch (a.type()) {
            case INT -> a.ints()[i] = (int) value;
            case LONG -> a.longs()[i] = (long) value;
            case FLOAT -> a.floats()[i] = (float) value;
            default -> a.doubles()[i] = value;
        }
    }

    /** Returns the sum of the products, of longs modulo 2^64: exact for ints and longs. */
    static long wholeDot(final Tile a, final Tile b, final int count) {
        long sum = 0;
        if (a.type() == MatrixType.INT) {
            for (int i = 0; i < count; i++) {
                sum += (long) a.ints()[i] * b.ints()[i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                sum += a.longs()[i] * b.longs()[i];
            }
        }
        return sum;
    }

    /** Returns the sum of the products of real numbers of any type. */
    static double dot(final Tile a, final Tile b, final int count) {
        double sum = 0;
        switch (a.type()) {
            case INT -> {
                for (int i = 0; i < count; i++) {
                    sum += (double) a.ints()[i] * b.ints()[i];
                }
            }
            case LONG -> {
                for (int i = 0; i < count; i++) {
                    sum += (double) a.longs()[i] * b.longs()[i];
                }
            }
            case FLOAT -> {
                for (int i = 0; i < count; i++) {
                    sum += (double) a.floats()[i] * b.floats()[i];
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    sum += a.doubles()[i] * b.doubles()[i];
                }
            }
        }
        return sum;
    }

    /** Returns the sum of the products of complex numbers, a not conjugated: real and imaginary part. */
    static double[] complexDot(final Tile a, final Tile b, final int count) {
        final double[] x = a.doubles();
        final double[] y = b.doubles();
        double real = 0;
        double imaginary = 0;
        for (int i = 0; i < 2 * count; i += 2) {
            real += x[i] * y[i] - x[i + 1] * y[i + 1];
            imaginary += x[i] * y[i + 1] + x[i + 1] * y[i];
        }
        return new double[] {real, imaginary};
    }

    /** Conjugates complex numbers; real ones are their own conjugates. */
    static void conjugate(final Tile a, final int count) {
        if (a.type() == MatrixType.COMPLEX) {
            final double[] x = a.doubles();
            for (int i = 1; i < 2 * count; i += 2) {
                x[i] = -x[i];
            }
        }
    }

    /** Sets b, of as many rows as a has columns, to a turned over. */
    static void transpose(final Tile a, final Tile b, final int rows, final int columns) {
        final int block = 16;
        for (int i = 0; i < rows; i += block) {
            for (int j = 0; j < columns; j += block) {
                transpose(a, b, rows, columns, new int[] {i, Math.min(rows, i + block), j,
                    Math.min(columns, j + block)});
            }
        }
    }

    private static void transpose(final Tile a, final Tile b, final int rows, final int columns, final int[] of) {
        switch (a.type()) {
            case INT -> transpose(a.ints(), b.ints(), rows, columns, of);
            case LONG -> transpose(a.longs(), b.longs(), rows, columns, of);
            case FLOAT -> transpose(a.floats(), b.floats(), rows, columns, of);
            case DOUBLE -> transpose(a.doubles(), b.doubles(), rows, columns, of);
            case COMPLEX -> {
                for (int i = of[0]; i < of[1]; i++) {
                    for (int j = of[2]; j < of[3]; j++) {
                        b.doubles()[2 * (j * rows + i)] = a.doubles()[2 * (i * columns + j)];
                        b.doubles()[2 * (j * rows + i) + 1] = a.doubles()[2 * (i * columns + j) + 1];
                    }
                }
            }
        }
    }

    private static void transpose(final int[] a, final int[] b, final int rows, final int columns, final int[] of) {
        for (int j = of[2]; j < of[3]; j++) {
            for (int i = of[0]; i < of[1]; i++) {
                b[j * rows + i] = a[i * columns + j];
            }
        }
    }

    private static void transpose(final long[] a, final long[] b, final int rows, final int columns, final int[] of) {
        for (int j = of[2]; j < of[3]; j++) {
            for (int i = of[0]; i < of[1]; i++) {
                b[j * rows + i] = a[i * columns + j];
            }
        }
    }

    private static void transpose(final float[] a, final float[] b, final int rows, final int columns,
                                  final int[] of) {
        for (int j = of[2]; j < of[3]; j++) {
            for (int i = of[0]; i < of[1]; i++) {
                b[j * rows + i] = a[i * columns + j];
            }
        }
    }

    private static void transpose(final double[] a, final double[] b, final int rows, final int columns,
                                  final int[] of) {
        for (int j = of[2]; j < of[3]; j++) {
            for (int i = of[0]; i < of[1]; i++) {
                b[j * rows + i] = a[i * columns + j];
            }
        }
    }
}
