package org.gmt4j.apps.memory.broken;

import org.gmt4j.apps.graph.EdgeBatch;

/** Breaks a rule on purpose: shows that it bites. */
final class NounThatKnowsGraphs {
    static int count() {
        return new EdgeBatch().count();
    }
}
