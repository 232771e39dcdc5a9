package org.gmt4j.apps.nwchem;

import java.util.Arrays;
import java.util.Optional;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.JudgedProgram;
import org.gmt4j.cli.result.BenchResult;

/**
 * A plan that is replayed again and again. Main thread of node 0.
 *
 * @param judge nothing where nobody verifies
 */
record ReplayWork(ReplayPlan plan, Optional<ReplayJudge> judge) implements JudgedProgram.Work {

    /** Replays once. */
    Replayed replay(final GmtCluster cluster) {
        final ReplayPlan replayed = plan;
        return cluster.call(ctx -> Replay.run(ctx, replayed));
    }

    /** Returns what is wrong with a replay; empty where nothing is, or nobody verifies. */
    String complaint(final Replayed found) {
        return judge.map(each -> each.complaint(found)).orElse("");
    }

    @Override
    public JudgedProgram.Run run(final GmtCluster cluster) {
        final Replayed found = replay(cluster);
        return new JudgedProgram.Run(found.seconds(), complaint(found));
    }

    @Override
    public BenchResult rate(final BenchResult row, final double... seconds) {
        return row.rate("tasks/s", Arrays.stream(seconds).map(each -> plan.tasks() / each).toArray());
    }

    @Override
    public String words() {
        return "NWChem's calls, " + plan.mix().label() + ", " + plan.tasks() + " tasks";
    }
}
