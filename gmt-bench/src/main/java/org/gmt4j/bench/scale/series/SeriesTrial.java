package org.gmt4j.bench.scale.series;

import java.util.List;
import java.util.Map;

/**
 * One launch of a job. Immutable.
 *
 * @param number  from 1
 * @param seed    its random seed
 * @param outcome how it ended
 * @param reason  why it has no rates; "" where it has
 * @param seconds of the whole job, start to end
 * @param rates   measurements; empty unless it ended well
 * @param result  the job's whole result object, as nested maps; empty unless it ended well
 */
public record SeriesTrial(int number, long seed, Outcome outcome, String reason, double seconds, List<Rate> rates,
                          Map<String, Object> result) {

    public SeriesTrial {
        rates = List.copyOf(rates);
    }

    /** How a launch ended. */
    public enum Outcome {
        /** With rates. */
        OK,
        /** A node died, or the job hung: this trial has nothing to say, the series goes on. */
        LOST,
        /** Its result is wrong: the series stops. */
        WRONG
    }

    /**
     * The samples of one rate, more being better.
     *
     * @param name    "bfs", or the name of a benchmark's result, with its parameters where there are several of that
     *                name
     * @param unit    "MTEPS", "Mops/s", "MB/s" or "runs/s"
     * @param samples at least one, in the order measured
     */
    public record Rate(String name, String unit, double[] samples) {
    }
}
