package org.gmt4j.apps.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Right answers, and each kind of wrong one. */
@Timeout(120)
class JudgeTest {
    private static final LjSettings SETTINGS = new LjSettings(500, 0.2, 2, 0.002, 2.5, 220, 8, 1);
    private static LjAnswer right;
    private static SerialLj.Path path;

    @BeforeAll
    static void run() {
        try (GmtCluster cluster = GmtCluster.local(2, new LjApp().registeredClasses())) {
            right = new LjRun(SETTINGS, 0).on(cluster, true);
        }
        path = SerialLj.run(SETTINGS);
    }

    private static List<String> complaints(final LjAnswer answer) {
        return Judge.of(SETTINGS, answer, path).complaints();
    }

    private static LjAnswer copy() {
        return new LjAnswer(right.seconds(), right.ticketsAtOnce(), right.sortings(), right.sums().clone(),
            right.moving().clone(), right.forces().clone());
    }

    private static void assertWrong(final String word, final LjAnswer answer) {
        final List<String> found = complaints(answer);
        assertTrue(found.stream().anyMatch(complaint -> complaint.contains(word)), () -> word + " in " + found);
    }

    @Test
    void shouldTakeARightAnswerWhoseParticlesWereSortedAgain() {
        assertEquals(List.of(), complaints(copy()));
        assertTrue(right.sortings() > 1, () -> right.sortings() + " sortings");
        assertEquals(SETTINGS.steps(), right.steps());
        assertTrue(right.interactions() > 0);
    }

    @Test
    void shouldFindTasksThatWereNotDoneOnce() {
        final LjAnswer fewer = copy();
        fewer.sums()[LjMatrices.SUMS * 3 + 3]--;
        assertWrong("step 3 did", fewer);
        final LjAnswer others = copy();
        others.sums()[LjMatrices.SUMS * (SETTINGS.steps() + 1) + 3] = 1;
        assertWrong("exactly once", others);
    }

    @Test
    void shouldFindEnergyAndMomentumThatAreNotKept() {
        final LjAnswer energy = copy();
        energy.sums()[LjMatrices.SUMS * SETTINGS.steps()] *= 1 + 2 * Judge.DRIFT;
        assertWrong("the energy differs", energy);
        final LjAnswer nothing = copy();
        nothing.sums()[LjMatrices.SUMS * SETTINGS.steps()] = Double.NaN;
        assertWrong("the energy differs", nothing);
        final LjAnswer momentum = copy();
        momentum.sums()[LjMatrices.SUMS * (SETTINGS.steps() + 1) + 1] += 2 * Judge.MOMENTUM * SETTINGS.particles();
        assertWrong("momentum", momentum);
    }

    /** In a liquid of temperature 100 rounding grows beyond the bound before time 0.45. */
    @Test
    void shouldComparePathsForAShorterTimeWhereParticlesAreFaster() {
        assertEquals(220, comparable(220, 0.002, 2));
        assertEquals(250, comparable(300, 0.002, Judge.HOT));
        assertEquals(125, comparable(300, 0.002, 4 * Judge.HOT));
        assertEquals(1581, comparable(5000, 0.0001, 100));
        final double[] heated = new double[301];
        Arrays.fill(heated, 100, 301, 9 * 1.5 * SETTINGS.particles() * Judge.HOT);
        assertEquals(150, Judge.comparableSteps(steps(300, 0.002), heated));
        heated[120] = Double.NaN;
        assertEquals(120, Judge.comparableSteps(steps(300, 0.002), heated), "and is found there");
    }

    private static LjSettings steps(final int steps, final double timeStep) {
        return new LjSettings(SETTINGS.particles(), 0.8442, 1, timeStep, 2.5, steps, 256, 1);
    }

    private static int comparable(final int steps, final double timeStep, final double temperature) {
        final double[] kinetic = new double[steps + 1];
        Arrays.fill(kinetic, 1.5 * SETTINGS.particles() * temperature);
        return Judge.comparableSteps(steps(steps, timeStep), kinetic);
    }

    @Test
    void shouldFindWrongForcesAndPaths() {
        final LjAnswer force = copy();
        force.forces()[100] += 1e-8 * (1 + Math.abs(force.forces()[100]));
        assertWrong("a force differs", force);
        final LjAnswer early = copy();
        early.sums()[LjMatrices.SUMS * 7 + 1] += 1e-4;
        assertWrong("at step 7 an energy", early);
        final LjAnswer place = copy();
        place.moving()[1] += 1e-6;
        assertWrong("is not where", place);
    }
}
