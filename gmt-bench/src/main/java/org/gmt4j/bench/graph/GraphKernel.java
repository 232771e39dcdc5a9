package org.gmt4j.bench.graph;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The table of kernels, those of the GAP benchmark suite called as there, the others as by {@code gmt run}. A further
 * one is a line here, and its two versions.
 */
enum GraphKernel {
    BFS("bfs", Kernels::bfs),
    SSSP("sssp", Kernels::sssp),
    PR("pr", Kernels::pageRank),
    CC("cc", Kernels::components),
    BC("bc", Kernels::betweenness),
    TC("tc", Kernels::triangles),
    KCORE("kcore", FurtherKernels::cores),
    COMMUNITIES("communities", FurtherKernels::communities),
    MIS("mis", FurtherKernels::independentSet),
    SCC("scc", FurtherKernels::strongComponents) {
        @Override
        boolean isFor(final BenchGraph graph) {
            return graph.isDirected();
        }
    },
    KHOP("khop", FurtherKernels::neighbourhood),
    MANY_BFS("manybfs", FurtherKernels::manyBfs),
    WALKS("walks", FurtherKernels::walks);

    private final String label;
    private final Function<BenchGraph, KernelPair<?, ?>> opener;

    GraphKernel(final String label, final Function<BenchGraph, KernelPair<?, ?>> opener) {
        this.label = label;
        this.opener = opener;
    }

    /** Whether it does on a graph what no other kernel does. */
    boolean isFor(final BenchGraph graph) {
        return true;
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
