package org.gmt4j.runtime.helper.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class HelperThatKnowsNodes {
    org.gmt4j.runtime.node.Node node;
}
