package org.gmt4j.bench.trial;

import org.gmt4j.cli.CliException;
import picocli.CommandLine.Option;

/** The options of everything that repeats timed trials. Set by the command line. */
public final class TrialOptions {
    @Option(names = "--trials", paramLabel = "N", defaultValue = "5",
        description = "timed repetitions; the median counts (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = {"--warmup", "--warm-up"}, paramLabel = "N", defaultValue = "2",
        description = "repetitions before them that do not count (default: ${DEFAULT-VALUE})")
    private int warmup;

    @Option(names = "--operations", paramLabel = "N", defaultValue = "0",
        description = "operations of each node in one trial; 0, the default, for as many as fill --seconds")
    private long operations;

    @Option(names = "--seconds", paramLabel = "S",
        description = "about how long one trial takes, where --operations is not given (default: 0.2 to 0.6)")
    private Double seconds;

    public int trials() {
        return trials;
    }

    public int warmup() {
        return warmup;
    }

    /** Operations of each node in one trial; 0: found out from the warm-up. */
    public long operations() {
        return operations;
    }

    public double seconds(final double byDefault) {
        return seconds == null ? byDefault : seconds;
    }

    public void validate() {
        if (trials < 1 || warmup < 0 || operations < 0 || seconds != null && !(seconds > 0)) {
            throw CliException.usage("--trials must be at least 1, --warmup and --operations at least 0, "
                + "--seconds more than 0.");
        }
    }
}
