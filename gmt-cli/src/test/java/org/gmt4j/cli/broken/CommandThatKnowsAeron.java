package org.gmt4j.cli.broken;

/** Breaks a rule on purpose: shows that it bites. */
final class CommandThatKnowsAeron {
    static void run() {
        new io.aeron.Aeron.Context();
    }
}
