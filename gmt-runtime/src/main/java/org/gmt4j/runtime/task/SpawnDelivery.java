package org.gmt4j.runtime.task;

import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.RemoteCommandException;

/**
 * One SPAWN command on its way. When its node cannot be reached, or could not read it, the task is never going to begin: then it ends here, as
 * a failure of its join that names the node. Owned by the lane that has spawned; per task spawned elsewhere.
 */
final class SpawnDelivery extends Completion {
    private final TaskRuntime runtime;
    private final Join join;
    private final int node;
    private final boolean isTeam;

    SpawnDelivery(final TaskRuntime runtime, final Join join, final int node, final boolean isTeam) {
        this.runtime = runtime;
        this.join = join;
        this.node = node;
        this.isTeam = isTeam;
    }

    @Override
    protected void onComplete() {
        if (hasFailed()) {
            final RuntimeException cause = takeFailure();
            if (!mayHaveBegun(cause)) {
                runtime.neverBegan(join, node, isTeam, cause);
            }
        }
    }

    /** A reply that could not list all failures leaves open which commands were executed: a task that was tells of its end itself. */
    private static boolean mayHaveBegun(final RuntimeException cause) {
        return cause instanceof RemoteCommandException refused && refused.failure() != CommandFailure.UNREACHABLE
            && refused.failure() != CommandFailure.MALFORMED;
    }
}
