package org.gmt4j.apps.lj;

import java.util.Arrays;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.Tile;

/**
 * Copies of a block's coordinates, fetched from the matrix, and of the forces on it that are to be added to the matrix.
 * Owned by one task at a time.
 */
final class Block {
    private double[] rows = {};
    private double[] forces = {};
    private final double[] centre = new double[3];
    private final double[] half = new double[3];
    private int number;
    private long start;
    private int size;
    private int touchedFrom;
    private int touchedTo;

    /** Starts to fetch a block; nothing that was sent before may be under way. */
    void fetch(final TaskContext ctx, final OperationHandle coming, final LjNode node, final int block) {
        number = block;
        start = node.start(block);
        size = (int) (node.start(block + 1) - start);
        if (rows.length < 3 * size) {
            rows = new double[4 * size];
            forces = new double[rows.length];
        }
        if (size > 0) {
            node.matrices().positions().getNb(ctx, coming, Box.of(start, start + size, 0, 3),
                Tile.of(rows, size, 3));
        }
    }

    /** Begins with no forces, when the coordinates have arrived. */
    void begin() {
        Arrays.fill(forces, 0, 3 * size, 0);
        touchedFrom = size;
        touchedTo = 0;
        measure();
    }

    private void measure() {
        for (int dim = 0; dim < 3; dim++) {
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            for (int at = dim; at < 3 * size; at += 3) {
                least = Math.min(least, rows[at]);
                most = Math.max(most, rows[at]);
            }
            centre[dim] = (least + most) / 2;
            half[dim] = (most - least) / 2;
        }
    }

    /** Starts to add the forces to the matrix, those rows that may have any. */
    void send(final TaskContext ctx, final LjNode node) {
        if (touchedFrom < touchedTo) {
            final int count = touchedTo - touchedFrom;
            node.matrices().forces().accumulateNb(ctx, Box.of(start + touchedFrom, start + touchedTo, 0, 3),
                Tile.of(forces, count, 3).at(3L * touchedFrom), 1);
        }
    }

    /** Adds to the force on a particle of the block. */
    void push(final int particle, final double x, final double y, final double z) {
        forces[3 * particle] += x;
        forces[3 * particle + 1] += y;
        forces[3 * particle + 2] += z;
        touchedFrom = Math.min(touchedFrom, particle);
        touchedTo = Math.max(touchedTo, particle + 1);
    }

    int number() {
        return number;
    }

    int size() {
        return size;
    }

    /** Returns the coordinates, three numbers for each particle. */
    double[] rows() {
        return rows;
    }

    /** Returns the middle of the smallest box around the particles. */
    double centre(final int dim) {
        return centre[dim];
    }

    /** Returns half an edge of that box. */
    double half(final int dim) {
        return half[dim];
    }
}
