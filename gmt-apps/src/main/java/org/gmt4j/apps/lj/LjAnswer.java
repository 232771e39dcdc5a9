package org.gmt4j.apps.lj;

/**
 * What a simulation has found. One thread.
 *
 * @param seconds       of the steps
 * @param ticketsAtOnce tasks that were drawn together at first
 * @param sortings      times that the particles were sorted
 * @param sums          as {@link LjMatrices#sums}
 * @param moving        as {@link LjMatrices#moving}, at the end; empty where nobody wants them
 * @param forces        at the end, row by row as {@code moving}; likewise
 */
record LjAnswer(double seconds, int ticketsAtOnce, int sortings, double[] sums, double[] moving, double[] forces) {

    int steps() {
        return sums.length / LjMatrices.SUMS - 2;
    }

    double kinetic(final int step) {
        return sums[LjMatrices.SUMS * step];
    }

    double potential(final int step) {
        return sums[LjMatrices.SUMS * step + 1];
    }

    double energy(final int step) {
        return kinetic(step) + potential(step);
    }

    /** Returns the tasks done in a step. */
    long tasks(final int step) {
        return (long) sums[LjMatrices.SUMS * step + 3];
    }

    /** Returns the pairs below the cut-off in all steps but the start. */
    long interactions() {
        long sum = 0;
        for (int step = 1; step <= steps(); step++) {
            sum += (long) sums[LjMatrices.SUMS * step + 2];
        }
        return sum;
    }

    /** Returns how far the energy has been from that of the start, relative to it or to the kinetic energy then. */
    double drift() {
        double most = 0;
        for (int step = 1; step <= steps(); step++) {
            most = Math.max(most, Math.abs(energy(step) - energy(0)));
        }
        return most == 0 ? 0 : most / Math.max(Math.abs(energy(0)), kinetic(0));
    }

    /** Returns the size of the net momentum at the end. */
    double momentum() {
        final int at = LjMatrices.SUMS * (steps() + 1);
        return Math.sqrt(sums[at] * sums[at] + sums[at + 1] * sums[at + 1] + sums[at + 2] * sums[at + 2]);
    }

    /** Returns the number of steps whose tasks were not each done once. */
    long faults() {
        return (long) sums[LjMatrices.SUMS * (steps() + 1) + 3];
    }

    /** Returns the coordinates at the end, row by row. */
    double[] positions() {
        final int particles = moving.length / LjMatrices.MOVING;
        final double[] x = new double[3 * particles];
        for (int row = 0; row < particles; row++) {
            System.arraycopy(moving, LjMatrices.MOVING * row, x, 3 * row, 3);
        }
        return x;
    }

    /** Returns which particle of the start is in a row. */
    int number(final int row) {
        return (int) moving[LjMatrices.MOVING * row + 6];
    }
}
