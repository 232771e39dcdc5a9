package org.gmt4j.engine.profile;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Durations of one stage, or of one kind of wait, as a histogram with an error below 1 %. One thread records, any
 * reads. Per sampled block; recording neither allocates nor waits.
 */
final class StageTimes {
    private static final long LONGEST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 2;

    private final SingleWriterRecorder recorder = new SingleWriterRecorder(LONGEST_NS, DIGITS);
    private final Histogram total = new Histogram(LONGEST_NS, DIGITS);   // guarded by this
    private Histogram recycled;                                        // guarded by this

    /** Records a duration, limited to the range of the histogram. Its one thread. */
    void record(final long ns) {
        recorder.recordValue(Math.max(0, Math.min(ns, LONGEST_NS)));
    }

    /** Adds all durations recorded so far to {@code sum}. Any thread. */
    synchronized void addTo(final Histogram sum) {
        recycled = recorder.getIntervalHistogram(recycled);
        total.add(recycled);
        sum.add(total);
    }

    /** Returns an empty histogram of the same shape. */
    static Histogram empty() {
        return new Histogram(LONGEST_NS, DIGITS);
    }

    /** Encodes a histogram to travel to node 0; value and count alternate. */
    static long[] encode(final Histogram histogram) {
        final java.util.stream.LongStream.Builder row = java.util.stream.LongStream.builder();
        for (final HistogramIterationValue value : histogram.recordedValues()) {
            row.add(value.getValueIteratedTo()).add(value.getCountAddedInThisIterationStep());
        }
        return row.build().toArray();
    }
}
