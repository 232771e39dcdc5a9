package org.gmt4j.apps.bfs;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.cli.result.SampleStatistics;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.graph.serial.BfsTree;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialHybridBfs;

/**
 * The work of one thread on the same graph and the same roots in the same process, while the other nodes idle: a serial
 * top-down search and a serial direction-optimising one, this with the run's thresholds and with Beamer's. The fastest
 * is the baseline. Its ratio to the system answers the question of McSherry, Isard and Murray ("Scalability! But at
 * what COST?", HotOS 2015): with how many cores does a system beat one thread. Owned by one thread.
 */
final class SerialBaseline {
    /** Warm-up of each of the searches; the nodes get as much. */
    static final long WARM_UP_NS = 1_500_000_000L;
    /** Thresholds of the inventor: whichever suits one thread better counts. */
    private static final DirectionRule BEAMERS = new DirectionRule(15, 18, "");
    private static final long MOST = 1L << 29;
    private static final int FEWEST_WARM_UPS = 5;
    private static final int MOST_WARM_UPS = 64;
    private final LocalCsr graph;
    private final double graphSeconds;

    /**
     * The result of one kind of search.
     *
     * @param seconds      median over the roots
     * @param mteps        harmonic mean over the roots, as Graph500 asks for
     * @param indexSeconds to set the search up: its hubs, and of a directed graph the reverse
     */
    record Speed(double seconds, double mteps, double indexSeconds) {
    }

    /** @param graphSeconds that making the graph has taken */
    SerialBaseline(final LocalCsr graph, final double graphSeconds) {
        this.graph = graph;
        this.graphSeconds = graphSeconds;
    }

    /** Says why one process cannot hold the graph, in int positions; empty where it can. */
    static Optional<String> refusal(final String graph, final long vertexCount, final long edgeCount) {
        return vertexCount < MOST && edgeCount < MOST ? Optional.empty()
            : Optional.of("--baseline: " + graph + " is too large for one thread's arrays; fewer than 2^29 vertices, "
                + "and fewer than 2^29 edges, fit.");
    }

    /** Heap bytes while it is built and run. */
    static long heapBytes(final long vertexCount, final long edgeCount) {
        return 20 * edgeCount + 48 * vertexCount;
    }

    /** Warms up, then searches from each root once. */
    Speed measure(final List<Long> roots, final DirectionRule rule) {
        final long setUpNs = System.nanoTime();
        final SerialHybridBfs search = new SerialHybridBfs(graph, rule);
        final long start = System.nanoTime();
        final double indexSeconds = (start - setUpNs) / 1e9;
        for (int i = 0; i < MOST_WARM_UPS && (i < FEWEST_WARM_UPS || System.nanoTime() - start < WARM_UP_NS); i++) {
            search.search(roots.get(i % roots.size()).intValue());
        }
        final double[] seconds = new double[roots.size()];
        final double[] mteps = new double[roots.size()];
        for (int i = 0; i < seconds.length; i++) {
            final int root = roots.get(i).intValue();
            final long begin = System.nanoTime();
            search.search(root);
            seconds[i] = (System.nanoTime() - begin) / 1e9;
            mteps[i] = Trial.of(seconds[i]).edges(listedEdges(search.parents())).mteps();
        }
        return new Speed(SampleStatistics.of(seconds).median(), SampleStatistics.of(mteps).harmonicMean(),
            indexSeconds);
    }

    private long listedEdges(final int[] parents) {
        long edges = 0;
        for (int v = 0; v < parents.length; v++) {
            edges += parents[v] == BfsTree.UNREACHED ? 0 : graph.listedEdges(v);
        }
        return edges;
    }

    /**
     * Measures all and adds {@code baseline.*} with the seconds of the set-up, {@code ratio} and {@code cost} to the
     * result.
     *
     * @param mteps harmonic mean of the system's rates
     * @param cores that the system has used at most
     */
    void report(final List<Long> roots, final DirectionRule rule, final double mteps, final int cores,
                final RunResult.Builder result) {
        final Speed topDown = measure(roots, DirectionRule.forced("t"));
        final Speed alike = measure(roots, rule);
        final Speed classic = measure(roots, BEAMERS);
        final Speed hybrid = alike.mteps() > classic.mteps() ? alike : classic;
        final boolean isHybrid = hybrid.mteps() > topDown.mteps();
        final Speed best = isHybrid ? hybrid : topDown;
        final double ratio = mteps / best.mteps();
        final boolean beats = ratio > 1;
        result.with("baseline.mteps", best.mteps()).with("baseline.seconds", best.seconds())
            .with("baseline.search", isHybrid ? "serial Java, direction-optimising" : "serial Java, top-down")
            .with("baseline.topDown.mteps", topDown.mteps()).with("baseline.topDown.seconds", topDown.seconds())
            .with("baseline.hybrid.mteps", hybrid.mteps()).with("baseline.hybrid.seconds", hybrid.seconds())
            .with("baseline.graphSeconds", graphSeconds).with("baseline.indexSeconds", best.indexSeconds())
            .with("ratio", ratio).with("ratio.topDown", mteps / topDown.mteps())
            .with("cost", beats ? "at most " + cores : "more than " + cores);
        result.note(String.format(Locale.ROOT,
            "one thread: %.0f MTEPS top-down, %.0f direction-optimising (harmonic means, set up in %.2f s); this run on"
            + " %d core%s: %.0f, that is %.2f times the better one. COST, the cores at which the system beats one"
            + " thread: %s %d", topDown.mteps(), hybrid.mteps(), graphSeconds + best.indexSeconds(), cores,
            cores == 1 ? "" : "s", mteps, ratio, beats ? "at most" : "more than", cores));
    }
}
