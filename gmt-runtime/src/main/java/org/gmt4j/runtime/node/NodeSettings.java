package org.gmt4j.runtime.node;

import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.runtime.bootstrap.RunPlan;
import org.gmt4j.runtime.memory.MemoryConfig;
import org.gmt4j.runtime.task.TaskConfig;
import org.gmt4j.runtime.waiting.WaitConfig;

/**
 * All that a node is tuned by; but for waiting the same on all nodes of a job.
 *
 * @param nodesOnHost nodes that share this machine: for memory and for whether threads may spin
 */
public record NodeSettings(RunPlan plan, AggregationConfig aggregation, TaskConfig tasks, MemoryConfig memory, WaitConfig waiting,
                           int nodesOnHost) {
    /** With the default waiting. */
    public NodeSettings(final RunPlan plan, final AggregationConfig aggregation, final TaskConfig tasks, final MemoryConfig memory,
                        final int nodesOnHost) {
        this(plan, aggregation, tasks, memory, WaitConfig.DEFAULT, nodesOnHost);
    }

    /** What must agree between nodes for commands to be understood. */
    String fingerprint() {
        return aggregation + " " + plan.nodes() + " " + plan.randomSeed();
    }
}
