package org.gmt4j.bench.broken;

import org.gmt4j.TaskContext;
import org.gmt4j.Visitor;

/** A simple program does not combine by hand. */
final class SimpleProgramThatVisits {
    void send(final TaskContext ctx, final Visitor visitor) {
        visitor.send(ctx, 0, 0);
    }
}
