package org.gmt4j.runtime.waiting.broken;

/** Breaks the floor of waiting on purpose. */
final class WaitingThatKnowsNodes {
    org.gmt4j.runtime.node.Node node;
}
