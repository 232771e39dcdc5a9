package org.gmt4j.engine.profile;

import org.gmt4j.GmtException;

/**
 * Detects whether this Java has a flight recorder. Separate from the code that uses it, so that the test loads no class
 * of it. Any thread.
 */
public final class FlightRecorderModule {
    private static final String NAME = "jdk.jfr";

    private FlightRecorderModule() {
    }

    public static boolean isThere() {
        return ModuleLayer.boot().findModule(NAME).isPresent();
    }

    /** Returns the message for a missing recorder. */
    public static String missing() {
        return "this Java has no flight recorder: module " + NAME + " is missing in " + System.getProperty("java.home")
            + ". Take a full JDK, or run without --profile.";
    }

    /** @throws GmtException when it is missing */
    static void require() {
        if (!isThere()) {
            throw new GmtException("GMT-641", missing());
        }
    }
}
