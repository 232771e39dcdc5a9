package org.gmt4j.apps.nwchem;

import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.MatrixDigest;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.LocalPatch;

/** A node's part in a replay: its calibrated computing, and a tally of each stream. One for each node, see below. */
final class ReplayNode {
    private final Spinner spinner;
    /** Each stream writes its own element; read when all have ended. */
    private NodeTally[] tallies;
    private double[] spun;

    /** @param spinner that knows this node's speed */
    ReplayNode(final Spinner spinner) {
        this.spinner = spinner;
    }

    /** Does this node's share of a round. */
    static NodeTally round(final TaskContext ctx, final NodeLocal<ReplayNode> nodes, final ReplayPlan plan,
                           final RoundArrays arrays, final int round) throws SuspendExecution {
        final int streams = plan.streams() == 0 ? ctx.workerCount() : plan.streams();
        final ReplayNode node = nodes.get();
        node.tallies = new NodeTally[streams];
        node.spun = new double[streams];
        if (streams == 1) {
            node.stream(ctx, plan, arrays, round, 0);
        } else {
            ctx.parFor(streams, 1, SpawnPolicy.LOCAL,
                (i, c) -> nodes.get().stream(c, plan, arrays, round, (int) i));
        }
        NodeTally all = NodeTally.none(plan.tasksOf(round));
        for (final NodeTally tally : node.tallies) {
            all = all.plus(tally);
        }
        return all;
    }

    private void stream(final TaskContext ctx, final ReplayPlan plan, final RoundArrays arrays, final int round,
                        final int number) throws SuspendExecution {
        final ReplayStream stream = new ReplayStream(plan, arrays, spinner, round);
        tallies[number] = stream.run(ctx);
        spun[number] = stream.spun();
    }

    /** Returns sum and digest of this node's parts of a round's matrices, as {@link Expected} has them. */
    static long[] answer(final TaskContext ctx, final RoundArrays arrays) throws SuspendExecution {
        long sum = 0;
        for (final LocalPatch patch : arrays.fock().local()) {
            for (long i = patch.box().from(0); i < patch.box().to(0); i++) {
                sum += ofRow(patch, i);
            }
        }
        return new long[] {sum, MatrixDigest.ofThisNode(ctx, arrays.fock())
            + 3 * MatrixDigest.ofThisNode(ctx, arrays.work())};
    }

    private static long ofRow(final LocalPatch patch, final long row) {
        long sum = 0;
        for (long j = patch.box().from(1); j < patch.box().to(1); j++) {
            sum += (long) patch.getDouble(row, j);
        }
        return sum;
    }
}
