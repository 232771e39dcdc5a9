package org.gmt4j;

/** The deadline of a wait has expired. The awaited operations continue, and a later wait may find them complete. */
public final class GmtTimeoutException extends GmtException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception. For use by the runtime.
     *
     * @param what      event that has not happened
     * @param timeoutNs time of the wait, in nanoseconds
     * @param then      consequence for the awaited operations
     */
    public GmtTimeoutException(final String what, final long timeoutNs, final String then) {
        super("GMT-212", what + " within " + timeoutNs / 1000 + " us; " + then);
    }
}
