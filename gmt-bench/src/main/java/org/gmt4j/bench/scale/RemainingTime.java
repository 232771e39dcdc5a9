package org.gmt4j.bench.scale;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Estimates how long the rest of a series takes, from the jobs that have ended: the mean of the same point, or else of
 * all. One thread.
 */
final class RemainingTime {
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;

    private final double[] seconds;
    private final int[] counts;

    RemainingTime(final int points) {
        seconds = new double[points];
        counts = new int[points];
    }

    /** A job of this point has ended. */
    void ended(final int point, final double jobSeconds) {
        seconds[point] += jobSeconds;
        counts[point]++;
    }

    /**
     * @param left jobs to come, by point
     * @return seconds; nothing until a job has ended
     */
    OptionalDouble estimate(final int... left) {
        double sum = 0;
        int count = 0;
        for (int point = 0; point < counts.length; point++) {
            sum += seconds[point];
            count += counts[point];
        }
        if (count == 0) {
            return OptionalDouble.empty();
        }
        double rest = 0;
        for (int point = 0; point < counts.length; point++) {
            rest += left[point] * (counts[point] > 0 ? seconds[point] / counts[point] : sum / count);
        }
        return OptionalDouble.of(rest);
    }

    /** {@code 45 s}, {@code 3 min 20 s}, {@code 2 h 5 min}. */
    static String text(final double seconds) {
        final long whole = Math.round(seconds);
        if (whole < MINUTE) {
            return whole + " s";
        }
        return whole < HOUR ? String.format(Locale.ROOT, "%d min %d s", whole / MINUTE, whole % MINUTE)
            : String.format(Locale.ROOT, "%d h %d min", whole / HOUR, whole % HOUR / MINUTE);
    }
}
