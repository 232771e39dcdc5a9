package org.gmt4j.apps.ssor;

import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A run of a problem on all nodes, with a task on each. Immutable; travels.
 *
 * @param iterations that are timed
 */
record SsorRun(ProcessGrid grid, int iterations, double timeStep) {
    /**
     * What all nodes have found.
     *
     * @param seconds of the iterations, of the node that took longest
     */
    record Answer(double seconds, Norms norms) {
    }

    /** Runs; called by one task of the cluster. */
    Answer onNodes(final TaskContext ctx) throws SuspendExecution {
        final SsorRun plan = this;
        final long[] bytes = new long[ctx.nodeCount()];
        for (int node = 0; node < grid.size(); node++) {
            bytes[node] = new Mailbox(grid, node).bytes();
        }
        final ArmciMemory memory = Armci.of(ctx).allocate(bytes);
        try {
            return ctx.callOnAll(node -> plan.onNode(node, memory)).get(0);
        } finally {
            Armci.of(ctx).free(memory);
        }
    }

    private Answer onNode(final TaskContext ctx, final ArmciMemory memory) throws SuspendExecution {
        if (!grid.contains(ctx.nodeId())) {
            ctx.barrier();
            ctx.barrier();
            return new Answer(0, Norms.of(SsorTask.total(ctx, new double[BlockSums.COUNT]), grid.n()));
        }
        final SsorTask task = new SsorTask(ctx, grid, timeStep, memory);
        task.prepare();
        task.start();
        task.iterate(1);        // as the benchmark's programs do, so that the time is that of warm memory
        task.start();
        ctx.barrier();
        final long startNs = System.nanoTime();
        task.iterate(iterations);
        ctx.barrier();
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        return new Answer(seconds, Norms.of(SsorTask.total(ctx, task.sums()), grid.n()));
    }
}
