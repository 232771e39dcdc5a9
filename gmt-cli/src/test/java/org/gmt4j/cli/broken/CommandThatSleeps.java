package org.gmt4j.cli.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class CommandThatSleeps {
    static void run() throws InterruptedException {
        Thread.sleep(1);
    }
}
