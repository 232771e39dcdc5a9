package org.gmt4j.bench.micro;

import org.gmt4j.aggregation.queue.Completion;

/** Operations that nobody waits for. */
final class Pending extends Completion {
    @Override
    protected void onComplete() {
        // nobody to wake
    }
}
