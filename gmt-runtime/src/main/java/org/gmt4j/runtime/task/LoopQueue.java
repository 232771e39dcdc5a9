package org.gmt4j.runtime.task;

/**
 * The tasks of a node that still have chunks to give: a stack, so that nested work is done before new work of the outer loop
 * begins and few tasks wait at a time. Any worker takes, any lane adds. Per task; taking a chunk reads one volatile field.
 */
final class LoopQueue {
    private volatile LoopTask top;
    private int size;

    synchronized void push(final LoopTask task) {
        task.below = top;
        task.isQueued = true;
        size++;
        top = task;
    }

    /** The task to take chunks from now, or null. */
    LoopTask top() {
        return top;
    }

    boolean isEmpty() {
        return top == null;
    }

    /** Takes out a task that has no more chunks. */
    synchronized void remove(final LoopTask task) {
        if (!task.isQueued) {
            return;
        }
        task.isQueued = false;
        size--;
        if (top == task) {
            top = task.below;
            return;
        }
        for (LoopTask above = top; above != null; above = above.below) {
            if (above.below == task) {
                above.below = task.below;
                return;
            }
        }
    }

    /**
     * The outermost divisible part that has chunks to give and, as far as is known, keeps this node busy for so long; or null. Outer loops
     * come last here and have the larger chunks.
     */
    synchronized LoopTask outermostToDivide(final long nowNs, final long leastNs) {
        LoopTask found = null;
        for (LoopTask task = top; task != null; task = task.below) {
            if (task.chunks != null && task.chunks.hasHalf() && task.workLeftNs(nowNs) >= leastNs) {
                found = task;
            }
        }
        return found;
    }

    synchronized int size() {
        return size;
    }
}
