package org.gmt4j.engine.task;

import org.gmt4j.aggregation.queue.Completion;

/**
 * The pieces of the captured values of one task that are on their way to its node. When some are lost and the task is
 * there, it would wait for them for ever: its node is told that they do not come, and ends it as a failure. Owned by
 * the lane that has spawned; per task with long values.
 */
final class ValueDelivery extends Completion {
    final long number;
    private final NodeTasks tasks;
    private final int node;
    private RuntimeException lost;
    private boolean isTaskThere;

    ValueDelivery(final NodeTasks tasks, final int node, final long number) {
        this.tasks = tasks;
        this.node = node;
        this.number = number;
    }

    @Override
    protected void onComplete() {
        final RuntimeException cause = takeFailure();
        lost = lost == null ? cause : lost;
        tellIfLost();
    }

    /** The task has arrived, and all pieces had been issued before. */
    void taskArrived() {
        isTaskThere = true;
        tellIfLost();
    }

    private void tellIfLost() {
        if (isTaskThere && lost != null && isComplete()) {
            isTaskThere = false;
            tasks.notices.message(node, LongValues.loss(tasks, number, lost));
        }
    }
}
