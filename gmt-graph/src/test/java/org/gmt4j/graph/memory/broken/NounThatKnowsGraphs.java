package org.gmt4j.graph.memory.broken;

import org.gmt4j.graph.source.EdgeBatch;

/** Breaks a rule on purpose: shows that it bites. */
final class NounThatKnowsGraphs {
    static int count() {
        return new EdgeBatch().count();
    }
}
