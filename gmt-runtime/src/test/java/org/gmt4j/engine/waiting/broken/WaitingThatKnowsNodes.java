package org.gmt4j.engine.waiting.broken;

/** Breaks the floor of waiting on purpose. */
final class WaitingThatKnowsNodes {
    org.gmt4j.engine.node.Node node;
}
