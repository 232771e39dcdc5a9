package org.gmt4j.apps.trial;

import org.gmt4j.cli.CliException;
import picocli.CommandLine.Option;

/** How often an application is run: a picocli mixin. */
public final class TrialOptions {
    @Option(names = "--trials", paramLabel = "N", defaultValue = "5",
        description = "timed repetitions (default: ${DEFAULT-VALUE})")
    private int trials = 5;

    @Option(names = {"--warm-up", "--warmup"}, paramLabel = "N", defaultValue = "2",
        description = "repetitions before the first that counts (default: ${DEFAULT-VALUE})")
    private int warmUp = 2;

    public int trials() {
        return trials;
    }

    public int warmUp() {
        return warmUp;
    }

    public void validate() {
        if (trials < 1) {
            throw CliException.usage("--trials " + trials + ": at least 1.");
        }
        if (warmUp < 0) {
            throw CliException.usage("--warm-up " + warmUp + ": 0 or more.");
        }
    }
}
