package org.gmt4j.cli.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class CommandThatExits {
    static void run() {
        System.exit(1);
    }
}
