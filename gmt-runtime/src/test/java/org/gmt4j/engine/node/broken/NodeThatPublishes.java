package org.gmt4j.engine.node.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class NodeThatPublishes {
    org.gmt4j.engine.publish.NodePublisher publisher;
}
