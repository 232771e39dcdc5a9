package org.gmt4j.apps.trial;

import java.util.function.Supplier;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.SampleStatistics;
import org.gmt4j.cli.result.Trial;

/** Runs an application several times, and compares each answer with that of one thread of plain Java. Set-up. */
public final class TimedRuns {
    private final AppRun run;
    private final TrialOptions options;
    private final String name;

    /** @param name of the rate */
    public TimedRuns(final AppRun run, final TrialOptions options, final String name) {
        this.run = run;
        this.options = options;
        this.name = name;
    }

    /**
     * Runs and reports.
     *
     * @param onNodes runs once on all nodes
     * @param serial  the same in one thread; not called where nobody verifies. Null where it would not fit
     * @return the answer of the last trial; null: an answer is wrong
     */
    public Outcome run(final Supplier<Outcome> onNodes, final Supplier<Outcome> serial) {
        final Outcome expected = run.verify() && serial != null ? serial.get() : null;
        for (int i = 0; i < options.warmUp(); i++) {
            onNodes.get();
        }
        final double[] mops = new double[options.trials()];
        Outcome outcome = null;
        for (int i = 0; i < mops.length; i++) {
            outcome = onNodes.get();
            mops[i] = outcome.mops();
            run.result().trial(Trial.of(outcome.seconds()).with("operations", outcome.operations()));
            if (expected != null && !outcome.isSameAs(expected)) {
                run.result().verified(false).note("trial " + (i + 1) + ": " + outcome.answer()
                    + "; one thread has found " + expected.answer());
                return null;
            }
        }
        final BenchResult result = BenchResult.of(name).mops(mops);
        if (expected != null) {
            // of the last of two runs: the first one compiles
            final double oneThread = serial.get().mops();
            result.figure("oneThreadMops", oneThread).figure("ratio", SampleStatistics.of(mops).median() / oneThread);
            run.result().verified(true);
        }
        run.result().result(result);
        return outcome;
    }
}
