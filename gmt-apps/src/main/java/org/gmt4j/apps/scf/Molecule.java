package org.gmt4j.apps.scf;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.gmt4j.Transferable;

/**
 * Nuclei, each with one function of the basis STO-3G. Immutable; lengths in bohr, energies in hartree.
 *
 * @param name      of the molecule
 * @param places    x, y, z of each nucleus
 * @param charges   of each nucleus
 * @param zetas     exponent of the Slater function that each basis function stands for
 * @param asPrinted whether exponents and coefficients are those of Szabo and Ostlund's program, with six digits and not
 *                  normalized again
 * @param electrons an even number
 * @param known     energy that others have found; NaN for none
 */
record Molecule(String name, double[] places, double[] charges, double[] zetas, boolean asPrinted, int electrons,
                double known) implements Transferable {
    /** The molecules that have one size. */
    static final String H2 = "h2";
    static final String HEH = "heh+";
    static final String HE = "he";
    /** Hydrogen atoms in a line, and in a cubic lattice. */
    static final String CHAIN = "chain";
    static final String CLUSTER = "cluster";
    private static final double ZETA_H = 1.24;
    private static final double H2_DISTANCE = 1.4;
    private static final double HEH_DISTANCE = 1.4632;
    private static final double CHAIN_DISTANCE = 1.8;
    /** RHF/STO-3G at 1.4 bohr; -1.1167 in Szabo and Ostlund, chapter 3; all digits by PySCF 2.14. */
    private static final double H2_ENERGY = -1.116714325;
    /** Szabo and Ostlund, appendix B, at 1.4632 bohr with zetas of 2.0925 and 1.24. */
    private static final double HEH_ENERGY = -2.860662;
    /** RHF/STO-3G with a zeta of 1.69, by PySCF 2.14. */
    private static final double HE_ENERGY = -2.807783957;

    /**
     * Returns a molecule by its name.
     *
     * @param atoms    of chains and clusters
     * @param distance between neighbours; NaN for the usual one
     */
    static Molecule of(final String name, final int atoms, final double distance) {
        final boolean isUsual = Double.isNaN(distance);
        return switch (name) {
            case H2 -> hydrogen(name, 2, isUsual ? H2_DISTANCE : distance, 2, isUsual ? H2_ENERGY : Double.NaN);
            case HE -> new Molecule(name, new double[3], new double[] {2}, new double[] {1.69}, false, 2, HE_ENERGY);
            case HEH -> new Molecule(name, new double[] {0, 0, 0, isUsual ? HEH_DISTANCE : distance, 0, 0},
                new double[] {2, 1}, new double[] {2.0925, ZETA_H}, true, 2, isUsual ? HEH_ENERGY : Double.NaN);
            case CHAIN -> hydrogen(name, atoms, isUsual ? CHAIN_DISTANCE : distance, atoms, Double.NaN);
            default -> hydrogen(name, atoms, isUsual ? CHAIN_DISTANCE : distance, edge(atoms), Double.NaN);
        };
    }

    /** Returns the edge of the smallest cube of so many places. */
    private static int edge(final int atoms) {
        int edge = 1;
        while (edge * edge * edge < atoms) {
            edge++;
        }
        return edge;
    }

    private static Molecule hydrogen(final String name, final int atoms, final double distance, final int edge,
                                     final double known) {
        final double[] places = new double[3 * atoms];
        for (int i = 0; i < atoms; i++) {
            places[3 * i] = i % edge * distance;
            places[3 * i + 1] = i / edge % edge * distance;
            places[3 * i + 2] = i / edge / edge * distance;
        }
        final double[] ones = new double[atoms];
        final double[] zetas = new double[atoms];
        Arrays.fill(ones, 1);
        Arrays.fill(zetas, ZETA_H);
        return new Molecule(name, places, ones, zetas, false, atoms, known);
    }

    /** Returns the number of nuclei, which is that of basis functions. */
    int size() {
        return charges.length;
    }

    /** Returns the energy that others have found. */
    OptionalDouble knownEnergy() {
        return Double.isNaN(known) ? OptionalDouble.empty() : OptionalDouble.of(known);
    }

    /** Returns the square of the distance of two nuclei. */
    double distance2(final int i, final int j) {
        final double x = places[3 * i] - places[3 * j];
        final double y = places[3 * i + 1] - places[3 * j + 1];
        final double z = places[3 * i + 2] - places[3 * j + 2];
        return x * x + y * y + z * z;
    }

    /** Returns the energy of the nuclei's repulsion. */
    double repulsion() {
        double energy = 0;
        for (int i = 0; i < size(); i++) {
            for (int j = 0; j < i; j++) {
                energy += charges[i] * charges[j] / Math.sqrt(distance2(i, j));
            }
        }
        return energy;
    }
}
