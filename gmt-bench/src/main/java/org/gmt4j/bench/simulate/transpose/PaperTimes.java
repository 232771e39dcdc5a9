package org.gmt4j.bench.simulate.transpose;

import java.util.Map;
import java.util.Optional;

/**
 * Average seconds of appendix A of Murugappan, "Analyzing and Optimizing Global Array Toolkit for Cray Gemini
 * Interconnect", Edinburgh 2010: 16 to 256 processes, four to a node of four cores. They are shown, and nothing is
 * computed from them but how far we are from them. Its tables for 42 KB repeat those for 10 KB but for 64 processes.
 */
final class PaperTimes {
    private static final int PER_NODE = 4;
    private static final int FEWEST = 16;
    private static final int MOST = 256;
    private static final Map<String, double[]> SECONDS = Map.ofEntries(
        times("naive 6400 2048 poll", 2.7317, 7.1907, 14.6724, 28.4385, 55.3099),
        times("library 6400 2048 poll", 3.6794, 6.1224, 12.6315, 26.3648, 47.867),
        times("naive 12800 2048 poll", 2.889232, 6.153598, 15.167708, 30.318007, 57.334704),
        times("library 12800 2048 poll", 4.351654, 6.619428, 13.393149, 25.122136, 46.185113),
        times("naive 6400 10240 poll", 2.7654, 6.644, 14.3456, 28.3523, 55.1553),
        times("library 6400 10240 poll", 3.2181, 6.574, 13.6426, 20.8535, 37.4127),
        times("naive 6400 40960 poll", Double.NaN, Double.NaN, 14.8146, Double.NaN, Double.NaN),
        times("library 6400 40960 poll", Double.NaN, Double.NaN, 10.66, Double.NaN, Double.NaN),
        times("naive 6400 2048 block", 0.13951, 0.152705, 0.188451, 0.334966, 0.454862),
        times("library 6400 2048 block", 0.242008, 0.320622, 0.46349, 0.491521, 0.548501));

    private PaperTimes() {
    }

    private static Map.Entry<String, double[]> times(final String name, final double... seconds) {
        return Map.entry(name, seconds);
    }

    /** The paper's time for the same job, if it has one. */
    static Optional<Double> of(final TransposeConfig config) {
        final int processes = config.processes();
        final double[] times = SECONDS.get(config.way().spelling() + " " + config.size() + " " + config.eagerLimit()
            + " " + config.nodes().waiting().spelling());
        if (times == null || config.nodes().perNode() != PER_NODE || !config.nodes().isFull()
            || Integer.bitCount(processes) != 1 || processes < FEWEST || processes > MOST) {
            return Optional.empty();
        }
        final double seconds = times[Integer.numberOfTrailingZeros(processes / FEWEST)];
        return Double.isNaN(seconds) ? Optional.empty() : Optional.of(seconds);
    }
}
