package org.gmt4j.apps.lj;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.Tile;

/**
 * The particles whose rows a node owns, moved by velocity Verlet in arrays of its own: coordinates are published by one
 * put a step, forces come by one get. Owned by the node's one task of the team.
 */
final class OwnPart {
    private static final int ZERO_ROWS = 4096;

    private final LjMatrices matrices;
    private final double timeStep;
    private final long first;
    private final int size;
    private final double[] x;
    private final double[] v;
    private final double[] f;
    /** Coordinates at the last sorting. */
    private final double[] sorted;
    private final long[] numbers;
    private final double[] zeros;

    OwnPart(final int nodeId, final LjMatrices matrices, final LjSettings settings) {
        this.matrices = matrices;
        timeStep = settings.timeStep();
        final Box rows = matrices.positions().distribution(nodeId).stream().findFirst().orElse(Box.of(0, 0, 0, 3));
        first = rows.from(0);
        size = Math.toIntExact(rows.extent(0));
        x = new double[Math.multiplyExact(3, size)];
        v = new double[3 * size];
        f = new double[3 * size];
        sorted = new double[3 * size];
        numbers = new long[size];
        zeros = new double[3 * Math.min(size, ZERO_ROWS)];
    }

    /** Takes as many of the particles at the start as there are rows. */
    void begin(final Lattice lattice, final StartVelocities velocities) {
        for (int row = 0; row < size; row++) {
            lattice.position(first + row, x, 3 * row);
            velocities.velocity(first + row, v, 3 * row);
            numbers[row] = first + row;
        }
    }

    int size() {
        return size;
    }

    double[] coordinates() {
        return x;
    }

    /** Writes all there is of a particle as a row of {@link LjMatrices#moving}. */
    void store(final int row, final double[] target, final int at) {
        System.arraycopy(x, 3 * row, target, at, 3);
        System.arraycopy(v, 3 * row, target, at + 3, 3);
        target[at + 6] = numbers[row];
    }

    /** Takes the particles that others have stored into the own rows. */
    void load(final TaskContext ctx) throws SuspendExecution {
        if (size == 0) {
            return;
        }
        final double[] rows = matrices.moving().get(ctx, box(LjMatrices.MOVING)).doubles();
        for (int row = 0; row < size; row++) {
            final int at = LjMatrices.MOVING * row;
            System.arraycopy(rows, at, x, 3 * row, 3);
            System.arraycopy(rows, at + 3, v, 3 * row, 3);
            numbers[row] = (long) rows[at + 6];
        }
        System.arraycopy(x, 0, sorted, 0, x.length);
    }

    private Box box(final int width) {
        return Box.of(first, first + size, 0, width);
    }

    /** Lets the others see the coordinates, when they have passed a barrier. */
    void publish(final TaskContext ctx) throws SuspendExecution {
        if (size > 0) {
            matrices.positions().put(ctx, box(3), Tile.of(x, size, 3));
        }
    }

    /** Stores the own particles in the own rows of {@link LjMatrices#moving}. */
    void publishAll(final TaskContext ctx) throws SuspendExecution {
        final double[] rows = new double[LjMatrices.MOVING * size];
        for (int row = 0; row < size; row++) {
            store(row, rows, LjMatrices.MOVING * row);
        }
        if (size > 0) {
            matrices.moving().put(ctx, box(LjMatrices.MOVING), Tile.of(rows, size, LjMatrices.MOVING));
        }
    }

    /** Sets the own forces to zero; nobody may be adding to them. */
    void clearForces(final TaskContext ctx) throws SuspendExecution {
        final GlobalMatrix forces = matrices.forces();
        for (int row = 0; row < size; row += ZERO_ROWS) {
            final int count = Math.min(ZERO_ROWS, size - row);
            forces.put(ctx, Box.of(first + row, first + row + count, 0, 3), Tile.of(zeros, count, 3));
        }
    }

    /** Fetches the forces that all tasks have added up. */
    void fetchForces(final TaskContext ctx) throws SuspendExecution {
        if (size > 0) {
            matrices.forces().get(ctx, box(3), Tile.of(f, size, 3));
        }
    }

    /** Changes the velocities by half a step. */
    void kick() {
        final double half = timeStep / 2;
        for (int i = 0; i < v.length; i++) {
            v[i] += half * f[i];
        }
    }

    /** Moves the particles by a step. */
    void drift() {
        for (int i = 0; i < x.length; i++) {
            x[i] += timeStep * v[i];
        }
    }

    /** Returns how far a particle has gone since the last sorting, at most. */
    double farthest() {
        double most = 0;
        for (int at = 0; at < x.length; at += 3) {
            final double dx = x[at] - sorted[at];
            final double dy = x[at + 1] - sorted[at + 1];
            final double dz = x[at + 2] - sorted[at + 2];
            most = Math.max(most, dx * dx + dy * dy + dz * dz);
        }
        return Math.sqrt(most);
    }

    double kineticEnergy() {
        double sum = 0;
        for (final double one : v) {
            sum += one * one;
        }
        return sum / 2;
    }

    /** Returns the momentum along one edge of the box. */
    double momentum(final int dim) {
        double sum = 0;
        for (int at = dim; at < v.length; at += 3) {
            sum += v[at];
        }
        return sum;
    }
}
