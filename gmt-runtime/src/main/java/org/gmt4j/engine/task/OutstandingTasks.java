package org.gmt4j.engine.task;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Counts the tasks of this node that are outstanding at each other node, against their limits. Any lane; per task. */
final class OutstandingTasks {
    private final int nodeId;
    private final TaskConfig config;
    private final AtomicIntegerArray counts;

    OutstandingTasks(final int nodeId, final int nodeCount, final TaskConfig config) {
        this.nodeId = nodeId;
        this.config = config;
        counts = new AtomicIntegerArray(nodeCount);
    }

    void spawned(final int node) {
        if (!trySpawned(node)) {
            throw new IllegalStateException("GMT-216 node " + nodeId + " has " + config.taskLimit()
                + " tasks outstanding at node " + node
                + "; use a parFor instead of single tasks, or raise gmt.task.limit");
        }
    }

    /** Returns false, and counts nothing, beyond the limit. */
    boolean trySpawned(final int node) {
        if (counts.incrementAndGet(node) > config.taskLimit()) {
            counts.decrementAndGet(node);
            return false;
        }
        return true;
    }

    /** Returns false when there is no such node. */
    boolean ended(final int node) {
        if (node < 0 || node >= counts.length()) {
            return false;
        }
        counts.decrementAndGet(node);
        return true;
    }

    boolean isAtCredits(final int node) {
        return counts.get(node) >= config.taskCredits();
    }

    boolean isBeyondLimit(final int node, final int more) {
        return counts.get(node) + (long) more > config.taskLimit();
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
