package org.gmt4j.apps.flow;

import org.gmt4j.fibers.SuspendExecution;

/**
 * The water balance of a node's cells in a time step, which the solver makes zero: what is stored more than before, in
 * cubic metres per second, less what comes in through the sides of the cell. Water flows down the gradient of head and
 * height, through soil as wet as where it comes from (upstream weights). Owned by one task; per cell, no allocation.
 */
final class Balance {
    private final FlowPlan plan;
    private final Block block;
    private final Turns turns;
    private final Conductances conductances;
    private final Soil soil;
    /** Pressure heads, in metres. */
    private final Halo.Vector head;
    private final double[] waterBefore;
    private final double[] residual;
    private final int rainedOn;
    private double largest;
    private double sum;
    private double fromBelow;
    private double throughBottom;

    Balance(final FlowPlan plan, final Block block, final Turns turns, final Halo.Vector head,
            final Conductances conductances, final Vectors vectors) {
        this.plan = plan;
        this.block = block;
        this.turns = turns;
        this.head = head;
        this.conductances = conductances;
        soil = new Soil(vectors);
        waterBefore = vectors.next();
        residual = vectors.next();
        rainedOn = countRainedOn();
    }

    private int countRainedOn() {
        int count = 0;
        for (int i = block.west(); i < block.east(); i++) {
            for (int j = block.south(); j < block.north(); j++) {
                count += plan.isRainedOn(i, j) ? 1 : 0;
            }
        }
        return count;
    }

    /** Computes water and conductivities from the heads, whose border has been exchanged. */
    void updateSoil() throws SuspendExecution {
        for (int plane = -1; block.planes() > 0 && plane <= block.planes(); plane++) {
            soil.fill(head.values(), block.column(plane, -1), block.column(plane, block.rows() + 1));
            turns.giveWay();
        }
    }

    /** Takes the present water as that at the beginning of a step. */
    void beginStep() {
        System.arraycopy(soil.water(), 0, waterBefore, 0, waterBefore.length);
    }

    /** Computes the balance of a step that ends with the present heads. @param step in seconds */
    void compute(final double step) throws SuspendExecution {
        largest = 0;
        sum = 0;
        fromBelow = 0;
        throughBottom = 0;
        for (int plane = 0; plane < block.planes(); plane++) {
            computePlane(plane, FlowPlan.VOLUME / step);
            addBoundary(plane);
            addNorms(plane);
            turns.giveWay();
        }
        largest *= step / FlowPlan.VOLUME;
    }

    private void computePlane(final int plane, final double rate) {
        final double[] h = head.values();
        final double[] k = soil.relative();
        final double[] water = soil.water();
        final double[] east = conductances.east();
        final double[] north = conductances.north();
        final double[] up = conductances.up();
        final int x = block.pitch();
        final int y = block.nz();
        final int end = block.to(plane);
        for (int c = block.from(plane); c < end; c++) {
            residual[c] = rate * (water[c] - waterBefore[c])
                - flow(east[c], h, k, c, c + x, 0) - flow(east[c - x], h, k, c, c - x, 0)
                - flow(north[c], h, k, c, c + y, 0) - flow(north[c - y], h, k, c, c - y, 0)
                - flow(up[c], h, k, c, c + 1, FlowPlan.HEIGHT) - flow(up[c - 1], h, k, c, c - 1, -FlowPlan.HEIGHT);
        }
    }

    /** Returns the water that flows into a cell from another one. @param rise how much higher the other one lies */
    private static double flow(final double conductance, final double[] h, final double[] k, final int to,
                               final int from, final double rise) {
        final double drop = h[from] - h[to] + rise;
        return conductance * drop * (drop > 0 ? k[from] : k[to]);
    }

    /** Water from below, where pressure and height balance, and rain. */
    private void addBoundary(final int plane) {
        for (int row = 0; row < block.rows(); row++) {
            final int lowest = block.column(plane, row);
            final double drop = -(head.values()[lowest] + plan.height(0));
            final double flow = conductances.down()[plane * block.rows() + row] * drop
                * (drop > 0 ? 1 : soil.relative()[lowest]);
            residual[lowest] -= flow;
            fromBelow += flow;
            throughBottom += Math.abs(flow);
            if (plan.isRainedOn(block.west() + plane, block.south() + row)) {
                residual[lowest + block.nz() - 1] -= plan.rain() * FlowPlan.AREA;
            }
        }
    }

    private void addNorms(final int plane) {
        double most = largest;
        double all = 0;
        for (int c = block.from(plane); c < block.to(plane); c++) {
            most = Math.max(most, Math.abs(residual[c]));
            all += residual[c];
        }
        largest = most;
        sum += all;
    }

    /** Returns the water of this node's cells, in cubic metres. */
    double stored() {
        double all = 0;
        for (int plane = 0; plane < block.planes(); plane++) {
            double ofPlane = 0;
            for (int c = block.from(plane); c < block.to(plane); c++) {
                ofPlane += soil.water()[c];
            }
            all += ofPlane;
        }
        return all * FlowPlan.VOLUME;
    }

    /** Returns the greatest balance of a cell of this node, as an error of its water content. */
    double largest() {
        return largest;
    }

    /** Returns the sum of the balances of this node, in cubic metres per second. */
    double sum() {
        return sum;
    }

    /** Returns the rain on this node's columns, in cubic metres per second. */
    double rain() {
        return rainedOn * plan.rain() * FlowPlan.AREA;
    }

    /** Returns what comes from below, less what goes there, in cubic metres per second. */
    double fromBelow() {
        return fromBelow;
    }

    /** Returns what comes from below and what goes there. */
    double throughBottom() {
        return throughBottom;
    }

    double[] residual() {
        return residual;
    }

    Conductances conductances() {
        return conductances;
    }

    Soil soil() {
        return soil;
    }

    double[] heads() {
        return head.values();
    }
}
