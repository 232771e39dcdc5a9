package org.gmt4j.bench.trial;

import java.util.ArrayDeque;
import java.util.Deque;
import org.HdrHistogram.Histogram;

/** Times of single operations of one row of a {@link TrialSeries}, run by run. Owned by one thread. */
public final class TrialTimes {
    private final int most;
    private final Deque<Histogram> runs = new ArrayDeque<>();

    /** @param trials that are asked for: earlier runs are warm-up */
    public TrialTimes(final int trials) {
        most = trials;
    }

    /** Adds the times of the next run. */
    public void add(final Histogram run) {
        runs.addLast(run);
        keep(most);
    }

    private void keep(final int last) {
        while (runs.size() > last) {
            runs.removeFirst();
        }
    }

    /** Those of the trials that a series made of a row: a time limit may leave fewer than were asked for. */
    public Histogram of(final TrialSeries.Row row) {
        keep(row.mops().length);
        final Histogram all = new Histogram(3);
        runs.forEach(all::add);
        return all;
    }
}
