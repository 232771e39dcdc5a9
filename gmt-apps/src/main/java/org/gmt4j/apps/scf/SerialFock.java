package org.gmt4j.apps.scf;

/** What the electrons add to the Fock matrix, by one thread: plain loops over all pairs of pairs. One thread. */
final class SerialFock {
    private final Integrals integrals;
    private long computed;

    SerialFock(final Integrals integrals) {
        this.integrals = integrals;
    }

    long computed() {
        return computed;
    }

    /** Returns a matrix whose sum with its transpose is added to the Fock matrix. */
    double[] half(final double[] density) {
        final int n = integrals.size();
        final double[] half = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                for (int k = 0; k <= i; k++) {
                    for (int l = 0; l <= (k == i ? j : k); l++) {
                        add(half, density, i, j, k, l);
                    }
                }
            }
        }
        return half;
    }

    private void add(final double[] half, final double[] density, final int i, final int j, final int k, final int l) {
        final int ij = Integrals.pair(i, j);
        final int kl = Integrals.pair(k, l);
        if (integrals.bound(ij) * integrals.bound(kl) <= FockTask.LEAST) {
            return;
        }
        computed++;
        final int n = integrals.size();
        final double value = integrals.repulsion(ij, kl) * FockTask.share(i, j, k, l);
        half[i * n + j] += 2 * density[k * n + l] * value;
        half[k * n + l] += 2 * density[i * n + j] * value;
        half[i * n + k] -= density[j * n + l] * value / 2;
        half[i * n + l] -= density[j * n + k] * value / 2;
        half[j * n + k] -= density[i * n + l] * value / 2;
        half[j * n + l] -= density[i * n + k] * value / 2;
    }
}
