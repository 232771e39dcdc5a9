package org.gmt4j.apps.scf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parts of a self-consistent field against slow and plain ones. */
class ScfMathTest {

    /** Simpson's rule with 4,000 intervals is exact to 1e-13 here. */
    @Test
    void shouldIntegrateF0() {
        for (double t = 0; t < 40; t += 0.0371) {
            final int n = 4000;
            double sum = 0;
            for (int i = 0; i <= n; i++) {
                final double u = (double) i / n;
                sum += Math.exp(-t * u * u) * (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2);
            }
            assertEquals(sum / (3 * n), Boys.f0(t), 1e-12, "F0(" + t + ")");
        }
        assertEquals(1, Boys.f0(0));
        assertEquals(Boys.f0(Math.nextDown(32.0)), Boys.f0(32), 1e-14);
    }

    /** Values of erf from Abramowitz and Stegun, table 7.1. */
    @ParameterizedTest
    @CsvSource({"0.5,0.5204998778", "1,0.8427007929", "1.5,0.9661051465", "2,0.9953222650"})
    void shouldAgreeWithTablesOfErf(final double x, final double erf) {
        assertEquals(erf, 2 / Math.sqrt(Math.PI) * x * Boys.f0(x * x), 1e-10);
    }

    @Test
    void shouldFindEigenvectors() {
        final int n = 23;
        final Random random = new Random(5);
        final double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * n + j] = random.nextGaussian();
                a[j * n + i] = a[i * n + j];
            }
        }
        final Eigenvectors found = Eigenvectors.of(a, n);
        final double[] back = SquareMatrix.product(found.vectors(), a, n);
        for (int i = 0; i < n; i++) {
            assertTrue(i == 0 || found.values()[i] >= found.values()[i - 1]);
            for (int j = 0; j < n; j++) {
                assertEquals(found.values()[i] * found.vectors()[i * n + j], back[i * n + j], 1e-12);
            }
        }
        final double[] unit = SquareMatrix.product(found.vectors(), SquareMatrix.transposed(found.vectors(), n), n);
        for (int i = 0; i < n * n; i++) {
            assertEquals(i % (n + 1) == 0 ? 1 : 0, unit[i], 1e-12);
        }
    }

    /** All places of all integrals, without any symmetry. */
    @Test
    void shouldAddEachIntegralToAllItsPlaces() {
        final Molecule molecule = Molecule.of(Molecule.CLUSTER, 6, 1.7);
        final int n = molecule.size();
        final Integrals integrals = new Integrals(molecule);
        final double[] density = new double[n * n];
        final Random random = new Random(8);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                density[i * n + j] = random.nextGaussian();
                density[j * n + i] = density[i * n + j];
            }
        }
        final double[] half = new SerialFock(integrals).half(density);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    for (int l = 0; l < n; l++) {
                        sum += density[k * n + l] * (integral(integrals, i, j, k, l)
                            - integral(integrals, i, k, j, l) / 2);
                    }
                }
                assertEquals(sum, half[i * n + j] + half[j * n + i], 1e-10);
            }
        }
    }

    private static double integral(final Integrals integrals, final int i, final int j, final int k, final int l) {
        return integrals.repulsion(Integrals.pair(Math.max(i, j), Math.min(i, j)),
            Integrals.pair(Math.max(k, l), Math.min(k, l)));
    }

    /** Each pair of pairs of functions belongs to one task: counts of a task's own loops. */
    @ParameterizedTest
    @CsvSource({"1,1", "2,2", "7,3", "10,4", "9,1"})
    void shouldNumberAllTasks(final int functions, final int length) {
        final Blocks blocks = new Blocks(functions, length);
        long number = 0;
        for (int one = 0; one < blocks.pairs(); one++) {
            for (int other = 0; other <= one; other++) {
                assertEquals(one, Blocks.larger(number));
                assertEquals(other, Blocks.smaller(number++));
            }
        }
        assertEquals(number, blocks.tasks());
        assertEquals(functions, blocks.end(blocks.count() - 1));
    }

    /** Close nuclei and far ones: (ab|ab) tends to the Coulomb energy of two charges. */
    @Test
    void shouldTendToChargesFarAway() {
        final Integrals integrals = new Integrals(Molecule.of(Molecule.CHAIN, 2, 50));
        assertEquals(1 / 50.0, integrals.repulsion(Integrals.pair(1, 1), Integrals.pair(0, 0)), 1e-12);
    }
}
