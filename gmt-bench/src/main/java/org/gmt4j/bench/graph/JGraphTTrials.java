package org.gmt4j.bench.graph;

import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.serial.SerialComponents;

/**
 * Times JGraphT on the graphs of the benchmark, for those kernels that both have: breadth-first search, components and
 * PageRank. Answers are compared in numbers of vertices and components, and the sum of ranks. Main thread of node 0.
 */
final class JGraphTTrials implements AutoCloseable {
    private static final int WARM_UPS = 3;
    /** It may stop at another iteration. */
    private static final double ROUNDING = 1e-2;

    private final JGraphT library;
    private final LongSupplier clockNs;
    private BenchGraph last;
    private Object graph;

    JGraphTTrials(final String jars, final LongSupplier clockNs) {
        library = new JGraphT(jars);
        this.clockNs = clockNs;
    }

    /**
     * Adds the median of its times to the row of a kernel, and how many times that of the nodes it is; nothing to one
     * that it does not have.
     *
     * @return what is wrong with its answers, or nothing
     */
    Optional<String> measure(final BenchResult row, final GraphKernel kernel, final BenchGraph given, final int trials,
                             final double nodesSeconds) {
        final LongFunction<Optional<String>> run = run(kernel, given);
        if (run == null) {
            return Optional.empty();
        }
        final double[] seconds = new double[trials];
        for (int i = -WARM_UPS; i < trials; i++) {
            final long startNs = clockNs.getAsLong();
            final Optional<String> mistake = run.apply(Math.max(0, i));
            if (mistake.isPresent()) {
                return mistake;
            }
            if (i >= 0) {
                seconds[i] = (clockNs.getAsLong() - startNs) / 1e9;
            }
        }
        row.figure("jgraphtSeconds", Medians.of(seconds)).figure("timesJgrapht", Medians.of(seconds) / nodesSeconds);
        return Optional.empty();
    }

    /** Null for a kernel that it does not have. */
    private LongFunction<Optional<String>> run(final GraphKernel kernel, final BenchGraph given) {
        switch (kernel) {
            case BFS:
                final long[] expected = new long[given.sourceCount()];
                for (int i = 0; i < expected.length; i++) {
                    expected[i] = new SerialBfs(given.rows()).traverse(given.sourceNumber(i));
                }
                return trial -> difference("reached vertices", library.reached(graph(given),
                    given.sourceNumber(trial)), expected[(int) (trial % expected.length)]);
            case CC:
                final int[] labels = SerialComponents.labels(given.rows());
                long count = 0;
                for (int v = 0; v < labels.length; v++) {
                    count += labels[v] == v ? 1 : 0;
                }
                final long components = count;
                return trial -> difference("components", library.components(graph(given)), components);
            case PR:
                return trial -> sumOf(library.ranks(graph(given), Kernels.DAMPING,
                    Kernels.ITERATIONS, Kernels.TOLERANCE));
            default:
                return null;
        }
    }

    private Object graph(final BenchGraph given) {
        if (last != given) {
            graph = library.graph(given.rows());
            last = given;
        }
        return graph;
    }

    private static Optional<String> difference(final String what, final long found, final long expected) {
        return found == expected ? Optional.empty()
            : Optional.of("JGraphT finds " + found + " " + what + ", one thread " + expected);
    }

    private static Optional<String> sumOf(final Map<?, ?> ranks) {
        double sum = 0;
        for (final Object rank : ranks.values()) {
            sum += ((Number) rank).doubleValue();
        }
        return Math.abs(sum - 1) <= ROUNDING ? Optional.empty()
            : Optional.of("JGraphT's ranks are " + sum + " together, not 1");
    }

    @Override
    public void close() {
        library.close();
    }
}
