package org.gmt4j.apps.flow;

/**
 * The discrete equations once more, written from the formulas cell by cell and without regard to speed, by which the
 * solver's answers are judged. Shares with the solver only {@link FlowPlan} and the constants of the soil. Any thread.
 */
final class Reference {
    private final FlowPlan plan;

    Reference(final FlowPlan plan) {
        this.plan = plan;
    }

    /** Pressure heads by cell, in metres. */
    @FunctionalInterface
    interface Heads {
        double at(int i, int j, int k);
    }

    /** Returns the effective saturation, 0 to 1. */
    private static double saturation(final double head) {
        return head >= 0 ? 1 : Math.pow(1 + Math.pow(Soil.ALPHA * -head, Soil.N), -Soil.M);
    }

    /** Returns the water content, of the volume. */
    static double water(final double head) {
        return Soil.RESIDUAL + (Soil.SATURATED - Soil.RESIDUAL) * saturation(head);
    }

    /** Returns the relative conductivity, after Mualem. */
    static double relative(final double head) {
        final double saturation = saturation(head);
        final double pores = 1 - Math.pow(1 - Math.pow(saturation, 1 / Soil.M), Soil.M);
        return Math.sqrt(saturation) * pores * pores;
    }

    /** Returns what flows from one cell, with its head, into the one beside it in some direction, in m^3/s. */
    double flow(final int[] to, final double headTo, final int[] from, final double headFrom) {
        final double a = plan.conductivity(to[0], to[1], to[2]);
        final double b = plan.conductivity(from[0], from[1], from[2]);
        final boolean isVertical = to[2] != from[2];
        final double distance = isVertical ? FlowPlan.HEIGHT : FlowPlan.WIDTH;
        final double area = isVertical ? FlowPlan.WIDTH * FlowPlan.WIDTH : FlowPlan.WIDTH * FlowPlan.HEIGHT;
        final double energyTo = headTo + plan.height(to[2]);
        final double energyFrom = headFrom + plan.height(from[2]);
        return area * 2 / (1 / a + 1 / b) * relative(energyFrom > energyTo ? headFrom : headTo)
            * (energyFrom - energyTo) / distance;
    }

    /** Returns what flows from below, where the water is at rest, into the lowest cell of a column. */
    double fromBelow(final int i, final int j, final double head) {
        final double energy = head + plan.height(0);
        return FlowPlan.AREA * plan.conductivity(i, j, 0) * relative(energy < 0 ? 0 : head) * -energy
            / (FlowPlan.HEIGHT / 2);
    }

    /** Returns the water that falls on the highest cell of a column. */
    double rain(final int i, final int j) {
        return plan.isRainedOn(i, j) ? plan.rain() * FlowPlan.AREA : 0;
    }

    /** Returns the cells beside one. */
    int[][] neighbours(final int i, final int j, final int k) {
        final int[][] all = {{i - 1, j, k}, {i + 1, j, k}, {i, j - 1, k}, {i, j + 1, k}, {i, j, k - 1}, {i, j, k + 1}};
        return java.util.Arrays.stream(all).filter(cell -> cell[0] >= 0 && cell[0] < plan.nx() && cell[1] >= 0
            && cell[1] < plan.ny() && cell[2] >= 0 && cell[2] < plan.nz()).toArray(int[][]::new);
    }

    /** Returns what a cell gains from its neighbours, from below and from rain, in cubic metres per second. */
    double gain(final Heads heads, final int i, final int j, final int k) {
        final double head = heads.at(i, j, k);
        double gain = 0;
        for (final int[] other : neighbours(i, j, k)) {
            gain += flow(new int[] {i, j, k}, head, other, heads.at(other[0], other[1], other[2]));
        }
        gain += k == 0 ? fromBelow(i, j, head) : 0;
        return k == plan.nz() - 1 ? gain + rain(i, j) : gain;
    }

    /** Returns by how much the water content of a cell is wrong after a step. @param step in seconds */
    double error(final Heads after, final Heads before, final double step, final int i, final int j, final int k) {
        return water(after.at(i, j, k)) - water(before.at(i, j, k))
            - step / FlowPlan.VOLUME * gain(after, i, j, k);
    }
}
