package org.gmt4j.runtime.node.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class NodeThatPublishes {
    org.gmt4j.runtime.publish.NodePublisher publisher;
}
