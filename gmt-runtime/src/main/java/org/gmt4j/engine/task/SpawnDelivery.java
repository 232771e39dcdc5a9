package org.gmt4j.engine.task;

import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.engine.travel.FailureCodec;

/**
 * One outstanding SPAWN command. When its node cannot be reached, or could not read it, the task never begins: then it
 * ends here, as a failure of its join that names the node. Owned by the lane that has spawned; per task spawned
 * elsewhere.
 */
final class SpawnDelivery extends Completion {
    private final TaskParts parts;
    private final Join join;
    private final int node;
    private final boolean isTeam;
    /** The captured values that were sent ahead; or null. */
    private final ValueDelivery values;
    /** Also counts the command: the completion of the visits in which it was spawned; or null. */
    private final Completion visits;

    SpawnDelivery(final TaskParts parts, final Join join, final int node, final boolean isTeam,
                  final ValueDelivery values, final Completion visits) {
        this.parts = parts;
        this.join = join;
        this.node = node;
        this.isTeam = isTeam;
        this.values = values;
        this.visits = visits;
    }

    /** Notes that the command is in its block. */
    void begun() {
        if (visits != null) {
            visits.issued();
        }
    }

    @Override
    protected void onComplete() {
        final RuntimeException cause = takeFailure();
        if (cause != null && !TaskEndings.mayHaveBegun(cause)) {
            neverBegan(cause);
            if (values != null) {
                values.taskLost(cause);
            }
        } else if (values != null) {
            values.taskArrived();
        }
        if (visits != null) {
            if (cause != null) {
                visits.failed(cause);
            }
            visits.completed(1);
        }
    }

    private void neverBegan(final RuntimeException cause) {
        if (isTeam) {
            // members of its team that wait in a collective must be released
            final int nodeId = parts.tasks().nodeId;
            parts.rounds().memberLost(nodeId, join.handle, FailureCodec.of(nodeId, cause));
        }
        parts.tasks().endings.neverBegan(join, node, cause);
    }
}
