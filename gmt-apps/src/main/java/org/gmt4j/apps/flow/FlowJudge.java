package org.gmt4j.apps.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Judges a run: the balance of all water, the last step by the formulas, and on a small grid all heads by those of one
 * thread. Used by one thread.
 */
final class FlowJudge {
    /** Of the water that has moved, what may be lost. */
    static final double BALANCE = 1e-8;
    /** The same of the water in the ground, which is rounded. */
    private static final double ROUNDING = 1e-13;
    private static final double DIFFERENCE = 1e-8;
    /** Metres of head that an error of the water content of 1 in each step may be at most. */
    private static final double HEAD_OF_WATER = 1000;

    private final FlowPlan plan;
    private final List<String> complaints = new ArrayList<>();
    private double difference = Double.NaN;

    FlowJudge(final FlowPlan plan) {
        this.plan = plan;
    }

    /** Looks at the water of all nodes. */
    void judgeBalance(final FlowAnswer.Water water) {
        final double lost = Math.abs(water.after() - water.before() - water.rain() - water.fromBelow());
        if (!(lost <= BALANCE * water.moved() + ROUNDING * water.before())) {
            complain("%.3g m^3 of water are in the ground that did not come there, of %.3g m^3 that have moved", lost,
                water.moved());
        }
    }

    /** Looks at what {@link FlowRun#missed} has found. */
    void judgeLastStep(final double missed) {
        if (!(missed <= 2 * plan.tolerance())) {
            complain("the last step misses its equations by %.3g of a cell's volume, the tolerance is %.3g", missed,
                plan.tolerance());
        }
    }

    /** Compares all heads with those of one thread. */
    void compare(final double[] steps, final double... heads) {
        final SerialFlow serial = new SerialFlow(plan);
        if (!serial.run(steps)) {
            complain("one thread's solver has not converged, so there is nothing to compare with (%d steps)",
                steps.length);
            return;
        }
        difference = 0;
        for (int i = 0; i < plan.nx(); i++) {
            for (int j = 0; j < plan.ny(); j++) {
                for (int k = 0; k < plan.nz(); k++) {
                    final double one = Math.abs(heads[(i * plan.ny() + j) * plan.nz() + k] - serial.head(i, j, k));
                    difference = one <= difference ? difference : one;      // nor is what is not a number lost
                }
            }
        }
        if (!(difference <= Math.max(DIFFERENCE, HEAD_OF_WATER * plan.tolerance()))) {
            complain("heads differ from those of one thread by up to %.3g m", difference);
        }
    }

    private void complain(final String what, final Object... figures) {
        complaints.add(String.format(Locale.ROOT, what, figures));
    }

    /** Returns the greatest difference to one thread's heads, in metres; not a number where none were compared. */
    double difference() {
        return difference;
    }

    /** Returns what is wrong; empty where nothing is. */
    List<String> complaints() {
        return complaints;
    }
}
