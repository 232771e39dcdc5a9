package org.gmt4j.graph.broken;

import org.gmt4j.GmtCluster;
import org.gmt4j.engine.cluster.NodeCluster;

/** Breaks a rule on purpose: shows that it bites. */
final class SearchThatKnowsTheEngine {
    static boolean isInThisProcess(final GmtCluster cluster) {
        return cluster instanceof NodeCluster;
    }
}
