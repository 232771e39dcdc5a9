package org.gmt4j.apps.flow;

/**
 * Loam, and what each cell of a node holds and lets through at its pressure head: water content after van Genuchten,
 * conductivity after Mualem, with their derivatives. Owned by one task; per cell, no allocation.
 *
 * @see "van Genuchten, Soil Science Society of America Journal 44, 1980"
 * @see "parameters of loam: Carsel and Parrish, Water Resources Research 24 (5), 1988"
 */
final class Soil {
    /** Water that stays, of the volume. */
    static final double RESIDUAL = 0.078;
    /** Water of saturated soil, of the volume. */
    static final double SATURATED = 0.43;
    /** Of van Genuchten, 1/m. */
    static final double ALPHA = 3.6;
    static final double N = 1.56;
    static final double M = 1 - 1 / N;
    /** Of saturated loam: 24.96 cm a day, in metres per second. */
    static final double CONDUCTIVITY = 0.2496 / 86_400;
    /** The slope of the conductivity has no bound at saturation; nearer than this it is taken as here. */
    private static final double NEAREST = 1e-4;

    private final double[] water;
    private final double[] capacity;
    private final double[] relative;
    private final double[] slope;

    Soil(final Vectors vectors) {
        water = vectors.next();
        capacity = vectors.next();
        relative = vectors.next();
        slope = vectors.next();
    }

    /** Computes cells {@code from} to {@code to - 1} from their pressure heads, in metres. */
    void fill(final double[] head, final int from, final int to) {
        for (int c = from; c < to; c++) {
            if (head[c] >= 0) {
                water[c] = SATURATED;
                capacity[c] = 0;
                relative[c] = 1;
                slope[c] = 0;
            } else {
                fillDry(c, -ALPHA * head[c]);
            }
        }
    }

    /** @param suction times alpha, greater than 0 */
    private void fillDry(final int c, final double suction) {
        final double power = Math.pow(suction, N);
        final double sum = 1 + power;
        final double saturation = Math.pow(sum, -M);
        final double closed = power / suction * saturation;         // (power / sum)^M, since N * M = N - 1
        final double open = 1 - closed;
        final double root = Math.sqrt(saturation);
        final double rate = M * N / (Math.max(suction, NEAREST) * sum);
        final double saturationSlope = -rate * power * saturation;
        water[c] = RESIDUAL + (SATURATED - RESIDUAL) * saturation;
        capacity[c] = -(SATURATED - RESIDUAL) * ALPHA * saturationSlope;
        relative[c] = root * open * open;
        slope[c] = -ALPHA * open * (open * saturationSlope / (2 * root) - 2 * root * rate * closed);
    }

    /** Returns the water contents, of the volume. */
    double[] water() {
        return water;
    }

    /** Returns the derivatives of the water contents by the head, in 1/m. */
    double[] capacity() {
        return capacity;
    }

    /** Returns the conductivities, 1 where saturated. */
    double[] relative() {
        return relative;
    }

    /** Returns the derivatives of the conductivities by the head, in 1/m. */
    double[] slope() {
        return slope;
    }
}
