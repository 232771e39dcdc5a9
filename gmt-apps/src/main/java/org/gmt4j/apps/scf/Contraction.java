package org.gmt4j.apps.scf;

/**
 * A basis function: three Gaussians of type s. Immutable.
 *
 * @param exponents    of the Gaussians
 * @param coefficients with the Gaussians' own factors
 * @see "Hehre, Stewart, Pople: Self-consistent molecular-orbital methods I, J. Chem. Phys. 51, 1969"
 */
record Contraction(double[] exponents, double[] coefficients) {
    /** Gaussians of a function. */
    static final int LENGTH = 3;
    private static final double[] EXPONENTS = {0.1098175104, 0.4057711562, 2.227660584};
    private static final double[] COEFFICIENTS = {0.4446345422, 0.5353281423, 0.1543289673};
    private static final double[] PRINTED_EXPONENTS = {0.109818, 0.405771, 2.22766};
    private static final double[] PRINTED_COEFFICIENTS = {0.444635, 0.535328, 0.154329};

    /** Returns STO-3G for a zeta, normalized. */
    static Contraction sto3g(final double zeta) {
        final Contraction raw = of(zeta, EXPONENTS, COEFFICIENTS);
        final double factor = 1 / Math.sqrt(raw.norm());
        final double[] scaled = raw.coefficients.clone();
        for (int i = 0; i < LENGTH; i++) {
            scaled[i] *= factor;
        }
        return new Contraction(raw.exponents, scaled);
    }

    /** Returns the same as Szabo and Ostlund's program has it: the norm is 1 up to six digits. */
    static Contraction printed(final double zeta) {
        return of(zeta, PRINTED_EXPONENTS, PRINTED_COEFFICIENTS);
    }

    private static Contraction of(final double zeta, final double[] exponents, final double[] coefficients) {
        final double[] scaled = new double[LENGTH];
        final double[] factors = new double[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            scaled[i] = exponents[i] * zeta * zeta;
            factors[i] = coefficients[i] * Math.pow(2 * scaled[i] / Math.PI, 0.75);
        }
        return new Contraction(scaled, factors);
    }

    /** Returns the integral of the square. */
    double norm() {
        double sum = 0;
        for (int i = 0; i < LENGTH; i++) {
            for (int j = 0; j < LENGTH; j++) {
                sum += coefficients[i] * coefficients[j] * Math.pow(Math.PI / (exponents[i] + exponents[j]), 1.5);
            }
        }
        return sum;
    }
}
