package org.gmt4j.runtime.bootstrap.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class BootstrapThatKnowsNodes {
    org.gmt4j.runtime.node.Node node;
}
