package org.gmt4j.apps.lj;

import java.util.stream.IntStream;

/**
 * The box cut into small cubes. The particles that were in a cube at the last sorting are a block, and two blocks make
 * a task unless their cubes are so far apart that no particles feel each other before the next sorting. Follows from
 * the settings alone: all nodes know the same tasks without a word. Immutable; any thread.
 *
 * @param perEdge cubes along an edge of the box
 * @param edge    of the box
 * @param limit   farthest that a particle may have gone since the last sorting
 * @param reach   greatest distance of two cubes that make a task
 */
record BlockGrid(int perEdge, double edge, double limit, double reach) {
    /** Limits below this fraction of the cut-off would make particles be sorted again and again. */
    private static final double LEAST_LIMIT = 0.1;
    /** Limits beyond would let blocks overlap too much. */
    private static final double MOST_LIMIT = 0.4;

    static BlockGrid of(final LjSettings settings) {
        final int perEdge = (int) Math.max(1, Math.round(Math.cbrt((double) settings.particles()
            / settings.blockSize())));
        final double cube = settings.edge() / perEdge;
        final double cutoff = settings.cutoff();
        double gap = Math.ceil(cutoff / cube) * cube;       // between cubes that make no task
        while (gap - cutoff < 2 * LEAST_LIMIT * cutoff) {
            gap += cube;
        }
        final double limit = Math.min(MOST_LIMIT * cutoff, (gap - cutoff) / 2);
        return new BlockGrid(perEdge, settings.edge(), limit, cutoff + 2 * limit);
    }

    /** Returns the number of blocks, some of which may be empty. */
    long blocks() {
        return (long) perEdge * perEdge * perEdge;
    }

    /** Returns the number of tasks of a step. */
    long tasks() {
        return blocks() * (nearOffsets().length + 1) / 2;
    }

    /** Returns how far on, in numbers of blocks, the blocks are that make a task with block 0; 0 is one of them. */
    int[] nearOffsets() {
        final int width = (int) Math.min(perEdge, reach / (edge / perEdge) + 2);
        final IntStream.Builder near = IntStream.builder();
        for (int x = 0; x < perEdge; x++) {
            for (int y = 0; y < perEdge; y++) {
                if (apart(x) > width || apart(y) > width) {
                    continue;
                }
                for (int z = 0; z < perEdge; z++) {
                    if (isNear(x, y, z)) {
                        near.add((x * perEdge + y) * perEdge + z);
                    }
                }
            }
        }
        return near.build().toArray();
    }

    /** Returns the block at an offset from another, across the border of the box. */
    int moved(final int block, final int offset) {
        final int n = perEdge;
        final int x = (block / (n * n) + offset / (n * n)) % n;
        final int y = (block / n % n + offset / n % n) % n;
        return (x * n + y) * n + (block % n + offset % n) % n;
    }

    private boolean isNear(final int x, final int y, final int z) {
        final double dx = gap(x);
        final double dy = gap(y);
        final double dz = gap(z);
        return dx * dx + dy * dy + dz * dz < reach * reach;
    }

    /** Returns the least distance of points of two cubes along an edge, the shorter way round. */
    private double gap(final int offset) {
        return Math.max(0, apart(offset) - 1) * (edge / perEdge);
    }

    private int apart(final int offset) {
        return Math.min(offset, perEdge - offset);
    }

    /** Returns the block of a position in the box. */
    int block(final double x, final double y, final double z) {
        return (place(x) * perEdge + place(y)) * perEdge + place(z);
    }

    private int place(final double coordinate) {
        return Math.max(0, Math.min(perEdge - 1, (int) (coordinate / edge * perEdge)));
    }

    /** Returns a coordinate in the box. */
    double wrap(final double coordinate) {
        return coordinate - edge * Math.floor(coordinate / edge);
    }
}
