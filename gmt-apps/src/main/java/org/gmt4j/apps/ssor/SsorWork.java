package org.gmt4j.apps.ssor;

import java.util.Arrays;
import java.util.Locale;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.JudgedProgram;
import org.gmt4j.cli.result.BenchResult;

/**
 * A class of problems on so many nodes, run again and again. Main thread of node 0.
 *
 * @param isJudged  compare norms with the published ones?
 * @param tolerance largest relative difference from them
 */
record SsorWork(ProblemClass problem, ProcessGrid grid, boolean isJudged, double tolerance)
    implements JudgedProgram.Work {

    /** Runs once. */
    SsorRun.Answer solve(final GmtCluster cluster) {
        final SsorRun plan = new SsorRun(grid, problem.iterations(), problem.timeStep());
        return cluster.call(ctx -> plan.onNodes(ctx));
    }

    @Override
    public JudgedProgram.Run run(final GmtCluster cluster) {
        final SsorRun.Answer answer = solve(cluster);
        return new JudgedProgram.Run(answer.seconds(), isJudged ? complaint(deviation(answer)) : "");
    }

    /** Returns the largest relative difference from a published norm. */
    double deviation(final SsorRun.Answer answer) {
        return answer.norms().deviation(problem.published());
    }

    /** Returns what is wrong with norms that differ so much; empty where that is allowed. */
    String complaint(final double deviation) {
        return deviation <= tolerance ? "" : String.format(Locale.ROOT,
            "norms differ from the published ones by a share of %.3g; %.3g is allowed", deviation, tolerance);
    }

    @Override
    public BenchResult rate(final BenchResult row, final double... seconds) {
        return row.mops(Arrays.stream(seconds).map(each -> problem.operations() / each / 1e6).toArray());
    }

    @Override
    public String words() {
        return "NAS LU, class " + problem.name();
    }
}
