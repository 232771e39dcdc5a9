package org.gmt4j.runtime.task;

import org.gmt4j.GmtException;

/** A wait with a deadline has ended before its operations. They go on; a later wait may see them complete. */
public final class GmtTimeoutException extends GmtException {
    private static final long serialVersionUID = 1L;

    GmtTimeoutException(final int pending, final long timeoutNs) {
        super("GMT-212", pending + " operations have not completed within " + timeoutNs / 1000 + " us; they go on, await() may be called again");
    }
}
