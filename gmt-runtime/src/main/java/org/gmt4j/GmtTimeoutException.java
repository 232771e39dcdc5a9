package org.gmt4j;

/** A wait with a deadline has ended before what it waited for. That goes on; a later wait may see it complete. */
public final class GmtTimeoutException extends GmtException {
    private static final long serialVersionUID = 1L;

    /**
     * For the runtime.
     *
     * @param what      has not happened
     * @param timeoutNs of the wait
     * @param then      becomes of it
     */
    public GmtTimeoutException(final String what, final long timeoutNs, final String then) {
        super("GMT-212", what + " within " + timeoutNs / 1000 + " us; " + then);
    }
}
