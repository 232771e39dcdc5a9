package org.gmt4j.apps.nwchem;

import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.gmt4j.ga.MatrixOwners;

/**
 * Whose memory the tasks of {@code gmt run nwchem} use, found without arrays: the same plan and patches, and the owners
 * that Global Arrays gives them. Which node draws which task is left to chance there, and to the caller here. For
 * estimates and models. Immutable; any thread.
 */
public final class ReplayPeers {
    private final ReplayPlan plan;
    private final MatrixOwners counter;
    private final MatrixOwners square;

    private ReplayPeers(final ReplayPlan plan, final int nodes) {
        this.plan = plan;
        counter = MatrixOwners.of(RoundArrays.counterSpec(), nodes);
        square = MatrixOwners.of(RoundArrays.square(plan.basis()), nodes);
    }

    /**
     * Of a replay of density functional calculations.
     *
     * @param tasks of all nodes together
     * @param basis rows and columns of the arrays, at least {@link #leastBasis}
     * @param seed  of the places of patches
     */
    public static ReplayPeers of(final long tasks, final int basis, final long seed, final int nodes) {
        return new ReplayPeers(new ReplayPlan(Mix.DFT, tasks, basis, 0, 1, seed), nodes);
    }

    /** Returns the least rows and columns of the arrays. */
    public static int leastBasis() {
        return Mix.DFT.leastBasis();
    }

    /** Returns the most tasks of all nodes together. */
    public static long mostTasks() {
        return ReplayProgram.MOST_TASKS;
    }

    /** Calls back with the owner of the counter, which each node asks, at least to hear that no task is left. */
    public void visitCounter(final IntConsumer visit) {
        counter.visitAll(visit);
    }

    /** Calls back with runs of owners of all patches of a task, whoever draws it; some several times. */
    public void visitTask(final long task, final MatrixOwners.Runs visit) {
        visit(plan.mix().gets(), task, call -> square.visitRuns(plan.get(call), visit));
        visit(plan.mix().puts(), task, call -> square.visitRuns(plan.put(call), visit));
        visit(plan.mix().sums(), task, call -> square.visitRuns(plan.sum(call), visit));
    }

    private static void visit(final PatchCalls calls, final long task, final LongConsumer call) {
        for (long at = calls.first(task); at < calls.first(task + 1); at++) {
            call.accept(at);
        }
    }
}
