package org.gmt4j.bench.onesided;

import java.util.List;

/**
 * {@code gmt bench latency}: blocking operations one at a time. A get until its data are here; a put or an accumulate
 * until the owner has executed it, which is more than ARMCI asks of them: there the source must be reusable.
 */
public final class LatencyBenchmark extends OneSidedBenchmark {
    /** With a warm-up that lets compilers come to their end. */
    public LatencyBenchmark() {
        this(WARM_UP_NS);
    }

    /** @param warmUpNs how long it warms up where the number of operations is not given */
    public LatencyBenchmark(final long warmUpNs) {
        super(warmUpNs);
    }

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String summary() {
        return "Latency of all one-sided verbs by size, contiguous and strided, one at a time to another node.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench latency -n 2 --verbs put,get --bytes 1..64k",
            "gmt bench latency -n 2 --connections static,overlap --step 4 --format csv -o latency.csv "
                + "--svg latency.svg");
    }

    @Override
    int window() {
        return 0;
    }

    @Override
    OneSidedChart chartOf(final Verb verb) {
        return new OneSidedChart(verb, true);
    }

    @Override
    String explanation() {
        return "us: median over the trials of the mean; p50, p99: of single operations; ofFirst: by p50, "
            + "trial by trial; put and acc include their completion at the target";
    }
}
