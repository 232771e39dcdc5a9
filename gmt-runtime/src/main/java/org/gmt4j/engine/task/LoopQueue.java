package org.gmt4j.engine.task;

/**
 * The tasks of a node that still have chunks. Those of one job form a stack, so that nested work is completed before
 * new work of the outer loop begins, and few tasks wait at a time. Jobs take turns, chunk by chunk, so that none waits
 * for the end of another. Any worker takes, any lane adds. Per task; taking a chunk reads one volatile field, and a
 * second one that tells whether jobs must be examined.
 */
final class LoopQueue {
    /** The tasks of one job, and the job with the next turn: a ring. */
    private static final class JobStack {
        private int job;
        private LoopTask top;
        private JobStack next;

        JobStack of(final int newJob) {
            job = newJob;
            next = this;
            return this;
        }
    }

    /** Top of the job that has the turn. */
    private volatile LoopTask top;
    private volatile boolean isShared;
    private volatile boolean isAJobCancelled;
    private volatile boolean isWatched;
    private JobStack current;
    /** The stack that was emptied last, for reuse. */
    private JobStack spare;
    private int size;

    synchronized void push(final LoopTask task) {
        final JobStack stack = stackOf(task.job);
        task.below = stack.top;
        task.isQueued = true;
        size++;
        stack.top = task;
        if (stack == current) {
            top = task;
        }
    }

    /** Returns the stack of a job, found or created with the next turn. */
    private JobStack stackOf(final int job) {
        final JobStack known = find(job);
        if (known != null) {
            return known;
        }
        final JobStack stack = (spare == null ? new JobStack() : spare).of(job);
        spare = null;
        if (current == null) {
            current = stack;
        } else {
            stack.next = current.next;
            current.next = stack;
            shared(true);
        }
        return stack;
    }

    private JobStack find(final int job) {
        if (current == null || current.job == job) {
            return current;
        }
        for (JobStack stack = current.next; stack != current; stack = stack.next) {
            if (stack.job == job) {
                return stack;
            }
        }
        return null;
    }

    /** Returns the task to take chunks from now, or null. */
    LoopTask top() {
        return top;
    }

    /** Returns the top task of one job, or null. */
    synchronized LoopTask topOf(final int job) {
        final JobStack stack = find(job);
        return stack == null ? null : stack.top;
    }

    boolean isEmpty() {
        return top == null;
    }

    /** Returns whether several jobs have chunks. */
    boolean isShared() {
        return isShared;
    }

    /**
     * Returns whether the job of a chunk must be examined before it is taken: several jobs have chunks, or one was
     * cancelled.
     */
    boolean isWatched() {
        return isWatched;
    }

    /** Sets whether some job is cancelled and has not ended. */
    synchronized void jobsAreCancelled(final boolean isAny) {
        isAJobCancelled = isAny;
        isWatched = isShared || isAny;
    }

    private void shared(final boolean byJobs) {
        isShared = byJobs;
        isWatched = byJobs || isAJobCancelled;
    }

    /** Passes the turn on if the job has it: a worker that takes chunks out of turn must not take others' turns. */
    synchronized void endTurnOf(final int job) {
        if (isShared && current.job == job) {
            current = current.next;
            top = current.top;
        }
    }

    /** Removes a task that has no more chunks. */
    synchronized void remove(final LoopTask task) {
        if (!task.isQueued) {
            return;
        }
        task.isQueued = false;
        size--;
        final JobStack stack = find(task.job);
        if (stack.top == task) {
            stack.top = task.below;
            if (stack.top == null) {
                remove(stack);
            } else if (stack == current) {
                top = stack.top;
            }
            return;
        }
        for (LoopTask above = stack.top; above != null; above = above.below) {
            if (above.below == task) {
                above.below = task.below;
                return;
            }
        }
    }

    private void remove(final JobStack stack) {
        spare = stack;
        if (stack.next == stack) {
            current = null;
            top = null;
            return;
        }
        JobStack before = stack;
        while (before.next != stack) {
            before = before.next;
        }
        before.next = stack.next;
        if (stack == current) {
            current = stack.next;
            top = current.top;
        }
        shared(current.next != current);
    }

    /**
     * Returns the outermost divisible part that has chunks to give and probably keeps this node busy for the given
     * time; or null. Outer loops are last here and have the larger chunks.
     */
    synchronized LoopTask outermostToDivide(final long nowNs, final long leastNs) {
        LoopTask found = null;
        JobStack stack = current;
        while (stack != null) {
            for (LoopTask task = stack.top; task != null; task = task.below) {
                if (task.chunks != null && task.chunks.hasHalf() && task.workLeftNs(nowNs) >= leastNs) {
                    found = task;
                }
            }
            stack = stack.next == current ? null : stack.next;
        }
        return found;
    }

    synchronized int size() {
        return size;
    }
}
