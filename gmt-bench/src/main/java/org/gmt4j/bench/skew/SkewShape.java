package org.gmt4j.bench.skew;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gmt4j.cli.CliException;

/** How the cost of iterations is distributed over a loop. The same on all nodes and machines. */
enum SkewShape {
    /** Grows linearly: the last node of n has 2 - 1/n times its share. */
    RAMP {
        @Override
        double weight(final long i, final long n, final int nodes) {
            return i + 1;
        }
    },
    /** A power law, the heavy ones together at the start. */
    POWER {
        @Override
        double weight(final long i, final long n, final int nodes) {
            return StrictMath.pow(i + 10.0, -0.8);
        }
    },
    /** The first node's iterations cost 20 times as much as the rest. */
    HOT {
        @Override
        double weight(final long i, final long n, final int nodes) {
            return i * nodes < n ? 20 : 1;
        }
    },
    /** Expected degrees of a Kronecker graph whose labels are not permuted; the loop follows an array of them. */
    DEGREES {
        @Override
        double weight(final long i, final long n, final int nodes) {
            final int bits = Long.SIZE - Long.numberOfLeadingZeros(n - 1);
            final int ones = Long.bitCount(i);
            return StrictMath.pow(1 - TOP, ones) * StrictMath.pow(TOP, bits - ones);
        }
    };

    /** Share of edges in the upper half of each quadrant: a + b of Graph500. */
    private static final double TOP = 0.76;

    /** Cost of iteration {@code i} of {@code n} in units of its own. */
    abstract double weight(long i, long n, int nodes);

    /** Cost of all iterations. */
    double sum(final long n, final int nodes) {
        double sum = 0;
        for (long i = 0; i < n; i++) {
            sum += weight(i, n, nodes);
        }
        return sum;
    }

    /** Steps of arithmetic that iteration {@code i} takes. */
    long steps(final long i, final long n, final int nodes, final double stepsPerWeight) {
        return Math.max(1, Math.round(weight(i, n, nodes) * stepsPerWeight));
    }

    /** Steps of all iterations. */
    long sumOfSteps(final long n, final int nodes, final double stepsPerWeight) {
        long sum = 0;
        for (long i = 0; i < n; i++) {
            sum += steps(i, n, nodes, stepsPerWeight);
        }
        return sum;
    }

    /** Bounds of {@code parts} neighbouring ranges that cost the same, but for one iteration. */
    long[] equalCost(final long n, final int nodes, final int parts) {
        final double sum = sum(n, nodes);
        final long[] bounds = new long[parts + 1];
        bounds[parts] = n;
        double before = 0;
        int part = 1;
        for (long i = 0; i < n && part < parts; i++) {
            before += weight(i, n, nodes);
            while (part < parts && before >= sum * part / parts) {
                bounds[part++] = i + 1;
            }
        }
        return bounds;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static SkewShape of(final String label) {
        return Arrays.stream(values()).filter(shape -> shape.label().equals(label)).findFirst().orElseThrow(() ->
            CliException.usage("--shapes " + label + ": expected some of "
                + Arrays.stream(values()).map(SkewShape::label).collect(Collectors.joining(", ")) + "."));
    }
}
