package org.gmt4j.engine.task;

import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.RemoteCommandException;

/**
 * One SPAWN command on its way. When its node cannot be reached, or could not read it, the task is never going to
 * begin: then it ends here, as a failure of its join that names the node. Owned by the lane that has spawned; per task
 * spawned elsewhere.
 */
final class SpawnDelivery extends Completion {
    private final TaskRuntime runtime;
    private final Join join;
    private final int node;
    private final boolean isTeam;
    /** Counts it, too: the visits that it was spawned in; or null. */
    private final Completion visits;

    SpawnDelivery(final TaskRuntime runtime, final Join join, final int node, final boolean isTeam,
                  final Completion visits) {
        this.runtime = runtime;
        this.join = join;
        this.node = node;
        this.isTeam = isTeam;
        this.visits = visits;
    }

    /** The command is in its block. */
    void begun() {
        if (visits != null) {
            visits.issued();
        }
    }

    @Override
    protected void onComplete() {
        final RuntimeException cause = takeFailure();
        if (cause != null && !mayHaveBegun(cause)) {
            runtime.neverBegan(join, node, isTeam, cause);
        }
        if (visits != null) {
            if (cause != null) {
                visits.failed(cause);
            }
            visits.completed(1);
        }
    }

    /**
     * A reply that could not list all failures leaves open which commands were executed: a task that was tells of its
     * end itself.
     */
    static boolean mayHaveBegun(final RuntimeException cause) {
        return cause instanceof RemoteCommandException refused && refused.failure() != CommandFailure.UNREACHABLE
            && refused.failure() != CommandFailure.MALFORMED;
    }
}
