package org.gmt4j.aggregation.testing;

import org.gmt4j.aggregation.queue.Completion;

/** Counts how often it fell to zero. */
public final class CountingCompletion extends Completion {
    private int completionCount;

    public int completionCount() {
        return completionCount;
    }

    @Override
    protected void onComplete() {
        completionCount++;
    }
}
