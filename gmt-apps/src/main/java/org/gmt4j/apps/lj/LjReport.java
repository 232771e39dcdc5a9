package org.gmt4j.apps.lj;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.SampleStatistics;
import org.gmt4j.cli.result.Trial;

/** Judges the trials of a run and writes its result. One thread. */
final class LjReport {
    private final AppRun run;
    private final LjSettings settings;
    private final List<LjAnswer> answers = new ArrayList<>();
    private double forceError;

    LjReport(final AppRun run, final LjSettings settings) {
        this.run = run;
        this.settings = settings;
        final BlockGrid grid = BlockGrid.of(settings);
        run.result().with("particles", settings.particles()).with("steps", settings.steps())
            .with("dt", settings.timeStep()).with("cutoff", settings.cutoff()).with("edge", settings.edge())
            .with("blocks", grid.blocks()).with("tasksPerStep", grid.tasks());
    }

    /** Adds a trial. @param path one thread's, or null @return false: it is wrong */
    boolean add(final LjAnswer answer, final SerialLj.Path path) {
        answers.add(answer);
        final int steps = settings.steps();
        run.result().trial(Trial.of(answer.seconds()).with("drift", answer.drift())
            .with("momentum", answer.momentum() / settings.particles()).with("sortings", answer.sortings())
            .with("energy", answer.energy(steps) / settings.particles())
            .with("temperature", answer.kinetic(steps) / settings.particles() / 1.5));
        if (!run.verify()) {
            return true;
        }
        final Judge judge = Judge.of(settings, answer, path);
        forceError = Math.max(forceError, judge.forceError());
        judge.complaints().forEach(complaint -> run.result().note("trial " + answers.size() + ": " + complaint));
        run.result().verified(judge.complaints().isEmpty());
        return judge.complaints().isEmpty();
    }

    /** Writes rates and what all trials have in common. @param serialSeconds of one thread; 0 for unknown */
    void finish(final double serialSeconds) {
        final int steps = settings.steps();
        final double seconds = median(answers.stream().mapToDouble(LjAnswer::seconds).toArray());
        final BenchResult result = BenchResult.of("interactions").mops(answers.stream()
            .mapToDouble(answer -> answer.interactions() / answer.seconds() / 1e6).toArray())
            .param("ticketsAtOnce", answers.get(0).ticketsAtOnce())
            .figure("secondsPerStep", seconds / steps)
            .figure("tasksPerSecond", BlockGrid.of(settings).tasks() * steps / seconds)
            .figure("drift", answers.stream().mapToDouble(LjAnswer::drift).max().orElse(0));
        if (serialSeconds > 0) {
            result.figure("forceError", forceError).figure("oneThreadSecondsPerStep", serialSeconds / steps)
                .figure("ratio", serialSeconds / seconds);
        }
        run.result().result(result);
    }

    private static double median(final double[] values) {
        return SampleStatistics.of(values).median();
    }
}
