package org.gmt4j;

import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/** What is done node by node, where a round of tasks to all nodes has failed. No state; set-up. */
final class EachNode {
    private EachNode() {
    }

    /**
     * Runs a body on all nodes, also when the job is cancelled: a node that takes no task keeps up no other. Failures
     * are added to that of the round.
     *
     * @return whether it has been run on all
     */
    static boolean execute(final TaskContext ctx, final TaskBody body, final Throwable cause) throws SuspendExecution {
        boolean isDone = true;
        EngineTask.of(ctx).shield();
        try {
            for (int node = 0; node < ctx.nodeCount(); node++) {
                try {
                    if (node == ctx.nodeId()) {
                        body.run(ctx);                 // needs no room for a task
                    } else {
                        ctx.execute(node, body);
                    }
                } catch (final RuntimeException e) {
                    isDone = false;
                    if (e != cause) {
                        cause.addSuppressed(e);
                    }
                }
            }
        } finally {
            EngineTask.of(ctx).unshield();
        }
        return isDone;
    }
}
