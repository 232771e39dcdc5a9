package org.gmt4j.engine.node.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class NodeThatStartsClusters {
    org.gmt4j.engine.cluster.NodeCluster cluster;
}
