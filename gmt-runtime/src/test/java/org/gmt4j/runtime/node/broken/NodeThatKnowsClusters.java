package org.gmt4j.runtime.node.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class NodeThatKnowsClusters {
    org.gmt4j.GmtCluster cluster;
}
