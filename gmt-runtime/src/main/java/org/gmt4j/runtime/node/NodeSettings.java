package org.gmt4j.runtime.node;

import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.runtime.bootstrap.RunPlan;
import org.gmt4j.runtime.memory.MemoryConfig;
import org.gmt4j.runtime.task.TaskConfig;

/**
 * All that a node is tuned by; the same on all nodes of a job.
 *
 * @param nodesOnHost nodes that share this machine: for memory and for whether threads may spin
 */
public record NodeSettings(RunPlan plan, AggregationConfig aggregation, TaskConfig tasks, MemoryConfig memory, int nodesOnHost) {
    /** What must agree between nodes for commands to be understood. */
    String fingerprint() {
        return aggregation + " " + plan.nodes() + " " + plan.randomSeed();
    }
}
