package org.gmt4j;

/**
 * How far a job says that it is. Immutable; any thread.
 *
 * @param done  what has been done, in units of the program's choice
 * @param total what is to be done; 0 where the program has not said
 */
public record JobProgress(long done, long total) {
    /** Nothing said yet. */
    public static final JobProgress NONE = new JobProgress(0, 0);

    /** Between 0 and 1; 0 where the program has not said how much there is to do. */
    public double fraction() {
        return total <= 0 ? 0 : Math.max(0, Math.min(1, (double) done / total));
    }

    @Override
    public String toString() {
        return total <= 0 ? String.valueOf(done) : done + " of " + total;
    }
}
