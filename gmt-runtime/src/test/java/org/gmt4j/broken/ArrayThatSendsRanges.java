package org.gmt4j.broken;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;

/** Goes past the one-sided transfers on purpose: shows that the rule bites. */
final class ArrayThatSendsRanges {
    static void put(final Aggregator aggregator, final Completion owner, final long[] source) {
        aggregator.transfers().putDirect(1, 0, source, 16, 8, owner);
    }
}
