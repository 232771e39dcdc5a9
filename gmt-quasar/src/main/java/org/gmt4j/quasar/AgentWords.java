package org.gmt4j.quasar;

/** Messages of the agent of launched programs, see {@code co.paralleluniverse.fibers.instrument.ProgramAgent}. */
public final class AgentWords {
    private static final String CANNOT_WAIT = "GMT-788 ";

    private AgentWords() {
    }

    /** Returns the message for a method that declares to wait, and cannot. */
    public static String cannotWait(final String method, final String why) {
        return CANNOT_WAIT + method + " cannot wait: " + why + ". A wait of a task in it will be refused.";
    }

    /** Returns the message for a class that cannot be instrumented at all. */
    public static String cannotBeInstrumented(final String type, final Exception why) {
        return CANNOT_WAIT + type + " cannot be instrumented for fibers (" + why
            + "). A wait of a task in it will be refused.";
    }
}
