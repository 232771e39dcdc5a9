package org.gmt4j.engine.task;

import org.gmt4j.aggregation.queue.Completion;

/**
 * The pieces of the captured values of one task that are on their way to its node. When some are lost and the task is
 * there, it would wait for them for ever: its node is told that they do not come, and ends it as a failure. When the
 * task is lost and some are there, they would wait for it: their node is told the same, and forgets them. Owned by the
 * lane that has spawned; per task with long values.
 */
final class ValueDelivery {
    final long number;
    private final NodeTasks tasks;
    private final int node;
    private int pending;
    /** Whether a piece is there, so that its node can be reached. */
    private boolean hasArrived;
    private RuntimeException lost;
    private boolean isTaskThere;
    /** Why the task is not there and will not be; null before that, and when its node has been told. */
    private RuntimeException taskLost;

    ValueDelivery(final NodeTasks tasks, final int node, final long number) {
        this.tasks = tasks;
        this.node = node;
        this.number = number;
    }

    /** Returns what counts the next piece. */
    Completion piece() {
        pending++;
        return new Piece();
    }

    /** The task has arrived, and all pieces had been issued before. */
    void taskArrived() {
        isTaskThere = true;
        tellIfLost();
    }

    /** The last piece could not be issued, so that its task does not arrive. */
    void pieceRefused(final RuntimeException cause) {
        pending--;
        taskLost(cause);
    }

    /** The task does not arrive; no more pieces are issued. */
    void taskLost(final RuntimeException cause) {
        taskLost = cause;
        tellIfLost();
    }

    private void pieceEnded(final RuntimeException cause) {
        pending--;
        hasArrived |= cause == null;
        lost = lost == null ? cause : lost;
        tellIfLost();
    }

    private void tellIfLost() {
        if (pending > 0) {
            return;
        }
        if (isTaskThere && lost != null) {
            isTaskThere = false;
            tasks.notices.message(node, LongValues.loss(tasks, number, lost));
        } else if (taskLost != null && hasArrived) {
            final RuntimeException cause = taskLost;
            taskLost = null;
            tasks.notices.message(node, LongValues.loss(tasks, number, cause));
        }
    }

    /** One piece, which ends once. */
    private final class Piece extends Completion {
        @Override
        protected void onComplete() {
            pieceEnded(takeFailure());
        }
    }
}
