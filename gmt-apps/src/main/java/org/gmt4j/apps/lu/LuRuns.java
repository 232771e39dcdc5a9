package org.gmt4j.apps.lu;

import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.Connections;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.SampleStatistics;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.LuFactorisation;
import org.gmt4j.ga.LuForm;
import org.gmt4j.ga.SerialLu;

/**
 * Factors the matrix several times and judges the factors: those of the first trial by their product and by a solution,
 * those of the others by the digest, and all by that of one thread where its matrix is not too large. Set-up.
 */
final class LuRuns {
    /** Rows of the largest matrix that one thread factors, too: half a gigabyte. */
    static final int MOST_OF_ONE_THREAD = 8192;
    /** What residual and error must stay below, in units of rows times rounding error. */
    private static final double MOST_RESIDUAL = 16;
    /** Below, one thread's first run is mostly the compiler's. */
    private static final int LONG_RUN = 2048;
    private static final double GIGA = 1e9;

    private final AppRun run;
    private final TrialOptions options;
    private final LuProblem problem;
    private final LuForm form;
    private final GmtCluster cluster;
    /** Of the factorisation alone: verification asks further nodes. */
    private Connections connections;
    private Connections connectionsAtStart;

    LuRuns(final AppRun run, final TrialOptions options, final LuProblem problem, final LuForm form) {
        this.run = run;
        this.options = options;
        this.problem = problem;
        this.form = form;
        cluster = run.cluster(GmtCluster.class);
    }

    void run() {
        final LuProblem asked = problem;
        final GlobalMatrix a = cluster.call(ctx -> asked.create(ctx));
        try {
            run(a);
        } finally {
            cluster.run(ctx -> a.destroy(ctx));
        }
    }

    private void run(final GlobalMatrix a) {
        connectionsAtStart = Connections.of(cluster);
        for (int i = 0; i < options.warmUp(); i++) {
            factor(a);
        }
        final double[] rates = new double[options.trials()];
        long digest = 0;
        for (int i = 0; i < rates.length; i++) {
            final double seconds = factor(a);
            final long found = digest(a);
            run.result().trial(Trial.of(seconds).with("digest", Long.toHexString(found)));
            rates[i] = operations() / seconds / GIGA;
            if (run.verify() && !(i == 0 ? isRight(a) : isSame(found, digest, "trial " + (i + 1), "the first one"))) {
                return;
            }
            digest = found;
        }
        run.result().with("digest", Long.toHexString(digest))
            .with("connections", connections.values(connectionsAtStart));
        report(rates, digest);
    }

    private double operations() {
        return 2.0 / 3 * problem.size() * problem.size() * problem.size();
    }

    /** Fills and factors; returns the seconds of the latter. */
    private double factor(final GlobalMatrix a) {
        final LuProblem filled = problem;
        final LuForm asked = form;
        final double seconds = cluster.call(ctx -> factor(ctx, a, filled, asked));
        connections = connections == null ? Connections.of(cluster) : connections;
        return seconds;
    }

    private static double factor(final TaskContext ctx, final GlobalMatrix a, final LuProblem problem,
                                 final LuForm form) throws SuspendExecution {
        ctx.executeOnAll(node -> problem.fillHere(node, a));
        final long startNs = System.nanoTime();
        LuFactorisation.factor(ctx, a, form);
        return (System.nanoTime() - startNs) / GIGA;
    }

    private long digest(final GlobalMatrix a) {
        final LuProblem of = problem;
        return cluster.call(ctx -> {
            long sum = 0;
            for (final long part : ctx.callOnAll(node -> of.digestHere(node, a))) {
                sum += part;
            }
            return sum;
        });
    }

    // --- verification ---

    private boolean isRight(final GlobalMatrix a) {
        final LuProblem of = problem;
        final double residual = cluster.call(ctx -> LuResidual.of(ctx, of, a));
        final double error = cluster.call(ctx -> of.error(ctx, a)) / problem.size() / Math.ulp(1.0);
        run.result().with("residual", residual).with("solutionError", error);
        if (residual < MOST_RESIDUAL && error < MOST_RESIDUAL) {
            return true;
        }
        run.result().verified(false).note("the norm of LU - A is " + residual + " times that of A, the error of a "
            + "solution " + error + ", in units of rows times rounding error: expected less than " + MOST_RESIDUAL);
        return false;
    }

    private boolean isSame(final long found, final long expected, final String what, final String other) {
        if (found != expected) {
            run.result().verified(false).note("the factors of " + what + " have the digest " + Long.toHexString(found)
                + ", those of " + other + " " + Long.toHexString(expected));
        }
        return found == expected;
    }

    private void report(final double[] rates, final long digest) {
        final BenchResult result = BenchResult.of("lu");
        if (run.verify() && problem.size() <= MOST_OF_ONE_THREAD) {
            final double rate = operations() / serial(digest) / GIGA;
            if (run.result().isWrong()) {
                return;
            }
            result.figure("oneThreadGflops", rate).figure("ratio", SampleStatistics.of(rates).median() / rate);
        } else if (run.verify()) {
            run.result().note("not compared with one thread: more than " + MOST_OF_ONE_THREAD + " rows");
        }
        if (run.verify()) {
            run.result().verified(true);
        }
        run.result().result(result.rate("GFLOP/s", rates));
    }

    /** Factors with one thread, and returns its seconds: of the second run where the first is short. */
    private double serial(final long digest) {
        double seconds = 0;
        for (int i = problem.size() < LONG_RUN ? 0 : 1; i < 2; i++) {
            final SerialLu one = new SerialLu(problem.size(), problem.side(), problem::element);
            final long startNs = System.nanoTime();
            one.factor();
            seconds = (System.nanoTime() - startNs) / GIGA;
            isSame(digest, digest(one), "all nodes", "one thread");
        }
        return seconds;
    }

    private long digest(final SerialLu one) {
        long sum = 0;
        for (int i = 0; i < problem.size(); i++) {
            for (int j = 0; j < problem.size(); j++) {
                sum += LuProblem.hash(i, j, one.value(i, j));
            }
        }
        return sum;
    }
}
