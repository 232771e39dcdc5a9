package org.gmt4j.apps.ssor;

/**
 * The problems of the benchmark that the application takes, with their published norms (NAS Parallel Benchmarks 3.4,
 * NASA Ames: the values by which LU verifies itself).
 */
enum ProblemClass {
    /** 12 x 12 x 12 points. */
    S(12, 50, 0.5, new Norms(
        new double[] {1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03, 1.5029584435994323e-03,
            3.4264073155896461e-02},
        new double[] {6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05, 5.8474222595157350e-05,
            1.3103347914111294e-03}, 7.8418928865937083)),
    /** 33 x 33 x 33 points. */
    W(33, 300, 1.5e-3, new Norms(
        new double[] {12.36511638192, 1.317228477799, 2.550120713095, 2.326187750252, 28.26799444189},
        new double[] {0.4867877144216, 0.05064652880982, 0.09281818101960, 0.08570126542733, 1.084277417792},
        11.61399311023)),
    /** 64 x 64 x 64 points. */
    A(64, 250, 2.0, new Norms(
        new double[] {7.7902107606689367e+02, 6.3402765259692870e+01, 1.9499249727292479e+02, 1.7845301160418537e+02,
            1.8384760349464247e+03},
        new double[] {29.964085685471943, 2.8194576365003349, 7.3473412698774742, 6.7139225687777051,
            70.715315688392578}, 26.030925604886277));

    /** The largest relative difference from the published norms. */
    static final double TOLERANCE = 1e-8;

    private final int points;
    private final int iterations;
    private final double timeStep;
    private final Norms published;

    ProblemClass(final int points, final int iterations, final double timeStep, final Norms published) {
        this.points = points;
        this.iterations = iterations;
        this.timeStep = timeStep;
        this.published = published;
    }

    /** Returns the number of points of an edge of the cube, its two ends included. */
    int points() {
        return points;
    }

    int iterations() {
        return iterations;
    }

    double timeStep() {
        return timeStep;
    }

    Norms published() {
        return published;
    }

    /** Returns the number of operations that the benchmark counts for the whole run, by its own formula. */
    double operations() {
        final double n = points;
        return iterations * (((1984.77 * n - 10923.3) * n + 27770.9) * n - 144010);
    }
}
