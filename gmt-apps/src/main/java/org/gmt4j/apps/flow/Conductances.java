package org.gmt4j.apps.flow;

/**
 * How much water passes between neighbours of saturated soil for a metre of head, in square metres per second: the
 * harmonic mean of two cells' conductivities, times area, over distance. 0 where the ground ends, so that nothing
 * passes there. Owned by one task; set-up.
 */
final class Conductances {
    /** From each cell of a block to the one in the next plane, in the next column, and above. */
    private final double[] east;
    private final double[] north;
    private final double[] up;
    /** From the bottom to the lowest cell of each column, over half its height. */
    private final double[] down;
    private final FlowPlan plan;
    private final Block block;

    Conductances(final FlowPlan plan, final Block block) {
        this.plan = plan;
        this.block = block;
        east = new double[block.length()];
        north = new double[block.length()];
        up = new double[block.length()];
        down = new double[block.planes() * block.rows()];
        for (int plane = block.planes() == 0 ? 0 : -1; plane < block.planes(); plane++) {
            for (int row = -1; row < block.rows(); row++) {
                fillColumn(plane, row);
            }
        }
    }

    private void fillColumn(final int plane, final int row) {
        final int i = block.west() + plane;
        final int j = block.south() + row;
        if (i < 0 || j < 0 || plane < 0 && row < 0) {
            return;
        }
        final int column = block.column(plane, row);
        for (int k = 0; k < plan.nz(); k++) {
            final double own = plan.conductivity(i, j, k);
            if (row >= 0 && i + 1 < plan.nx()) {
                east[column + k] = FlowPlan.HEIGHT * mean(own, plan.conductivity(i + 1, j, k));
            }
            if (plane >= 0 && j + 1 < plan.ny()) {
                north[column + k] = FlowPlan.HEIGHT * mean(own, plan.conductivity(i, j + 1, k));
            }
            if (k + 1 < plan.nz()) {
                up[column + k] = FlowPlan.AREA / FlowPlan.HEIGHT * mean(own, plan.conductivity(i, j, k + 1));
            }
        }
        if (plane >= 0 && row >= 0) {
            down[plane * block.rows() + row] = 2 * FlowPlan.AREA / FlowPlan.HEIGHT * plan.conductivity(i, j, 0);
        }
    }

    private static double mean(final double a, final double b) {
        return 2 * a * b / (a + b);
    }

    double[] east() {
        return east;
    }

    double[] north() {
        return north;
    }

    double[] up() {
        return up;
    }

    /** Returns one for each of the node's own columns, plane by plane. */
    double[] down() {
        return down;
    }
}
