package org.gmt4j.apps.scf;

/**
 * The field of closed shells from one density to the next, everything but the two-electron integrals. Matrices are
 * arrays row by row. Owned by one thread at a time; an iteration is some 100 n^3 operations.
 */
final class ClosedShell {
    /** Fock matrix and density agree where they differ by less. */
    static final double LEAST_ERROR = 1e-8;
    private final int n;
    private final int occupied;
    private final double repulsion;
    private final double[] overlap;
    private final double[] core;
    /** The inverse root of the overlap. */
    private final double[] root;
    private final Extrapolation extrapolation = new Extrapolation();
    private double[] density;
    private double energy;
    private double error = Double.POSITIVE_INFINITY;

    /** Begins with the electrons in the field of the nuclei alone. */
    ClosedShell(final Molecule molecule) {
        n = molecule.size();
        occupied = molecule.electrons() / 2;
        repulsion = molecule.repulsion();
        overlap = OneElectron.overlap(molecule);
        core = OneElectron.core(molecule);
        root = Eigenvectors.of(overlap, n).inverseRoot();
        density = densityOf(core);
    }

    double[] density() {
        return density;
    }

    /** Returns the energy of the density before the last {@link #next}. */
    double energy() {
        return energy;
    }

    /** Returns the greatest element of the commutator of Fock matrix and density: 0 when they agree. */
    double error() {
        return error;
    }

    boolean isConverged() {
        return error < LEAST_ERROR;
    }

    /**
     * Goes on to the next density.
     *
     * @param half a matrix whose sum with its transpose is what the electrons add to the Fock matrix
     */
    void next(final double[] half) {
        final double[] fock = core.clone();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                fock[i * n + j] += half[i * n + j] + half[j * n + i];
            }
        }
        energy = repulsion + (SquareMatrix.dot(density, core) + SquareMatrix.dot(density, fock)) / 2;
        final double[] commutator = commutator(fock);
        error = 0;
        for (final double element : commutator) {
            error = Math.max(error, Math.abs(element));
        }
        density = densityOf(extrapolation.next(fock, commutator));
    }

    private double[] commutator(final double[] fock) {
        final double[] one = SquareMatrix.product(SquareMatrix.product(fock, density, n), overlap, n);
        final double[] result = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                result[i * n + j] = one[i * n + j] - one[j * n + i];
            }
        }
        return SquareMatrix.between(root, result, n);
    }

    private double[] densityOf(final double[] fock) {
        final double[] vectors = Eigenvectors.of(SquareMatrix.between(root, fock, n), n).vectors();
        final double[] orbitals = SquareMatrix.product(vectors, root, n);     // rows
        final double[] result = new double[n * n];
        for (int orbital = 0; orbital < occupied; orbital++) {
            for (int i = 0; i < n; i++) {
                final double twice = 2 * orbitals[orbital * n + i];
                for (int j = 0; j < n; j++) {
                    result[i * n + j] += twice * orbitals[orbital * n + j];
                }
            }
        }
        return result;
    }
}
