package org.gmt4j.graph;

import java.time.Duration;
import java.util.function.Consumer;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.walks.WalkSearch;
import org.gmt4j.graph.walks.WalkSettings;

/** A run of {@link Walks}. For use by one thread. */
public final class WalksRun extends GraphRun<Walks> {
    private static final int USUAL_LENGTH = 80;
    /** Bytes of a walker of a batch, where all might be at one node in this round and the next. */
    private static final long WORDS = 16;
    /** The same where steps look back. */
    private static final long WORDS_BACK = 80;

    private final Graph graph;
    private int perVertex = 1;
    private long walkers;
    private int length = USUAL_LENGTH;
    private long seed;
    private double back = 1;
    private double away = 1;
    private boolean isWeighted;
    private boolean keepsPaths;

    WalksRun(final Graph graph) {
        this.graph = graph;
    }

    /**
     * Lets so many walkers begin at each vertex; one unless set. Walkers are numbered by their vertices, ascending.
     *
     * @param count 1 or more
     * @return this
     */
    public WalksRun perVertex(final int count) {
        perVertex = positive(count, "walkers at each vertex");
        return this;
    }

    /**
     * Lets so many walkers begin at vertices that are chosen at random, in place of some at each vertex.
     *
     * @param count 1 or more
     * @return this
     */
    public WalksRun walkers(final int count) {
        walkers = positive(count, "walkers");
        perVertex = 0;
        return this;
    }

    /**
     * Sets the number of steps; a walker also ends where no edge leads on.
     *
     * @param steps 1 or more; 80 unless set
     * @return this
     */
    public WalksRun length(final int steps) {
        length = positive(steps, "steps");
        return this;
    }

    private static int positive(final int count, final String what) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " " + what + ": 1 or more");
        }
        return count;
    }

    /** Sets the seed of the random numbers; 0 unless set. Returns this. */
    public WalksRun seed(final long number) {
        seed = number;
        return this;
    }

    /**
     * Walks as node2vec: an edge back to where the walker has come from is taken 1 / p times as often as one to a
     * vertex to which an edge leads from there, and one to any other vertex 1 / q times.
     *
     * @param p from 0.001 to 1000; 1 unless set
     * @param q from 0.001 to 1000; 1 unless set
     * @return this
     */
    public WalksRun node2vec(final double p, final double q) {
        if (!(p >= 1e-3 && p <= 1e3 && q >= 1e-3 && q <= 1e3)) {
            throw new IllegalArgumentException("p is " + p + " and q is " + q + ": from 0.001 to 1000");
        }
        back = 1 / p;
        away = 1 / q;
        return this;
    }

    /** Takes edges as often as their weights are large; negative ones are refused, with GMT-345. Returns this. */
    public WalksRun weighted() {
        isWeighted = true;
        return this;
    }

    /** Keeps the vertices of all walks: 8 bytes for each step. Returns this. */
    public WalksRun keepPaths() {
        keepsPaths = true;
        return this;
    }

    @Override
    public WalksRun deadline(final Duration time) {
        super.deadline(time);
        return this;
    }

    private boolean looksBack() {
        return back != 1 || away != 1;
    }

    private WalkSettings settings() {
        final long count = graph.vertices();
        return new WalkSettings(count == 0 ? 0 : perVertex > 0 ? times(perVertex, count) : walkers, perVertex, length,
            seed, back, away, isWeighted, keepsPaths);
    }

    /** The product of two numbers, neither negative; one that does not fit a long is the largest long. */
    private static long times(final long a, final long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
    }

    @Override
    public WalksRun onProgress(final Consumer<? super Progress> consumer) {
        super.onProgress(consumer);
        return this;
    }

    @Override
    String step() {
        return looksBack() ? "walkers" : "steps";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        final WalkSettings settings = settings();
        final long visits = 8 * sizes.rows();
        final long paths = keepsPaths ? times(8, times(settings.walkers(), length + 1L)) : 0;
        final long kept = paths / sizes.nodes() + (paths % sizes.nodes() == 0 ? 0 : 1);
        return new RunEstimate(visits + Math.min(kept, Long.MAX_VALUE - visits), (isWeighted ? 8 * sizes.edges() : 0)
            + (looksBack() ? graph.bytesToCome(OtherRows.Kind.IN) : 0)
            + (looksBack() ? WORDS_BACK : WORDS)
            * Math.min(settings.walkers(), sizes.nodes() * WalkSettings.batch(sizes.nodes())));
    }

    @Override
    public Walks run() {
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = graph.rows();
            final WalkSettings settings = settings();
            if (isWeighted) {
                requireNoNegative(graph, "walks");
            }
            final CsrGraph inRows = looksBack() ? rows(graph, OtherRows.Kind.IN) : rows;
            return new Walks(graph, settings.walkers(), length, call(graph.cluster(),
                ctx -> WalkSearch.find(ctx, rows, inRows, settings), (ctx, found) -> found.free(ctx)));
        });
    }
}
