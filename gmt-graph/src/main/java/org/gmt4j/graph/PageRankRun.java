package org.gmt4j.graph;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.ranks.RankIterations;
import org.gmt4j.graph.ranks.RankSettings;

/** A run of {@link PageRank}. For use by one thread. */
public final class PageRankRun extends GraphRun<PageRank> {
    private static final double USUAL_DAMPING = 0.85;
    private static final double USUAL_TOLERANCE = 1e-6;
    private static final int USUAL_ITERATIONS = 100;
    private static final long[] EVERYWHERE = {};

    private final Graph graph;
    private double damping = USUAL_DAMPING;
    private double tolerance = USUAL_TOLERANCE;
    private int maxIterations = USUAL_ITERATIONS;
    private long[] starts = EVERYWHERE;

    PageRankRun(final Graph graph) {
        this.graph = graph;
    }

    /**
     * Sets the probability that the walk follows an edge, where there is one; otherwise it begins anew.
     *
     * @param probability from 0 to below 1; 0.85 unless set
     * @return this
     */
    public PageRankRun damping(final double probability) {
        if (!(probability >= 0 && probability < 1)) {
            throw new IllegalArgumentException("damping is " + probability + ", expected 0 or more, and less than 1");
        }
        damping = probability;
        return this;
    }

    /**
     * Ends the run when the ranks of all vertices together change by no more in an iteration. With 1e-6 or more, graphs
     * of 131,072 vertices or more are ranked with shares rounded to floats: all ranks together differ by no more than
     * {@code 1.2e-7 * d / (1 - d)} from exact ones, where d is the damping.
     *
     * @param change above 0; 1e-6 unless set. The sum of all ranks is 1
     * @return this
     */
    public PageRankRun tolerance(final double change) {
        if (!(change > 0)) {
            throw new IllegalArgumentException("tolerance is " + change + ", expected more than 0");
        }
        tolerance = change;
        return this;
    }

    /**
     * Ends the run after so many iterations; {@link PageRank#converged} says whether they were enough.
     *
     * @param count 1 or more; 100 unless set
     * @return this
     */
    public PageRankRun maxIterations(final int count) {
        if (count < 1) {
            throw new IllegalArgumentException("at most " + count + " iterations, expected 1 or more");
        }
        maxIterations = count;
        return this;
    }

    /**
     * Lets the walk begin at one of these vertices, each as likely as the others, and not at any: their neighbourhoods
     * rank high, and vertices that cannot be reached from them have rank 0.
     *
     * @param vertices one or more; one that is named twice counts once. Unknown ones are refused by {@link #run}
     * @return this
     */
    public PageRankRun personalised(final long... vertices) {
        if (vertices.length == 0) {
            throw new IllegalArgumentException("personalised for no vertex: name one or more");
        }
        starts = Arrays.stream(vertices).sorted().distinct().toArray();
        return this;
    }

    /**
     * Gives the progress to a consumer after each iteration, as a {@link RankProgress}, in the thread that runs. What
     * it throws ends the run.
     *
     * @return this
     */
    @Override
    public PageRankRun onProgress(final Consumer<? super Progress> consumer) {
        super.onProgress(consumer);
        return this;
    }

    @Override
    public PageRankRun deadline(final Duration time) {
        super.deadline(time);
        return this;
    }

    @Override
    String step() {
        return "iterations";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate(8 * sizes.rows(), sizes.rows() * RankIterations.rowBytes(sizes.vertices(), tolerance)
            + RankIterations.shareBytes(sizes.vertices(), tolerance) + graph.bytesToCome(OtherRows.Kind.IN));
    }

    @Override
    public PageRank run() {
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = graph.rows();
            requireVertices(graph, starts);
            final CsrGraph inRows = rows(graph, OtherRows.Kind.IN);
            final Reports<RankProgress> reports = new Reports<>(progress());
            return new PageRank(graph, call(graph.cluster(), ctx -> find(ctx, rows, inRows, reports),
                (ctx, found) -> found.free(ctx), reports), tolerance);
        });
    }

    /** Runs on the node of the caller: this and the reports do not travel. */
    private RankIterations find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows,
                                final Reports<RankProgress> reports) throws SuspendExecution {
        final RankSettings settings = new RankSettings(damping, tolerance, maxIterations,
            ManyBfsRun.numbers(ctx, graph.names(), starts));
        final int most = maxIterations;
        final double aim = tolerance;
        return RankIterations.find(ctx, rows, inRows, settings,
            (iteration, error) -> reports.add(new RankProgress(iteration, most, error, aim)));
    }
}
