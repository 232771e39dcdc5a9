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
        final int x = block.pitch();
        final int y = block.nz();
        final int end = block.to(plane);
        for (int c = block.from(plane); c < end; c++) {
            double diagonal = FlowPlan.VOLUME / step * capacity[c];
            east[c] = couple(conductances.east()[c], c, c + x, 0);
            diagonal += byOwn;
            west[c] = couple(conductances.east()[c - x], c, c - x, 0);
            diagonal += byOwn;
            north[c] = couple(conductances.north()[c], c, c + y, 0);
            diagonal += byOwn;
            south[c] = couple(conductances.north()[c - y], c, c - y, 0);
            diagonal += byOwn;
            above[c] = couple(conductances.up()[c], c, c + 1, FlowPlan.HEIGHT);
            diagonal += byOwn;
            below[c] = couple(conductances.up()[c - 1], c, c - 1, -FlowPlan.HEIGHT);
            own[c] = diagonal + byOwn;
        }
        for (int row = 0; row < block.rows(); row++) {
            addBottom(plane, row);
            factor(block.column(plane, row));
        }
    }

    /** Returns the derivative by another cell's head of the balance of a cell that takes water from it. */
    private double couple(final double conductance, final int to, final int from, final double rise) {
        final double[] h = balance.heads();
        final double[] k = balance.soil().relative();
        final double[] slope = balance.soil().slope();
        final double drop = h[from] - h[to] + rise;
        if (drop > 0) {
            byOwn = conductance * k[from];
            return -conductance * (k[from] + slope[from] * drop);
        }
        byOwn = conductance * (k[to] - slope[to] * drop);
        return -conductance * k[to];
    }

    private void addBottom(final int plane, final int row) {
        final int lowest = block.column(plane, row);
        final double drop = -(balance.heads()[lowest] + plan.height(0));
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

    /** Multiplies a plane: {@code y} is the product with {@code x}, whose border has been exchanged. */
    void multiply(final int plane, final double[] x, final double[] y) {
        final int planes = block.pitch();
        final int rows = block.nz();
        final int end = block.to(plane);
        for (int c = block.from(plane); c < end; c++) {
            y[c] = own[c] * x[c] + west[c] * x[c - planes] + east[c] * x[c + planes] + south[c] * x[c - rows]
                + north[c] * x[c + rows] + below[c] * x[c - 1] + above[c] * x[c + 1];
        }
    }

    /** Solves the columns of a plane, each alone. */
    void solveColumns(final int plane, final double[] right, final double[] x) {
        for (int row = 0; row < block.rows(); row++) {
            solveColumn(block.column(plane, row), right, x);
        }
    }

    private void solveColumn(final int lowest, final double[] right, final double[] x) {
        final int end = lowest + block.nz();
        double last = 0;
        for (int c = lowest; c < end; c++) {
            last = (right[c] - below[c] * last) * inverse[c];
            x[c] = last;
        }
        for (int c = end - 2; c >= lowest; c--) {
            last = x[c] - left[c] * last;
            x[c] = last;
        }
    }
}
