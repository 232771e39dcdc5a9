package org.gmt4j.bench.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.ShortestPaths;
import org.gmt4j.graph.source.GridSource;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class KernelTrialsTest {
    private final List<String> calls = new ArrayList<>();
    private long nowNs;

    private KernelTrials<AutoCloseable, Long> trials(final long wrongFrom) {
        return new KernelTrials<>(new KernelPair<AutoCloseable, Long>(trial -> {
            nowNs += 2_000_000_000L;
            calls.add("nodes " + trial);
            return () -> calls.add("close");
        }, trial -> {
            nowNs += 1_000_000_000L;
            return trial;
        }, (found, trial) -> trial >= wrongFrom ? Optional.of("wrong in " + trial) : Optional.empty(), trial -> 6),
            true, () -> nowNs, KernelTrials.TRIAL_NS);
    }

    @Test
    void shouldTimePairsAndCloseAnswers() {
        final KernelTrials<AutoCloseable, Long> right = trials(99);
        right.measure(BenchResult.of("x"), 2, 0);
        assertEquals(Optional.empty(), right.mistake());
        assertEquals(List.of("nodes 0", "close", "nodes 0", "close", "nodes 1", "close"), calls);
    }

    @Test
    void shouldRunFastKernelsSeveralTimesForATrial() {
        final KernelPair<AutoCloseable, Long> pair = new KernelPair<>(number -> {
            nowNs += 20_000_000L;
            calls.add("nodes " + number);
            return () -> calls.add("close");
        }, number -> {
            nowNs += 40_000_000L;
            calls.add("serial " + number);
            return number;
        }, (found, number) -> Optional.empty(), number -> 8);
        final KernelTrials<AutoCloseable, Long> fast = new KernelTrials<>(pair, true, () -> nowNs,
            KernelTrials.TRIAL_NS);
        fast.measure(BenchResult.of("x"), 1, 0);
        assertEquals(List.of("nodes 0", "serial 0", "close",
            "serial 0", "nodes 0", "close", "nodes 1", "serial 0", "serial 1", "close"), calls,
            "two runs for 0.1 s; edges are counted before");
        assertEquals(0.02, fast.medianSeconds(), 1e-9, "of one run");
    }

    @Test
    void shouldEndWithTheFirstWrongAnswer() {
        final KernelTrials<AutoCloseable, Long> wrong = trials(1);
        wrong.measure(BenchResult.of("x"), 5, 0);
        assertEquals("wrong in 1", wrong.mistake().orElse(""));
        assertEquals(6, calls.size(), calls::toString);
    }

    /** Each of the further kernels, with a serial answer that is changed. */
    @Test
    void shouldFindAWrongAnswerOfFurtherKernels() {
        final UniformSource source = new UniformSource(6, 3, 1);
        try (GmtCluster cluster = GmtCluster.local(2);
             BenchGraph graph = new BenchGraph(cluster, Edges.uniform(6, 3, 1), source, 2, 1)) {
            checkFinds(Kernels.betweenness(graph), scores -> scores[graph.rows().hub()] *= 1 + 1e-6);
            checkFinds(FurtherKernels.cores(graph), cores -> cores[7]++);
            checkFinds(FurtherKernels.communities(graph), labels -> labels.vertices()[63]--);
            checkFinds(FurtherKernels.independentSet(graph), rounds -> rounds[5] = rounds[5] > 0 ? -1 : 1);
            checkFinds(FurtherKernels.strongComponents(graph), labels -> labels[63]--);
            checkFinds(FurtherKernels.neighbourhood(graph), steps -> steps[graph.sourceNumber(1)]++);
            checkFinds(FurtherKernels.manyBfs(graph), searches -> searches.sums()[1]++);
            checkFinds(FurtherKernels.walks(graph), visits -> visits[9]++);
            final var triangles = Kernels.triangles(graph);
            try (Kernels.Count found = triangles.nodes().apply(0)) {
                final long total = triangles.serial().apply(0);
                assertEquals(Optional.empty(), triangles.difference().apply(found, total));
                assertTrue(triangles.difference().apply(found, total + 1).isPresent());
            }
        }
    }

    private static <N extends AutoCloseable, S> void checkFinds(final KernelPair<N, S> pair, final Consumer<S> defect) {
        final N found = pair.nodes().apply(1);
        final S expected = pair.serial().apply(1);
        assertEquals(Optional.empty(), pair.difference().apply(found, expected));
        assertTrue(pair.edges().applyAsLong(expected) > 0);
        defect.accept(expected);
        assertTrue(pair.difference().apply(found, expected).isPresent());
    }

    /** Each kernel, with a serial answer that is changed in one vertex. */
    @Test
    void shouldFindAWrongAnswer() {
        try (GmtCluster cluster = GmtCluster.local(2);
             BenchGraph graph = new BenchGraph(cluster, Edges.grid(6, 7, 1), new GridSource(6, 7, 1), 2, 1)) {
            final KernelPair<ShortestPaths, long[]> sssp = Kernels.sssp(graph);
            try (ShortestPaths found = sssp.nodes().apply(0)) {
                final long[] distances = sssp.serial().apply(0);
                assertEquals(Optional.empty(), sssp.difference().apply(found, distances));
                distances[41]++;
                assertTrue(sssp.difference().apply(found, distances).orElse("").contains("one thread says"));
                distances[41] = Long.MAX_VALUE;
                assertTrue(sssp.difference().apply(found, distances).isPresent());
            }
            final var cc = Kernels.components(graph);
            try (var found = cc.nodes().apply(0)) {
                final int[] labels = cc.serial().apply(0);
                labels[41] = 41;
                assertTrue(cc.difference().apply(found, labels).isPresent());
            }
            final var ranks = Kernels.pageRank(graph);
            try (var found = ranks.nodes().apply(0)) {
                final double[] expected = ranks.serial().apply(0);
                assertEquals(Optional.empty(), ranks.difference().apply(found, expected));
                expected[3] += 1e-6;
                assertTrue(ranks.difference().apply(found, expected).isPresent());
            }
            final var bfs = Kernels.bfs(graph);
            try (var found = bfs.nodes().apply(0)) {
                final int[] parents = bfs.serial().apply(0).clone();
                parents[41] = -1;
                assertTrue(bfs.difference().apply(found, parents).isPresent());
            }
        }
    }
}
