package org.gmt4j.runtime.node.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class NodeThatSleeps {
    static void run() throws InterruptedException {
        Thread.sleep(1);
    }
}
