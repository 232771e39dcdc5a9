package org.gmt4j.apps.flow;

import java.util.List;

/**
 * What a run has done and found.
 *
 * @param seconds that it took
 * @param work    the same on all nodes
 * @param water   of all nodes together
 */
record FlowAnswer(double seconds, Work work, Water water) {
    /**
     * Steps and iterations.
     *
     * @param steps      lengths of the time steps, in seconds
     * @param newton     iterations of all steps, those that failed included
     * @param linear     iterations of all linear systems
     * @param cuts       steps that were repeated with half their length
     * @param residuals  largest balance of each iteration of the last step, as error of a cell's water content
     * @param failedStep length of the step that did not converge; 0 where all have
     */
    record Work(double[] steps, long newton, long linear, int cuts, double[] residuals, double failedStep) {
        double simulated() {
            double sum = 0;
            for (final double step : steps) {
                sum += step;
            }
            return sum;
        }
    }

    /**
     * Cubic metres of water, and neighbours.
     *
     * @param before     in the ground at the beginning
     * @param after      in the ground at the end
     * @param rain       that has fallen
     * @param fromBelow  that has come from below, less what has gone there
     * @param moved      through top and bottom, both ways
     * @param neighbours other nodes whose columns a node reads, of all nodes together
     */
    record Water(double before, double after, double rain, double fromBelow, double moved, long neighbours) {
        Water plus(final Water other) {
            return new Water(before + other.before, after + other.after, rain + other.rain,
                fromBelow + other.fromBelow, moved + other.moved, neighbours + other.neighbours);
        }

        /** Returns what is in the ground and has not come there, of what has moved: 0 but for rounding. */
        double error() {
            final double lost = Math.abs(after - before - rain - fromBelow);
            return moved == 0 ? lost / before : lost / moved;
        }
    }

    /** Returns the answers of all nodes as one. */
    static FlowAnswer of(final List<FlowAnswer> nodes) {
        final Water water = nodes.stream().map(FlowAnswer::water).reduce(Water::plus).orElseThrow();
        return new FlowAnswer(nodes.get(0).seconds, nodes.get(0).work, water);
    }
}
