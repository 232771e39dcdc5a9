package org.gmt4j.ga;

import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;

/**
 * How the nodes' shares of a result come together, in the order of the nodes: one task asks all nodes, or the members
 * of a team tell each other. What is computed of them is written once, for both. Belongs to one task.
 */
abstract class Shares {
    final TaskContext ctx;

    private Shares(final TaskContext ctx) {
        this.ctx = ctx;
    }

    /** Returns those for one task, which starts the nodes' work. */
    static Shares ofCluster(final TaskContext ctx) {
        return new OfCluster(ctx);
    }

    /** Returns those for a member of a team. @param a whose group of all nodes the members meet in */
    static Shares ofTeam(final TaskContext ctx, final GlobalMatrix a) {
        return new OfTeam(ctx, a.part());
    }

    /**
     * Returns the shares of all nodes; all of them are done then.
     *
     * @param share of a node, computed by a task of a team, which may call collectives of it; captures no context
     */
    abstract <R> List<R> all(TaskFunction<R> share) throws SuspendExecution;

    private static final class OfCluster extends Shares {
        OfCluster(final TaskContext ctx) {
            super(ctx);
        }

        @Override
        <R> List<R> all(final TaskFunction<R> share) throws SuspendExecution {
            return ctx.callOnAll(share);
        }
    }

    /** Not by the runtime's own collectives, since shares of many nodes may be more than a command holds. */
    private static final class OfTeam extends Shares {
        private final MatrixPart part;

        OfTeam(final TaskContext ctx, final MatrixPart part) {
            super(ctx);
            this.part = part;
        }

        @Override
        <R> List<R> all(final TaskFunction<R> share) throws SuspendExecution {
            return part.team().allGather(ctx, share.call(ctx));
        }
    }
}
