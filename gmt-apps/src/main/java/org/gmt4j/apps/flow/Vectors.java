package org.gmt4j.apps.flow;

/**
 * The arrays of a node, one for each use, made at once: zeros of a large grid take long, so a plain thread makes them.
 * Owned by one task; set-up.
 */
final class Vectors {
    /** Arrays that a node takes: of {@link FlowTask} 2, balance and soil 6, Jacobian 9, linear solver 8. */
    static final int COUNT = 25;

    private final double[][] arrays;
    private int taken;

    Vectors(final int count, final int length) {
        arrays = new double[count][length];
    }

    /** Returns an array of zeros that nobody else has. */
    double[] next() {
        return arrays[taken++];
    }
}
