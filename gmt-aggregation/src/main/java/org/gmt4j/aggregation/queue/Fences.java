package org.gmt4j.aggregation.queue;

/** Fences of one lane that wait, in no order. Owned by its thread. Cost: the number of fences that wait. */
final class Fences {
    private FenceMark first;

    boolean areNone() {
        return first == null;
    }

    /**
     * One that ends when {@code unansweredCount} more answers have come from the node that belong to generations up to
     * the last one.
     */
    void add(final int node, final int lastGeneration, final int unansweredCount, final Completion owner) {
        owner.issued();
        first = new FenceMark(node, lastGeneration, unansweredCount, owner, first);
    }

    void answered(final int node, final int generation) {
        FenceMark before = null;
        for (FenceMark fence = first; fence != null; fence = fence.next) {
            if (fence.node == node && fence.covers(generation) && --fence.unansweredCount == 0) {
                unlink(before, fence);
                fence.owner.completed(1);
            } else {
                before = fence;
            }
        }
    }

    void fail(final int node, final RuntimeException cause) {
        FenceMark before = null;
        for (FenceMark fence = first; fence != null; fence = fence.next) {
            if (fence.node == node) {
                unlink(before, fence);
                fence.owner.failed(cause);
                fence.owner.completed(1);
            } else {
                before = fence;
            }
        }
    }

    private void unlink(final FenceMark before, final FenceMark fence) {
        if (before == null) {
            first = fence.next;
        } else {
            before.next = fence.next;
        }
    }
}
