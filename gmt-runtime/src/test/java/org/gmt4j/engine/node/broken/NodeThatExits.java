package org.gmt4j.engine.node.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class NodeThatExits {
    static void run() {
        System.exit(1);
    }
}
