package org.gmt4j.apps.ssor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.gmt4j.GmtCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The parts of the application, by other means than the published norms. */
@Timeout(120)
class SsorPartsTest {
    private static final int N = 6;

    private static Block block(final Random random) {
        final Block block = new Block(new Part(0, N, 0, N), N);
        for (int k = 0; k < N; k++) {
            block.fill(new ExactSolution(N), true, k);
            block.makePrimitive(k);
        }
        for (int k = 1; k < N - 1; k++) {
            for (int j = 1; j < N - 1; j++) {
                for (int i = 1; i < N - 1; i++) {
                    for (int m = 0; m < Gas.VALUES; m++) {
                        block.residual()[block.at(i, j, k) + m] = random.nextDouble() - 0.5;
                    }
                }
            }
        }
        return block;
    }

    /**
     * What the operator has at point p for the values of the point and its neighbours on one side alone, without
     * dissipation: the matrix of the sweep times these values, by differences.
     */
    private static double[] product(final Block block, final double[] change, final double dt, final int p,
                                    final int side) {
        final double step = 1e-5;
        final double[] sum = new double[Gas.VALUES];
        for (int direction = 1; direction < 4; direction++) {
            final int q = p + side * block.stride(direction);
            final double[] more = terms(moved(block, q, change, step), direction, side, dt);
            final double[] less = terms(moved(block, q, change, -step), direction, side, dt);
            final double[] moreHere = terms(moved(block, p, change, step), direction, 0, dt);
            final double[] lessHere = terms(moved(block, p, change, -step), direction, 0, dt);
            for (int m = 0; m < Gas.VALUES; m++) {
                sum[m] += TriangularSweep.OMEGA * (more[m] - less[m]) / (2 * step)
                    + (moreHere[m] - lessHere[m]) / (2 * step);
            }
        }
        for (int m = 0; m < Gas.VALUES; m++) {
            sum[m] += change[p + m];
        }
        return sum;
    }

    private static double[] moved(final Block block, final int q, final double[] change, final double step) {
        final double[] u = new double[Gas.VALUES];
        for (int m = 0; m < Gas.VALUES; m++) {
            u[m] = block.state()[q + m] + step * change[q + m];
        }
        return u;
    }

    /** Flux and viscous terms of one point, after the equations; side 0 for the point in the middle. */
    private static double[] terms(final double[] u, final int direction, final int side, final double dt) {
        final double velocity = u[direction] / u[0];
        final double speeds = (u[1] * u[1] + u[2] * u[2] + u[3] * u[3]) / (u[0] * u[0]);
        final double pressure = 0.4 * (u[4] - 0.5 * u[0] * speeds);
        final double cells = N - 1;
        final double[] terms = new double[Gas.VALUES];
        final double[] viscous = {0, 0.1 * u[1] / u[0], 0.1 * u[2] / u[0], 0.1 * u[3] / u[0],
            0.1 * (0.5 * (1 - 1.96) * speeds + velocity * velocity / 6 + 1.96 * u[4] / u[0])};
        viscous[direction] *= 4.0 / 3;
        for (int m = 0; m < Gas.VALUES; m++) {
            final double flux = u[m] * velocity + (m == direction ? pressure : m == 4 ? pressure * velocity : 0);
            terms[m] = side * dt * cells / 2 * flux + (side == 0 ? 2 : -1) * dt * cells * cells
                * (viscous[m] + (direction == 3 ? 1 : 0.75) * u[m]);
        }
        return terms;
    }

    private static void assertSolves(final boolean isLower) {
        final double dt = 0.03;
        final Block block = block(new Random(7));
        final double[] given = block.residual().clone();
        final TriangularSweep sweep = new TriangularSweep(block, dt, isLower);
        for (int k = 1; k < N - 1; k++) {
            sweep.solvePlane(isLower ? k : N - 1 - k);
        }
        final double[] found = block.residual();
        for (int k = 1; k < N - 1; k++) {
            for (int j = 1; j < N - 1; j++) {
                for (int i = 1; i < N - 1; i++) {
                    assertPoint(block, given, found, dt, block.at(i, j, k), isLower);
                }
            }
        }
    }

    /** Lower: (D + omega L) x = dt b. Upper: (D + omega U) x = D b. */
    private static void assertPoint(final Block block, final double[] given, final double[] found, final double dt,
                                    final int p, final boolean isLower) {
        final double[] left = product(block, found, dt, p, isLower ? -1 : 1);
        final double[] only = given.clone();
        for (int direction = 1; direction < 4; direction++) {
            Arrays.fill(only, p + block.stride(direction), p + block.stride(direction) + Gas.VALUES, 0);
        }
        final double[] right = product(block, only, dt, p, 1);
        for (int m = 0; m < Gas.VALUES; m++) {
            assertEquals(isLower ? dt * given[p + m] : right[m], left[m], 1e-7);
        }
    }

    @Test
    void shouldSolveTheEquationsOfTheirJacobians() {
        assertSolves(true);
        assertSolves(false);
    }

    /** Nothing is left of the exact solution but its forcing terms, which are those of smooth functions. */
    @Test
    void shouldHaveNoResidualWhereForcingIsThatOfTheState() {
        final Block block = block(new Random(1));
        final RightHandSide side = new RightHandSide(block);
        side.makePlane(2);
        System.arraycopy(block.residual(), 0, block.forcing(), 0, block.forcing().length);
        side.makePlane(2);
        assertEquals(0, block.residual()[block.at(3, 3, 2)], 1e-12);
        block.state()[block.at(3, 3, 2)] += 1e-3;
        side.makePlane(2);
        assertTrue(Math.abs(block.residual()[block.at(3, 3, 2)]) > 1e-3);
    }

    @Test
    void shouldGiveEveryPointToOneNodeAndEveryLayerASource() {
        for (int nodes = 1; nodes <= 40; nodes++) {
            final ProcessGrid grid = ProcessGrid.of(nodes, 12);
            assertTrue(grid.size() <= nodes && grid.size() * 10 >= nodes * 9, grid::toString);
            int points = 0;
            for (int node = 0; node < grid.size(); node++) {
                final Part part = grid.part(node);
                assertFalse(part.isEmpty());
                points += part.width() * part.depth();
                final int layers = new Mailbox(grid, node).slabs().stream()
                    .mapToInt(slab -> slab.points().width() * slab.points().depth()).sum();
                assertEquals(layers(part.iLow(), part.iHigh()) * part.depth()
                    + layers(part.jLow(), part.jHigh()) * part.width(), layers);
            }
            assertEquals(12 * 12, points);
        }
    }

    private static int layers(final int low, final int high) {
        return Math.min(2, low) + Math.min(2, 12 - high);
    }

    @Test
    void shouldSeeEachNormThatDiffers() {
        final Norms published = ProblemClass.W.published();
        assertEquals(0, published.deviation(published));
        for (int m = 0; m < Gas.VALUES; m++) {
            final double[] residual = published.residual().clone();
            final double[] error = published.error().clone();
            residual[m] *= 1 + 3e-8;
            error[m] *= 1 - 5e-8;
            assertEquals(3e-8, new Norms(residual, published.error(), published.surface()).deviation(published), 1e-12);
            assertEquals(5e-8, new Norms(published.residual(), error, published.surface()).deviation(published), 1e-12);
            error[m] = Double.NaN;
            assertFalse(new Norms(residual, error, published.surface()).deviation(published) < 1);
        }
        assertEquals(2, new Norms(published.residual(), published.error(), -published.surface()).deviation(published));
    }

    @Test
    void shouldDifferWithAnotherTimeStep() {
        final ProblemClass problem = ProblemClass.S;
        try (GmtCluster cluster = GmtCluster.local(2, new SsorApp().registeredClasses())) {
            final SsorRun plan = new SsorRun(ProcessGrid.of(2, 12), problem.iterations(), 0.501);
            final double deviation = cluster.call(ctx -> plan.onNodes(ctx)).norms().deviation(problem.published());
            assertTrue(deviation > 1e-6, () -> "deviation " + deviation);
        }
    }
}
