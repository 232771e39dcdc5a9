package org.gmt4j.apps.lj;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds out what is wrong with an answer: by laws (energy, momentum), by counts (tasks), and by one thread's forces and
 * path. One thread.
 */
final class Judge {
    /** Of the energy, relative, in {@link #DRIFT_STEPS} steps or fewer. */
    static final double DRIFT = 1e-4;
    static final int DRIFT_STEPS = 1000;
    /** Of the momentum, for each particle. */
    static final double MOMENTUM = 1e-9;
    /** Of the force on a particle, relative to it, or to 1 where it is smaller. */
    static final double FORCE = 1e-10;
    /** Of energies, for each particle, and of places, as long as paths agree. */
    static final double PATH = 1e-8;
    /** Until then rounding has not grown beyond {@link #PATH}, where particles are no hotter than {@link #HOT}. */
    static final double PATH_TIME = 0.5;
    /** The temperature beyond which paths part sooner: in proportion to the speed of the particles. */
    static final double HOT = 10;

    private final LjSettings settings;
    private final LjAnswer answer;
    private final List<String> complaints = new ArrayList<>();
    private double forceError;

    private Judge(final LjSettings settings, final LjAnswer answer) {
        this.settings = settings;
        this.answer = answer;
    }

    /** Judges by laws and counts; {@code path} is one thread's, or null for no more than that. */
    static Judge of(final LjSettings settings, final LjAnswer answer, final SerialLj.Path path) {
        final Judge judge = new Judge(settings, answer);
        judge.judgeTasks();
        judge.judgeLaws();
        if (path != null) {
            judge.judgeForces();
            judge.judgePath(path);
        }
        return judge;
    }

    /** Returns what is wrong; empty where all is right. */
    List<String> complaints() {
        return complaints;
    }

    /** Returns the largest difference of the forces at the end. */
    double forceError() {
        return forceError;
    }

    /** Complains unless a number is at most a bound; also where it is no number. */
    private void require(final String what, final double found, final double bound) {
        if (!(found <= bound)) {
            complaints.add(String.format(Locale.ROOT, "%s %.3g, at most %.3g is allowed", what, found, bound));
        }
    }

    private void judgeTasks() {
        final long tasks = BlockGrid.of(settings).tasks();
        for (int step = 0; step <= answer.steps(); step++) {
            if (answer.tasks(step) != tasks) {
                complaints.add("step " + step + " did " + answer.tasks(step) + " tasks, expected " + tasks);
                return;
            }
        }
        if (answer.faults() != 0) {
            complaints.add("in " + answer.faults() + " steps some task was not done exactly once");
        }
    }

    private void judgeLaws() {
        require("the energy differs from that of the start by (a smaller --dt keeps it better)", answer.drift(),
            DRIFT * Math.max(1, (double) answer.steps() / DRIFT_STEPS));
        require("the net momentum for each particle is", answer.momentum() / settings.particles(), MOMENTUM);
    }

    private void judgeForces() {
        final double[] expected = new SerialLj(settings).forces(answer.positions());
        for (int at = 0; at < expected.length; at += 3) {
            final double size = length(expected[at], expected[at + 1], expected[at + 2]);
            final double difference = length(expected[at] - answer.forces()[at],
                expected[at + 1] - answer.forces()[at + 1], expected[at + 2] - answer.forces()[at + 2]);
            forceError = Math.max(forceError, difference / Math.max(1, size));
        }
        require("a force differs from one thread's by", forceError, FORCE);
    }

    private void judgePath(final SerialLj.Path path) {
        final int last = comparableSteps(settings, path.kinetic());
        for (int step = 0; step <= last; step++) {
            final double kinetic = Math.abs(answer.kinetic(step) - path.kinetic()[step]);
            final double potential = Math.abs(answer.potential(step) - path.potential()[step]);
            final int before = complaints.size();
            require("at step " + step + " an energy for each particle differs from one thread's by",
                Math.max(kinetic, potential) / settings.particles(), PATH);
            if (complaints.size() > before) {
                return;
            }
        }
        if (last == answer.steps()) {
            judgePlaces(path.positions());
        }
    }

    /** Returns up to which step paths agree although sums are made in any order. @param kinetic energy of each step */
    static int comparableSteps(final LjSettings settings, final double[] kinetic) {
        double stretched = 0;       // in steps
        for (int step = 0; step < kinetic.length - 1; step++) {
            final double temperature = kinetic[step] / settings.particles() / 1.5;
            stretched += Math.sqrt(Math.max(1, temperature / HOT));
            if (!(stretched * settings.timeStep() <= PATH_TIME)) {
                return step;
            }
        }
        return kinetic.length - 1;
    }

    private void judgePlaces(final double[] expected) {
        final double[] x = answer.positions();
        double most = 0;
        for (int row = 0; row < settings.particles(); row++) {
            final int at = 3 * answer.number(row);
            most = Math.max(most, length(apart(x[3 * row] - expected[at]), apart(x[3 * row + 1] - expected[at + 1]),
                apart(x[3 * row + 2] - expected[at + 2])));
        }
        require("at the end a particle is not where one thread has it, by", most, PATH);
    }

    private double apart(final double distance) {
        return distance - settings.edge() * Math.rint(distance / settings.edge());
    }

    private static double length(final double x, final double y, final double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }
}
