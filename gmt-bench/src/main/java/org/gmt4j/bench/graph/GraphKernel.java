package org.gmt4j.bench.graph;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The table of kernels, called as in the GAP benchmark suite. A further one is a line here, and its two versions. */
enum GraphKernel {
    BFS("bfs", Kernels::bfs),
    SSSP("sssp", Kernels::sssp),
    PR("pr", Kernels::pageRank),
    CC("cc", Kernels::components);

    private final String label;
    private final Function<BenchGraph, KernelPair<?, ?>> opener;

    GraphKernel(final String label, final Function<BenchGraph, KernelPair<?, ?>> opener) {
        this.label = label;
        this.opener = opener;
    }

    String label() {
        return label;
    }

    static List<String> labels() {
        return Stream.of(values()).map(GraphKernel::label).toList();
    }

    /** Sets both versions up for a graph. */
    KernelPair<?, ?> open(final BenchGraph graph) {
        return opener.apply(graph);
    }
}
