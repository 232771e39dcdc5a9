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

    synchronized int size() {
        return size;
    }
}
