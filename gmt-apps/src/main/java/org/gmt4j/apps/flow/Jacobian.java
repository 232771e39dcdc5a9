package org.gmt4j.apps.flow;

/**
 * The derivatives of the balance by the heads of a cell and its six neighbours, and of each column the factors that
 * solve for it alone, which precondition: cells of a column are much closer to each other than columns are. Owned by
 * one task; per cell, no allocation.
 */
final class Jacobian {
    private final FlowPlan plan;
    private final Block block;
    private final Balance balance;
    private final double[] own;
    private final double[] west;
    private final double[] east;
    private final double[] south;
    private final double[] north;
    private final double[] below;
    private final double[] above;
    /** Of the elimination in a column: the inverse of the diagonal, and what is left above it. */
    private final double[] inverse;
    private final double[] left;
    /** Derivative by a cell itself, of the flow that {@link #couple} has looked at last. */
    private double byOwn;

    Jacobian(final FlowPlan plan, final Block block, final Balance balance, final Vectors vectors) {
        this.plan = plan;
        this.block = block;
        this.balance = balance;
        own = vectors.next();
        west = vectors.next();
        east = vectors.next();
        south = vectors.next();
        north = vectors.next();
        below = vectors.next();
        above = vectors.next();
        inverse = vectors.next();
        left = vectors.next();
    }

    /** Computes the derivatives of a plane at the present heads. @param step in seconds */
    void fill(final int plane, final double step) {
        final Conductances conductances = balance.conductances();
        final double[] capacity = balance.soil().capacity();
        final Field head = balance.head();
        head.moveTo(plane);
        final double[] h = head.here();
        final int first = block.column(plane, -1);
        final int x = block.pitch();
        final int y = block.nz();
        final int end = block.to(plane);
        for (int c = block.from(plane); c < end; c++) {
            final int i = c - first;
            double diagonal = FlowPlan.VOLUME / step * capacity[c];
            east[c] = couple(conductances.east()[c], head.east()[i] - h[i], c, c + x);
            diagonal += byOwn;
            west[c] = couple(conductances.east()[c - x], head.west()[i] - h[i], c, c - x);
            diagonal += byOwn;
            north[c] = couple(conductances.north()[c], h[i + y] - h[i], c, c + y);
            diagonal += byOwn;
            south[c] = couple(conductances.north()[c - y], h[i - y] - h[i], c, c - y);
            diagonal += byOwn;
            above[c] = couple(conductances.up()[c], h[i + 1] - h[i] + FlowPlan.HEIGHT, c, c + 1);
            diagonal += byOwn;
            below[c] = couple(conductances.up()[c - 1], h[i - 1] - h[i] - FlowPlan.HEIGHT, c, c - 1);
            own[c] = diagonal + byOwn;
        }
        for (int row = 0; row < block.rows(); row++) {
            addBottom(plane, row);
            factor(block.column(plane, row));
        }
    }

    /**
     * Returns the derivative by another cell's head of the balance of a cell that takes water from it.
     *
     * @param drop of head and height from there
     */
    private double couple(final double conductance, final double drop, final int to, final int from) {
        final double[] k = balance.soil().relative();
        final double[] slope = balance.soil().slope();
        if (drop > 0) {
            byOwn = conductance * k[from];
            return -conductance * (k[from] + slope[from] * drop);
        }
        byOwn = conductance * (k[to] - slope[to] * drop);
        return -conductance * k[to];
    }

    private void addBottom(final int plane, final int row) {
        final int lowest = block.column(plane, row);
        final double drop = -(balance.head().here()[lowest - block.column(plane, -1)] + plan.height(0));
        own[lowest] += balance.conductances().down()[plane * block.rows() + row]
            * (drop > 0 ? 1 : balance.soil().relative()[lowest] - balance.soil().slope()[lowest] * drop);
    }

    private void factor(final int lowest) {
        double over = 0;
        for (int c = lowest; c < lowest + block.nz(); c++) {
            inverse[c] = 1 / (own[c] - below[c] * over);
            over = above[c] * inverse[c];
            left[c] = over;
        }
    }

    /**
     * Multiplies a plane, with planes in turn: {@code product} is that with {@code vector}, whose ghosts have been
     * updated.
     */
    void multiply(final int plane, final Field vector, final double[] product) {
        vector.moveTo(plane);
        final double[] x = vector.here();
        final double[] inWest = vector.west();
        final double[] inEast = vector.east();
        final int first = block.column(plane, -1);
        final int rows = block.nz();
        final int end = block.to(plane) - first;
        for (int i = rows; i < end; i++) {
            final int c = first + i;
            product[c] = own[c] * x[i] + west[c] * inWest[i] + east[c] * inEast[i] + south[c] * x[i - rows]
                + north[c] * x[i + rows] + below[c] * x[i - 1] + above[c] * x[i + 1];
        }
    }

    /** Solves the columns of a plane, each alone, and writes what comes out. */
    void solveColumns(final int plane, final double[] right, final Field solution) {
        for (int row = 0; row < block.rows(); row++) {
            solveColumn(block.column(plane, row), right, solution.here(), (row + 1) * block.nz());
        }
        solution.write(plane);
    }

    /** @param at place of the lowest cell in {@code x} */
    private void solveColumn(final int lowest, final double[] right, final double[] x, final int at) {
        final int nz = block.nz();
        double last = 0;
        for (int k = 0; k < nz; k++) {
            final int c = lowest + k;
            last = (right[c] - below[c] * last) * inverse[c];
            x[at + k] = last;
        }
        for (int k = nz - 2; k >= 0; k--) {
            last = x[at + k] - left[lowest + k] * last;
            x[at + k] = last;
        }
    }
}
