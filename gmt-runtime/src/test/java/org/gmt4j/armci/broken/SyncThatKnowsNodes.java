package org.gmt4j.armci.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class SyncThatKnowsNodes {
    org.gmt4j.engine.node.Node node;
}
