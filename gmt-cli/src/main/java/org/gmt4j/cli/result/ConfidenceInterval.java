package org.gmt4j.cli.result;

import java.util.Arrays;
import java.util.Optional;

/**
 * Where the true median lies, with the share of all experiments of which such a statement is true. Immutable; set-up.
 *
 * @param low      from
 * @param high     to
 * @param coverage the statement's probability, 0 to 1; as large as the samples allow, which may be less than was wanted
 */
public record ConfidenceInterval(double low, double high, double coverage) {
    /** The usual probability. */
    public static final double USUAL = 0.95;

    /**
     * The interval of the median of independent samples of any distribution, between two order statistics: with j
     * samples left out on each side the median is missed with probability 2 P(B(n, 1/2) &lt; j + 1), B being binomial
     * (David and Nagaraja, Order Statistics, 2003, section 7.1). As many are left out as {@link #USUAL} allows. Fewer
     * than six samples cannot give it: then the interval is from the smallest to the largest and {@code coverage} says
     * 1 - 2^(1-n): 50 % for two samples, 75 % for three, 93.75 % for five.
     *
     * @return empty for fewer than two samples, which say nothing of where else the median may be
     */
    public static Optional<ConfidenceInterval> ofMedian(final double... samples) {
        final int count = samples.length;
        if (count < 2) {
            return Optional.empty();
        }
        final double[] sorted = samples.clone();
        Arrays.sort(sorted);
        // of no sample below the median; 2^-n itself is 0 beyond n = 1,074
        double logProbability = -count * Math.log(2);
        double missed = 2 * Math.exp(logProbability);
        int leftOut = 0;
        for (int below = 1; below < count / 2; below++) {
            logProbability += Math.log((double) (count - below + 1) / below);
            final double wider = missed + 2 * Math.exp(logProbability);
            if (wider > 1 - USUAL) {
                break;
            }
            missed = wider;
            leftOut = below;
        }
        return Optional.of(new ConfidenceInterval(sorted[leftOut], sorted[count - 1 - leftOut], 1 - missed));
    }

    /** Whether the statement has the usual probability. */
    public boolean isUsual() {
        return coverage >= USUAL - 1e-9;
    }

    /** Whether a value is inside; the ends are. */
    public boolean contains(final double value) {
        return value >= low && value <= high;
    }
}
