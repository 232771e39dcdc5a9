package org.gmt4j;

import java.util.Objects;
import java.util.function.Consumer;
import org.gmt4j.engine.cluster.JobHost;

/**
 * Reports results of a program to its launcher: {@code gmt run --jar} prints them and writes them to the result object,
 * {@code gmt scale --jar} compares them. Called on node 0, in the main method or the first task; other nodes refuse
 * with GMT-792. The calls do nothing in a program that was not started by {@code gmt}. Any thread.
 *
 * <pre>{@code
 * GmtResult.seconds(elapsed);                      // a timed repetition: "trials" of the result
 * GmtResult.rate("updates", "Mops/s", rate);       // more is better: "results", compared by gmt scale
 * GmtResult.value("components", count);            // anything else: "values"
 * GmtResult.verified(sum == expected);             // false: no rate is shown, the exit code is 3
 * }</pre>
 */
public final class GmtResult {

    private GmtResult() {
    }

    /**
     * Adds a figure or a word under {@code values}, and replaces an earlier one of the same name.
     *
     * @param value a number, a boolean or a text
     */
    public static void value(final String name, final Object value) {
        Objects.requireNonNull(name, "name");
        if (!(value instanceof Number || value instanceof Boolean || value instanceof CharSequence)) {
            throw new GmtException("GMT-785",
                "the value of " + name + " is " + (value == null ? "null" : "a " + value.getClass().getName())
                + ": expected a number, a boolean or a text.");
        }
        tell(host -> host.value(name, value instanceof CharSequence ? value.toString() : value));
    }

    /**
     * Adds a rate of all nodes together; more is better.
     *
     * @param unit    unit, such as {@code MTEPS} or {@code Mops/s}
     * @param samples one value for each repetition, finite; at least one
     */
    public static void rate(final String name, final String unit, final double... samples) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(unit, "unit");
        if (samples.length == 0) {
            throw new GmtException("GMT-785", "the rate " + name + " has no samples: expected at least one.");
        }
        for (final double sample : samples) {
            refuseOdd("the rate " + name, sample);
        }
        tell(host -> host.rate(name, unit, samples.clone()));
    }

    /** Adds the time of one repetition. Without any, the time from connect to close counts as the only repetition. */
    public static void seconds(final double seconds) {
        refuseOdd("a time", seconds);
        tell(host -> host.seconds(seconds));
    }

    /** Reports the outcome of the program's own check. A single false makes the whole result wrong. */
    public static void verified(final boolean isRight) {
        tell(host -> host.verified(isRight));
    }

    private static void refuseOdd(final String what, final double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new GmtException("GMT-785", what + " is " + value + ": expected a finite number, not negative.");
        }
    }

    private static void tell(final Consumer<JobHost> words) {
        final JobHost host = JobHost.installed();
        if (host != null) {
            words.accept(host);
        }
    }
}
