package org.gmt4j.apps.lj;

import java.util.Arrays;

/**
 * Particles of a block that may feel those of another, coordinate by coordinate, with the forces on them. Owned by one
 * task; per pair, no allocation.
 */
final class Group {
    double[] x = {};
    double[] y = {};
    double[] z = {};
    double[] fx = {};
    double[] fy = {};
    double[] fz = {};
    private int[] particles = {};
    private int size;

    int size() {
        return size;
    }

    private void begin(final int most) {
        size = 0;
        if (x.length < most) {
            final int room = most + most / 4;
            x = new double[room];
            y = new double[room];
            z = new double[room];
            fx = new double[room];
            fy = new double[room];
            fz = new double[room];
            particles = new int[room];
        }
    }

    /** Takes all particles of a block. */
    void takeAll(final Block block) {
        begin(block.size());
        final double[] rows = block.rows();
        for (int i = 0; i < block.size(); i++) {
            add(i, rows[3 * i], rows[3 * i + 1], rows[3 * i + 2]);
        }
        clearForces();
    }

    /**
     * Takes the particles of a block that are nearer than a distance to a box, each at the place nearest to it.
     *
     * @param centre  of the box
     * @param half    half of its edges
     * @param edge    after which everything repeats
     * @param squared square of the distance
     */
    void takeNear(final Block block, final double[] centre, final double[] half, final double edge,
                  final double squared) {
        begin(block.size());
        final double[] rows = block.rows();
        for (int i = 0; i < block.size(); i++) {
            final double dx = nearest(rows[3 * i] - centre[0], edge);
            final double dy = nearest(rows[3 * i + 1] - centre[1], edge);
            final double dz = nearest(rows[3 * i + 2] - centre[2], edge);
            if (outside(dx, half[0]) + outside(dy, half[1]) + outside(dz, half[2]) < squared) {
                add(i, centre[0] + dx, centre[1] + dy, centre[2] + dz);
            }
        }
        clearForces();
    }

    private void add(final int particle, final double atX, final double atY, final double atZ) {
        x[size] = atX;
        y[size] = atY;
        z[size] = atZ;
        particles[size++] = particle;
    }

    private void clearForces() {
        Arrays.fill(fx, 0, size, 0);
        Arrays.fill(fy, 0, size, 0);
        Arrays.fill(fz, 0, size, 0);
    }

    private static double nearest(final double distance, final double edge) {
        return distance - edge * Math.rint(distance / edge);
    }

    /** Returns the square of the distance to a range around 0. */
    private static double outside(final double distance, final double half) {
        final double beyond = Math.max(0, Math.abs(distance) - half);
        return beyond * beyond;
    }

    /** Writes the middle and half the edges of the smallest box around the particles, of which there is one. */
    void measure(final double[] centre, final double[] half) {
        measure(x, centre, half, 0);
        measure(y, centre, half, 1);
        measure(z, centre, half, 2);
    }

    private void measure(final double[] values, final double[] centre, final double[] half, final int dim) {
        double least = values[0];
        double most = values[0];
        for (int i = 1; i < size; i++) {
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        centre[dim] = (least + most) / 2;
        half[dim] = (most - least) / 2;
    }

    /** Adds the forces to those of the block. */
    void giveForces(final Block block) {
        for (int i = 0; i < size; i++) {
            block.push(particles[i], fx[i], fy[i], fz[i]);
        }
    }
}
