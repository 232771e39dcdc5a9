package org.gmt4j.graph;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.levels.Brandes;
import org.gmt4j.graph.csr.CsrGraph;

/** A run of {@link Betweenness}. For use by one thread. */
public final class BetweennessRun extends GraphRun<Betweenness> {
    private final Graph graph;
    private final long[] sources;
    /** 0 for none. */
    private int samples;
    private long seed;
    private boolean isNormalised;

    /** What a run has made. */
    private record Found(Brandes brandes, int sources) {
    }

    BetweennessRun(final Graph graph, final long[] sources) {
        this.graph = graph;
        this.sources = Arrays.stream(sources).sorted().distinct().toArray();
    }

    /**
     * Takes as sources some vertices of the graph that are chosen at random, the same with any number of nodes; all
     * where it has no more. In place of sources that were named.
     *
     * @param count      1 or more
     * @param randomSeed any number
     * @return this
     */
    public BetweennessRun samples(final int count, final long randomSeed) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " samples: 1 or more");
        }
        samples = count;
        seed = randomSeed;
        return this;
    }

    /**
     * Divides by the number of ordered pairs of other vertices, (V - 1)(V - 2), and where only k of V vertices are
     * sources, multiplies by V / k: the mean share of the shortest paths between two vertices, or an estimate of it.
     *
     * @return this
     */
    public BetweennessRun normalised() {
        isNormalised = true;
        return this;
    }

    @Override
    public BetweennessRun deadline(final Duration time) {
        super.deadline(time);
        return this;
    }

    @Override
    public BetweennessRun onProgress(final Consumer<? super Progress> consumer) {
        super.onProgress(consumer);
        return this;
    }

    @Override
    String step() {
        return "sources";
    }

    @Override
    public RunEstimate estimate() {
        final RunSizes sizes = graph.sizes();
        return new RunEstimate(8 * sizes.rows(),
            8 * chosen(sizes.vertices()) + Brandes.workBytes(sizes.rows(), sizes.nodes())
            + graph.bytesToCome(OtherRows.Kind.IN));
    }

    @Override
    public Betweenness run() {
        return graph.whileOpen(() -> {
            admit();
            final CsrGraph rows = graph.rows();
            requireVertices(graph, sources);
            final CsrGraph inRows = rows(graph, OtherRows.Kind.IN);
            final Found found = call(graph.cluster(), ctx -> find(ctx, rows, inRows),
                (ctx, made) -> made.brandes().free(ctx));
            return new Betweenness(graph, found.brandes(), found.sources());
        });
    }

    /** Runs on the node of the caller: this does not travel. */
    private Found find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows) throws SuspendExecution {
        final long count = rows.vertexCount();
        final long[] chosen = samples > 0 && samples < count ? samples(count)
            : samples > 0 || sources.length == 0 ? LongStream.range(0, count).toArray()
            : ManyBfsRun.numbers(ctx, graph.names(), sources);
        final double pairs = (count - 1.0) * (count - 2.0);
        final double factor = isNormalised && pairs > 0 ? count / (chosen.length * pairs) : 1;
        return new Found(Brandes.find(ctx, rows, inRows, chosen, factor), chosen.length);
    }

    /** The sources, of which one node has a list. */
    private long chosen(final long vertices) {
        return samples > 0 ? Math.min(samples, vertices) : sources.length > 0 ? sources.length : vertices;
    }

    private long[] samples(final long count) {
        return new SplittableRandom(seed).longs(0, count).distinct().limit(samples).sorted().toArray();
    }
}
