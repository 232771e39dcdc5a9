package org.gmt4j.apps.scf;

/** Integrals of one electron, as matrices row by row. Formulas: Szabo and Ostlund, appendix A. Stateless; set-up. */
final class OneElectron {
    private OneElectron() {
    }

    /** Returns overlaps; those of a function with itself are 1. */
    static double[] overlap(final Molecule molecule) {
        return matrix(molecule, (i, j, a, b, distance2) -> i == j ? 0 : gauss(a, b, distance2), 1);
    }

    /** Returns kinetic energy and attraction by all nuclei. */
    static double[] core(final Molecule molecule) {
        return matrix(molecule, (i, j, a, b, distance2) -> {
            final double reduced = a * b / (a + b);
            return reduced * (3 - 2 * reduced * distance2) * gauss(a, b, distance2)
                - attraction(molecule, i, j, a, b) * Math.exp(-reduced * distance2) * 2 * Math.PI / (a + b);
        }, 0);
    }

    private static double gauss(final double a, final double b, final double distance2) {
        return Math.pow(Math.PI / (a + b), 1.5) * Math.exp(-a * b / (a + b) * distance2);
    }

    private static double attraction(final Molecule molecule, final int i, final int j, final double a,
                                     final double b) {
        double sum = 0;
        for (int nucleus = 0; nucleus < molecule.size(); nucleus++) {
            double distance2 = 0;
            for (int axis = 0; axis < 3; axis++) {
                final double center = (a * molecule.places()[3 * i + axis] + b * molecule.places()[3 * j + axis])
                    / (a + b);
                final double step = center - molecule.places()[3 * nucleus + axis];
                distance2 += step * step;
            }
            sum += molecule.charges()[nucleus] * Boys.f0((a + b) * distance2);
        }
        return sum;
    }

    /** An integral over two Gaussians of functions i and j. */
    private interface Gaussians {
        double integral(int i, int j, double a, double b, double distance2);
    }

    private static double[] matrix(final Molecule molecule, final Gaussians integral, final double ofDiagonal) {
        final int n = molecule.size();
        final Contraction[] functions = Integrals.functions(molecule);
        final double[] matrix = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = i == j ? ofDiagonal : 0;
                for (int k = 0; k < Contraction.LENGTH * Contraction.LENGTH; k++) {
                    final int p = k / Contraction.LENGTH;
                    final int q = k % Contraction.LENGTH;
                    sum += functions[i].coefficients()[p] * functions[j].coefficients()[q] * integral.integral(i, j,
                        functions[i].exponents()[p], functions[j].exponents()[q], molecule.distance2(i, j));
                }
                matrix[i * n + j] = sum;
                matrix[j * n + i] = sum;
            }
        }
        return matrix;
    }
}
