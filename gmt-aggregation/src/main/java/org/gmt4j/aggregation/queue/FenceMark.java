package org.gmt4j.aggregation.queue;

/** A fence that waits for answers of one node. Owned by the aggregator's lane. Per fence. */
final class FenceMark {
    final int node;
    final Completion owner;
    int unansweredCount;
    FenceMark next;
    /** Generation of the last block that had been closed when the fence was set up. */
    private final int lastGeneration;

    FenceMark(final int node, final int lastGeneration, final int unansweredCount, final Completion owner,
              final FenceMark next) {
        this.node = node;
        this.lastGeneration = lastGeneration;
        this.unansweredCount = unansweredCount;
        this.owner = owner;
        this.next = next;
    }

    /** Whether a block was closed before the fence. Generations wrap around. */
    boolean covers(final int generation) {
        return generation - lastGeneration <= 0;
    }
}
