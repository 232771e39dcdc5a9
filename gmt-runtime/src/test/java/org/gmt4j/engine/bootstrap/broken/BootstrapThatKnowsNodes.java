package org.gmt4j.engine.bootstrap.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class BootstrapThatKnowsNodes {
    org.gmt4j.engine.node.Node node;
}
