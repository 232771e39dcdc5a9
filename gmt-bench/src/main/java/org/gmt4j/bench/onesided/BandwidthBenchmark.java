package org.gmt4j.bench.onesided;

import java.util.List;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench bandwidth}: non-blocking operations, a wait for each window. Always the same place, so caches are
 * warm.
 */
public final class BandwidthBenchmark extends OneSidedBenchmark {
    @Option(names = "--window", paramLabel = "W", defaultValue = "64",
        description = "non-blocking operations between two waits (default: ${DEFAULT-VALUE})")
    private int window;

    /** With a warm-up that lets compilers come to their end. */
    public BandwidthBenchmark() {
        super(WARM_UP_NS);
    }

    @Override
    public String name() {
        return "bandwidth";
    }

    @Override
    public String summary() {
        return "Bandwidth of all one-sided verbs by size, contiguous and strided, a window at a time to another node.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench bandwidth -n 2 --verbs put,get --bytes 8,4k,1m --window 16",
            "gmt bench bandwidth -n 2 --connections static,overlap --step 4 --format csv -o bandwidth.csv "
                + "--svg bandwidth.svg");
    }

    @Override
    public void validate(final CommonOptions common) {
        if (window < 1) {
            throw CliException.usage("--window " + window + ": expected 1 to 65536.");
        }
        super.validate(common);
    }

    @Override
    int window() {
        return window;
    }

    @Override
    OneSidedChart chartOf(final Verb verb) {
        return new OneSidedChart(verb, false);
    }

    @Override
    String explanation() {
        return "us: time for one operation, " + window + " on their way at a time; always the same place on both sides";
    }
}
