package org.gmt4j.engine.task;

import java.util.Arrays;

/** The tasks of one worker that wait with a deadline. Owned by the worker's thread. Per wait with a deadline. */
final class Deadlines {
    /** No deadline is farther, so that differences of times do not overflow. */
    static final long FARTHEST_NS = Long.MAX_VALUE / 2;

    private UnfinishedTask[] tasks = new UnfinishedTask[8];
    private int count;

    /** No wait of a task that has not expired ends before; meaningless without tasks. */
    private long nearestNs;

    void add(final UnfinishedTask task) {
        if (count == tasks.length) {
            tasks = Arrays.copyOf(tasks, count * 2);
        }
        if (count == 0 || task.deadlineNs - nearestNs < 0) {
            nearestNs = task.deadlineNs;
        }
        task.placeOfDeadline = count;
        tasks[count++] = task;
    }

    /** Without effect for a task that is not among these. */
    void remove(final UnfinishedTask task) {
        final int place = task.placeOfDeadline;
        if (place < count && tasks[place] == task) {
            final UnfinishedTask last = tasks[--count];
            tasks[place] = last;
            last.placeOfDeadline = place;
            tasks[count] = null;
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Ends the waits whose deadline has passed. Between fibers. */
    void expire(final long nowNs) {
        if (nowNs - nearestNs < 0) {
            return;
        }
        long nearest = nowNs + FARTHEST_NS;
        for (int i = count - 1; i >= 0; i--) {
            final UnfinishedTask task = tasks[i];
            task.expire(nowNs);
            // one whose wake-up is under way for another reason may wait again, and expires then
            if (!task.timedOut && task.deadlineNs - nearest < 0) {
                nearest = task.deadlineNs;
            }
        }
        nearestNs = nearest;
    }

    /** For reports, any thread: races are harmless. */
    boolean has(final UnfinishedTask task) {
        final UnfinishedTask[] all = tasks;
        for (int i = 0; i < Math.min(all.length, count); i++) {
            if (all[i] == task) {
                return true;
            }
        }
        return false;
    }
}
