package org.gmt4j.engine.node.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class NodeThatHalts {
    static void run() {
        Runtime.getRuntime().halt(1);
    }
}
