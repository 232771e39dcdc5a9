package org.gmt4j.runtime.node.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class NodeThatExits {
    static void run() {
        System.exit(1);
    }
}
