package org.gmt4j.graph.source.broken;

import org.gmt4j.TaskContext;

/** Breaks a rule on purpose: shows that it bites. */
final class SourceThatKnowsNodes {
    static int part(final TaskContext ctx) {
        return ctx.nodeId();
    }
}
