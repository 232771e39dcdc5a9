package org.gmt4j.engine.node.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class NodeThatPrints {
    static void run() {
        System.out.println("hello");
    }
}
