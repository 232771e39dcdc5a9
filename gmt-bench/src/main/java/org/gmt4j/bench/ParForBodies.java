package org.gmt4j.bench;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskBody;

/** Empty tasks, and their twins that count for the proof. */
final class ParForBodies {
    private ParForBodies() {
    }

    static RangeBody empty() {
        return (low, high, ctx) -> { };
    }

    static TaskBody emptyTask() {
        return ctx -> { };
    }

    /** Adds the iterations to element 0 and the tasks to element 1. */
    static RangeBody counting(final GlobalLongArray counts) {
        return (low, high, ctx) -> {
            counts.addNb(ctx, 0, high - low);
            counts.addNb(ctx, 1, 1);
        };
    }

    static TaskBody countingTask(final GlobalLongArray counts) {
        return ctx -> counts.addNb(ctx, 1, 1);
    }
}
