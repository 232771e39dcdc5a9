package org.gmt4j.bench.kernel;

import org.gmt4j.aggregation.queue.Completion;

/** Operations that nobody waits for. */
public final class Pending extends Completion {
    @Override
    protected void onComplete() {
        // nobody to wake
    }
}
