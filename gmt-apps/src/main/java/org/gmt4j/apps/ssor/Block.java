package org.gmt4j.apps.ssor;

/**
 * The values of a node's points, and of two layers of its neighbours' points in x and y around them. Plain arrays of
 * five values a point, x fastest, then y, then z. Owned by one task.
 */
final class Block {
    /** Layers of points around those of the node. */
    static final int LAYERS = 2;

    private final int n;
    private final Part part;
    private final Part around;
    private final Part inner;
    private final int rowStride;
    private final int planeStride;
    private final double[] state;
    private final double[] primitive;
    private final double[] residual;
    private final double[] forcing;

    /** @param part of the node @param n points of an edge of the cube */
    Block(final Part part, final int n) {
        this.n = n;
        this.part = part;
        around = new Part(part.iLow() - LAYERS, part.iHigh() + LAYERS, part.jLow() - LAYERS, part.jHigh() + LAYERS)
            .with(new Part(0, n, 0, n));
        inner = part.with(new Part(1, n - 1, 1, n - 1));
        rowStride = Gas.VALUES * (part.width() + 2 * LAYERS);
        planeStride = rowStride * (part.depth() + 2 * LAYERS);
        state = new double[planeStride * n];
        primitive = new double[planeStride * n];
        residual = new double[planeStride * n];
        forcing = new double[planeStride * n];
    }

    /** Returns the bytes of all arrays of a block. */
    static long bytes(final Part part, final int n) {
        return 4L * Double.BYTES * Gas.VALUES * (part.width() + 2 * LAYERS) * (part.depth() + 2 * LAYERS) * n;
    }

    int n() {
        return n;
    }

    Part part() {
        return part;
    }

    /** Returns the points of the node that are not on the surface of the cube: those that the iteration changes. */
    Part inner() {
        return inner;
    }

    /** Returns the place of the first value of a point. */
    int at(final int i, final int j, final int k) {
        return k * planeStride + (j - part.jLow() + LAYERS) * rowStride + (i - part.iLow() + LAYERS) * Gas.VALUES;
    }

    /** Returns the distance of neighbours in a direction. @param direction 1 to 3 for x to z */
    int stride(final int direction) {
        return direction == 1 ? Gas.VALUES : direction == 2 ? rowStride : planeStride;
    }

    /** Returns the conserved values. */
    double[] state() {
        return state;
    }

    /** Returns the primitive values; {@link #makePrimitive} makes them of the conserved ones. */
    double[] primitive() {
        return primitive;
    }

    /** Returns the residuals, or what a sweep has made of them. */
    double[] residual() {
        return residual;
    }

    double[] forcing() {
        return forcing;
    }

    /** Sets the conserved values of a plane, layers included, to the exact solution or to those of the start. */
    void fill(final ExactSolution solution, final boolean isStart, final int k) {
        for (int j = around.jLow(); j < around.jHigh(); j++) {
            for (int i = around.iLow(); i < around.iHigh(); i++) {
                final int p = at(i, j, k);
                for (int m = 0; m < Gas.VALUES; m++) {
                    state[p + m] = isStart ? solution.startAt(m, i, j, k) : solution.at(m, i, j, k);
                }
            }
        }
    }

    /** Makes the primitive values of a plane, layers included. */
    void makePrimitive(final int k) {
        for (int j = around.jLow(); j < around.jHigh(); j++) {
            final int end = at(around.iHigh(), j, k);
            for (int p = at(around.iLow(), j, k); p < end; p += Gas.VALUES) {
                final double reciprocal = 1 / state[p];
                primitive[p] = reciprocal;
                for (int m = 1; m < Gas.VALUES; m++) {
                    primitive[p + m] = state[p + m] * reciprocal;
                }
            }
        }
    }

    /** Adds a multiple of the residuals to the conserved values of a plane's inner points. */
    void correct(final double factor, final int k) {
        for (int j = inner.jLow(); j < inner.jHigh(); j++) {
            final int end = at(inner.iHigh(), j, k);
            for (int p = at(inner.iLow(), j, k); p < end; p++) {
                state[p] += factor * residual[p];
            }
        }
    }
}
