package org.gmt4j;

/**
 * The job of this task was cancelled, or has passed its deadline. Thrown by waits that would suspend, and in place of
 * chunks that have not begun. Other jobs continue. Also thrown to bodies that ask, by
 * {@link TaskContext#checkCancelled()}, while the cluster is being closed.
 */
public final class JobCancelledException extends GmtException {
    private static final long serialVersionUID = 1L;
    private final boolean isDeadline;

    private JobCancelledException(final String code, final String message, final boolean isDeadline) {
        super(code, message);
        this.isDeadline = isDeadline;
    }

    /**
     * Creates an exception for a job that was cancelled on request. For use by the runtime.
     *
     * @param job name of the job in the message
     */
    public static JobCancelledException asked(final String job) {
        return new JobCancelledException("GMT-720", job + " was cancelled; its tasks end at their next chunk or wait",
            false);
    }

    /**
     * Creates an exception for a job that has passed its deadline. For use by the runtime.
     *
     * @param what time limit and report of the waits
     */
    public static JobCancelledException late(final String what) {
        return new JobCancelledException("GMT-241", what, true);
    }

    /** Creates an exception for bodies that run on while the cluster is being closed. For use by the runtime. */
    public static JobCancelledException closing() {
        return new JobCancelledException("GMT-720", "the cluster is being closed; bodies that ask end", false);
    }

    /** Returns whether the job has passed its deadline. */
    public boolean isDeadline() {
        return isDeadline;
    }
}
