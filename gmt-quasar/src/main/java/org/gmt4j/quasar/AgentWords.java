package org.gmt4j.quasar;

/** What the agent of launched programs says, see {@code co.paralleluniverse.fibers.instrument.ProgramAgent}. */
public final class AgentWords {
    private static final String CANNOT_WAIT = "GMT-788 ";

    private AgentWords() {
    }

    /** A method says that it waits, and cannot. */
    public static String cannotWait(final String method, final String why) {
        return CANNOT_WAIT + method + " cannot wait: " + why + ". A wait of a task in it will be refused.";
    }

    /** A class cannot be instrumented at all. */
    public static String cannotBeInstrumented(final String type, final Exception why) {
        return CANNOT_WAIT + type + " cannot be instrumented for fibers (" + why
            + "). A wait of a task in it will be refused.";
    }
}
