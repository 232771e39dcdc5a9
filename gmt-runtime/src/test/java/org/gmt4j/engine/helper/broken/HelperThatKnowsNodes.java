package org.gmt4j.engine.helper.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class HelperThatKnowsNodes {
    org.gmt4j.engine.node.Node node;
}
