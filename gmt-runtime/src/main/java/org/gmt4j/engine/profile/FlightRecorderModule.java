package org.gmt4j.engine.profile;

import org.gmt4j.GmtException;

/**
 * Whether this Java has a flight recorder. Apart from what uses it, so that asking needs no class of it. Any thread.
 */
public final class FlightRecorderModule {
    private static final String NAME = "jdk.jfr";

    private FlightRecorderModule() {
    }

    public static boolean isThere() {
        return ModuleLayer.boot().findModule(NAME).isPresent();
    }

    /** What to say where it is missing. */
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
