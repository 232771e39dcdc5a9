package org.gmt4j.engine.node.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class NodeThatSleeps {
    static void run() throws InterruptedException {
        Thread.sleep(1);
    }
}
