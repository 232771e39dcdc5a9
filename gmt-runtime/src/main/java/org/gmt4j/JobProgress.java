package org.gmt4j;

/**
 * The progress of a job as its program has reported it. Immutable; any thread.
 *
 * @param done  work done, in a unit chosen by the program
 * @param total all work, in the same unit; 0 when it has not been reported
 */
public record JobProgress(long done, long total) {
    /** Nothing reported yet. */
    public static final JobProgress NONE = new JobProgress(0, 0);

    /** Returns the share of the work done, from 0 to 1; 0 when the total has not been reported. */
    public double fraction() {
        return total <= 0 ? 0 : Math.max(0, Math.min(1, (double) done / total));
    }

    @Override
    public String toString() {
        return total <= 0 ? String.valueOf(done) : done + " of " + total;
    }
}
