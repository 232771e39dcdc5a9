package org.gmt4j.apps.flow;

/**
 * The problem: a block of loam with water up to a third of its height, above that drier than at rest. Rain falls on
 * the middle of its top, the pressure at its bottom stays as it is, its sides are closed. Cells are numbered (i, j, k),
 * k upward. Immutable; travels.
 *
 * @param nx          cells in the first direction, along the ground
 * @param ny          cells in the second direction, along the ground
 * @param nz          cells of a column
 * @param seconds     simulated time
 * @param firstStep   length of the first time step, in seconds
 * @param tolerance   greatest error of a cell's water content in a step
 * @param mostNewton  Newton iterations of a step, at most
 * @param rain        water that falls on each square metre of the middle, in metres per second
 * @param seed        of the soil's irregularity
 */
record FlowPlan(int nx, int ny, int nz, double seconds, double firstStep, double tolerance, int mostNewton, double rain,
                long seed) {
    /** Width of a cell along the ground, in metres. */
    static final double WIDTH = 0.2;
    /** Height of a cell, in metres. */
    static final double HEIGHT = 0.1;
    static final double AREA = WIDTH * WIDTH;
    static final double VOLUME = AREA * HEIGHT;
    /** Water of a saturated cell, of its volume. */
    static final double POROSITY = Soil.SATURATED;
    /** How much the conductivity of cells varies: by this power of e, up and down. */
    private static final double IRREGULARITY = 0.8;
    /** Pressure head at the beginning, for each metre above the water table; at rest it would be -1. */
    private static final double DRYNESS = -1.5;
    private static final double DRIEST = -50;
    private static final double TWO_POW_53 = 0x1p53;

    long cells() {
        return (long) nx * ny * nz;
    }

    /** Returns the height of a cell's middle above the water table, in metres; less than 0 below it. */
    double height(final int k) {
        return (k - nz / 3 + 0.5) * HEIGHT;
    }

    /** Returns the pressure head at the beginning, in metres. */
    double initialHead(final int k) {
        return height(k) < 0 ? -height(k) : Math.max(DRIEST, DRYNESS * height(k));
    }

    /** Returns whether it rains on a column: the middle half in both directions. */
    boolean isRainedOn(final int i, final int j) {
        return i >= nx / 4 && i < nx - nx / 4 && j >= ny / 4 && j < ny - ny / 4;
    }

    /** Returns the conductivity of a saturated cell, in metres per second: that of loam, times a random factor. */
    double conductivity(final int i, final int j, final int k) {
        long word = seed + (((long) i * ny + j) * nz + k + 1) * 0x9E3779B97F4A7C15L;      // SplitMix64
        word = (word ^ word >>> 30) * 0xBF58476D1CE4E5B9L;
        word = (word ^ word >>> 27) * 0x94D049BB133111EBL;
        word ^= word >>> 31;
        return Soil.CONDUCTIVITY * Math.exp(IRREGULARITY * (2 * ((word >>> 11) / TWO_POW_53) - 1));
    }
}
