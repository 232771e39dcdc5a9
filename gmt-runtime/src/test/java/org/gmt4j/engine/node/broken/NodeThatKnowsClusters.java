package org.gmt4j.engine.node.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class NodeThatKnowsClusters {
    org.gmt4j.GmtCluster cluster;
}
