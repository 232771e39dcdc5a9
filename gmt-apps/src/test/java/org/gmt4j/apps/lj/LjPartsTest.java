package org.gmt4j.apps.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Start, potential and tasks, without nodes. */
class LjPartsTest {
    private static LjSettings settings(final long particles, final int blockSize) {
        return new LjSettings(particles, 0.8442, 0.728, 0.002, 2.5, 10, blockSize, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 107, 108, 150, 1000, 2049})
    void shouldKeepParticlesApartAtTheStart(final int count) {
        final Lattice lattice = Lattice.of(settings(count, 64));
        final double edge = settings(count, 64).edge();
        final double[] x = new double[3 * count];
        for (int i = 0; i < count; i++) {
            lattice.position(i, x, 3 * i);
            for (int dim = 0; dim < 3; dim++) {
                assertTrue(x[3 * i + dim] > 0 && x[3 * i + dim] < edge);
            }
            for (int j = 0; j < i; j++) {
                assertTrue(distance(x, i, j, edge) > lattice.nearest() * (1 - 1e-12), i + ", " + j);
            }
        }
        assertTrue(lattice.nearest() > 0.9, () -> lattice + " " + lattice.nearest());
    }

    private static double distance(final double[] x, final int i, final int j, final double edge) {
        double sum = 0;
        for (int dim = 0; dim < 3; dim++) {
            final double apart = x[3 * i + dim] - x[3 * j + dim];
            final double nearest = apart - edge * Math.rint(apart / edge);
            sum += nearest * nearest;
        }
        return Math.sqrt(sum);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 108, 1001})
    void shouldStartWithoutMomentumAtTheTemperature(final int count) {
        final StartVelocities velocities = StartVelocities.of(settings(count, 64));
        final double[] sum = new double[3];
        final double[] one = new double[3];
        double squares = 0;
        for (int pass = 0; pass < count; pass++) {
            velocities.velocity(pass, one, 0);
            for (int dim = 0; dim < 3; dim++) {
                sum[dim] += one[dim];
                squares += one[dim] * one[dim];
            }
        }
        for (int dim = 0; dim < 3; dim++) {
            assertEquals(0, sum[dim], 1e-12 * count);
        }
        assertEquals(0.728, squares / 3 / count, 1e-12);
    }

    @Test
    void shouldEndSmoothlyAtTheCutoffAndPushAgainstTheEnergy() {
        final Potential potential = Potential.of(2.5);
        assertEquals(0, energy(potential, 2.5), 1e-15);
        assertEquals(0, force(potential, 2.5), 1e-15);
        final double lowest = Math.pow(2, 1.0 / 6);
        assertEquals(-1 + potential.slope() * lowest * lowest + potential.shift(), energy(potential, lowest), 1e-14);
        for (double r = 0.9; r < 2.5; r += 0.1) {
            final double slope = (energy(potential, r + 1e-5) - energy(potential, r - 1e-5)) / 2e-5;
            assertEquals(-slope, force(potential, r), 1e-6 * (1 + Math.abs(slope)));
        }
    }

    private static double energy(final Potential potential, final double r) {
        return potential.energy(r * r, Math.pow(r, -6));
    }

    private static double force(final Potential potential, final double r) {
        return r * potential.forceOverDistance(1 / (r * r), Math.pow(r, -6));
    }

    /** One thread's cells against all pairs, of which boxes without room for three cells make use. */
    @Test
    void shouldFindTheSameForcesByCellsAndByAllPairs() {
        final LjSettings cells = settings(800, 64);
        final double[] x = new double[2400];
        final Lattice lattice = Lattice.of(cells);
        final Random random = new Random(1);
        for (int i = 0; i < 800; i++) {
            lattice.position(i, x, 3 * i);
        }
        for (int i = 0; i < x.length; i++) {
            x[i] += 0.1 * random.nextDouble() + (i % 7 == 0 ? cells.edge() : 0);
        }
        final SerialLj serial = new SerialLj(cells);
        final double[] found = serial.forces(x).clone();
        double energy = 0;
        final double[] expected = new double[2400];
        final Potential potential = Potential.of(2.5);
        for (int i = 0; i < 800; i++) {
            for (int j = 0; j < i; j++) {
                final double r = distance(x, i, j, cells.edge());
                if (r < 2.5) {
                    energy += energy(potential, r);
                    addPair(expected, x, i, j, force(potential, r) / r, cells.edge());
                }
            }
        }
        assertEquals(energy, serial.potential(), 1e-9 * Math.abs(energy));
        for (int i = 0; i < found.length; i++) {
            assertEquals(expected[i], found[i], 1e-9 * (1 + Math.abs(expected[i])));
        }
    }

    private static void addPair(final double[] forces, final double[] x, final int i, final int j, final double push,
                                final double edge) {
        for (int dim = 0; dim < 3; dim++) {
            final double apart = x[3 * i + dim] - x[3 * j + dim];
            final double one = push * (apart - edge * Math.rint(apart / edge));
            forces[3 * i + dim] += one;
            forces[3 * j + dim] -= one;
        }
    }

    @ParameterizedTest
    @CsvSource({"108,1000", "108,20", "255,8", "4000,128", "4000,20", "4000,3"})
    void shouldHaveATaskOnceForAllBlocksThatCanMeet(final long particles, final int blockSize) {
        final LjSettings settings = settings(particles, blockSize);
        final BlockGrid grid = BlockGrid.of(settings);
        final TaskList tasks = new TaskList(grid);
        final Set<Long> pairs = new HashSet<>();
        for (int task = 0; task < tasks.size(); task++) {
            assertTrue(tasks.first(task) <= tasks.second(task));
            assertTrue(pairs.add(tasks.first(task) * grid.blocks() + tasks.second(task)), "twice");
        }
        assertEquals(grid.tasks(), tasks.size());
        final Random random = new Random(1);
        final double far = settings.cutoff() + 2 * grid.limit();
        final double[] x = new double[6];
        for (int i = 0; i < 200_000; i++) {
            for (int dim = 0; dim < 3; dim++) {
                x[dim] = random.nextDouble() * settings.edge();
                x[3 + dim] = grid.wrap(x[dim] + (2 * random.nextDouble() - 1) * far);
            }
            if (distance(x, 0, 1, settings.edge()) < far) {
                final long one = grid.block(x[0], x[1], x[2]);
                final long other = grid.block(x[3], x[4], x[5]);
                assertTrue(pairs.contains(Math.min(one, other) * grid.blocks() + Math.max(one, other)));
            }
        }
    }
}
