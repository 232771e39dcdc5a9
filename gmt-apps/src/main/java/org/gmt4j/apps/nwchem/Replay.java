package org.gmt4j.apps.nwchem;

import java.util.List;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.CallTable;

/** A whole replay, round by round, driven by one task of node 0. Stateless. */
final class Replay {
    private Replay() {
    }

    /** Runs and adds up; the time to look at the answer does not count. Nobody else calls matrices meanwhile. */
    static Replayed run(final TaskContext ctx, final ReplayPlan plan) throws SuspendExecution {
        final CallTable before = CallTable.ofAll(ctx);
        final NodeLocal<ReplayNode> nodes = NodeLocal.create(ctx,
            node -> new ReplayNode(Spinner.calibrated(node)));
        try {
            Replayed all = Replayed.none(ctx.nodeCount());
            for (int round = 0; round < plan.rounds(); round++) {
                all = all.plus(round(ctx, nodes, plan, round));
            }
            return all.withCalls(CallTable.ofAll(ctx).minus(before));
        } finally {
            nodes.free(ctx);
        }
    }

    private static Replayed round(final TaskContext ctx, final NodeLocal<ReplayNode> nodes, final ReplayPlan plan,
                                  final int round) throws SuspendExecution {
        long startNs = System.nanoTime();
        final RoundArrays arrays = RoundArrays.create(ctx, plan.basis());
        final long ns;
        Replayed result;
        try {
            ctx.executeOnAll(node -> arrays.setDensityHere(node, round));
            final List<NodeTally> tallies = ctx.callOnAll(node -> ReplayNode.round(node, nodes, plan, arrays, round));
            ns = System.nanoTime() - startNs;
            result = Replayed.of(tallies, plan.tasksOf(round));
            for (final long[] answer : ctx.callOnAll(node -> ReplayNode.answer(node, arrays))) {
                result = result.withAnswer(answer[0], answer[1]);
            }
        } finally {
            startNs = System.nanoTime();
            arrays.destroy(ctx);
        }
        return result.withSeconds((ns + System.nanoTime() - startNs) / 1e9);
    }
}
