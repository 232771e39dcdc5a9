package org.gmt4j.runtime.armci.sync.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class SyncThatKnowsNodes {
    org.gmt4j.runtime.node.Node node;
}
