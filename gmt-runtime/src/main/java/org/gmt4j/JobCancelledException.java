package org.gmt4j;

/**
 * The job that this task belongs to was cancelled, or has passed its deadline: thrown by waits that would suspend, and
 * instead of the chunks that have not begun. Other jobs go on.
 */
public final class JobCancelledException extends GmtException {
    private static final long serialVersionUID = 1L;
    private final boolean isDeadline;

    private JobCancelledException(final String code, final String message, final boolean isDeadline) {
        super(code, message);
        this.isDeadline = isDeadline;
    }

    /**
     * Somebody has asked for it.
     *
     * @param job how the message names the job
     */
    public static JobCancelledException asked(final String job) {
        return new JobCancelledException("GMT-720", job + " was cancelled; its tasks end at their next chunk or wait",
            false);
    }

    /**
     * It has not ended in time.
     *
     * @param what how long it had, and what waits where
     */
    public static JobCancelledException late(final String what) {
        return new JobCancelledException("GMT-241", what, true);
    }

    /** Whether it was the job's deadline. */
    public boolean isDeadline() {
        return isDeadline;
    }
}
