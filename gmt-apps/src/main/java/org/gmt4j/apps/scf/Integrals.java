package org.gmt4j.apps.scf;

import java.util.Arrays;

/**
 * Integrals over the basis functions of a molecule. Products of two functions are up to nine Gaussians each, which are
 * kept: of functions i and j with j not above i. Memory: 360 bytes for each pair of functions. Immutable once made; any
 * thread. Formulas: Szabo and Ostlund, appendix A.
 */
final class Integrals {
    /** Products below this are left out: less than the last digits of energies. */
    private static final double LEAST_PRODUCT = 1e-16;
    private static final int FIELDS = 5;
    private static final int MOST_PRODUCTS = Contraction.LENGTH * Contraction.LENGTH;
    private static final double FACTOR = Math.sqrt(2) * Math.pow(Math.PI, 1.25);
    private final int size;
    /** Of each Gaussian: exponent, center x, y, z, and factor. */
    private final double[] products;
    /** Where the Gaussians of a pair begin; and where the last ones end. */
    private final int[] first;
    /** Root of the integral of a pair with itself: a bound for all of its integrals. */
    private final double[] bounds;

    Integrals(final Molecule molecule) {
        size = molecule.size();
        final Contraction[] functions = functions(molecule);
        final int pairs = size * (size + 1) / 2;
        final double[] all = new double[Math.multiplyExact(pairs, MOST_PRODUCTS * FIELDS)];
        first = new int[pairs + 1];
        int end = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                end = multiply(molecule, functions, i, j, all, end);
                first[pair(i, j) + 1] = end;
            }
        }
        products = Arrays.copyOf(all, end);
        bounds = new double[pairs];
        for (int pair = 0; pair < pairs; pair++) {
            bounds[pair] = Math.sqrt(repulsion(pair, pair));
        }
    }

    static Contraction[] functions(final Molecule molecule) {
        final Contraction[] functions = new Contraction[molecule.size()];
        for (int i = 0; i < functions.length; i++) {
            final double zeta = molecule.zetas()[i];
            functions[i] = molecule.asPrinted() ? Contraction.printed(zeta) : Contraction.sto3g(zeta);
        }
        return functions;
    }

    private static int multiply(final Molecule molecule, final Contraction[] functions, final int i, final int j,
                                final double[] products, final int from) {
        int at = from;
        final double distance2 = molecule.distance2(i, j);
        for (int k = 0; k < MOST_PRODUCTS; k++) {
            final double a = functions[i].exponents()[k / Contraction.LENGTH];
            final double b = functions[j].exponents()[k % Contraction.LENGTH];
            final double factor = functions[i].coefficients()[k / Contraction.LENGTH]
                * functions[j].coefficients()[k % Contraction.LENGTH] * Math.exp(-a * b / (a + b) * distance2);
            if (Math.abs(factor) > LEAST_PRODUCT) {
                products[at] = a + b;
                for (int axis = 0; axis < 3; axis++) {
                    products[at + 1 + axis] = (a * molecule.places()[3 * i + axis]
                        + b * molecule.places()[3 * j + axis]) / (a + b);
                }
                products[at + 4] = factor * FACTOR / (a + b);
                at += FIELDS;
            }
        }
        return at;
    }

    /** Returns the number of basis functions. */
    int size() {
        return size;
    }

    /** Returns the number of a pair of functions, j not above i. */
    static int pair(final int i, final int j) {
        return i * (i + 1) / 2 + j;
    }

    /** Returns a bound for the size of the integrals of a pair: that of two pairs is at most the product (Schwarz). */
    double bound(final int pair) {
        return bounds[pair];
    }

    /** Returns the repulsion of two products of functions, (ij|kl). Per integral; no allocation. */
    double repulsion(final int ij, final int kl) {
        final double[] p = products;
        final int end = first[ij + 1];
        final int otherFirst = first[kl];
        final int otherEnd = first[kl + 1];
        double sum = 0;
        for (int a = first[ij]; a < end; a += FIELDS) {
            double part = 0;
            for (int b = otherFirst; b < otherEnd; b += FIELDS) {
                final double x = p[a + 1] - p[b + 1];
                final double y = p[a + 2] - p[b + 2];
                final double z = p[a + 3] - p[b + 3];
                final double both = p[a] + p[b];
                part += p[b + 4] / Math.sqrt(both) * Boys.f0(p[a] * p[b] / both * (x * x + y * y + z * z));
            }
            sum += p[a + 4] * part;
        }
        return sum;
    }
}
