package org.gmt4j.cli.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class CommandThatKnowsFibers {
    static void run() {
        co.paralleluniverse.fibers.Coroutine.current();
    }
}
