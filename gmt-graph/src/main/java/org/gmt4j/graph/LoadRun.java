package org.gmt4j.graph;

import java.util.OptionalLong;
import org.gmt4j.GmtCluster;
import org.gmt4j.NodeMemory;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.memory.FreedMemory;
import org.gmt4j.graph.names.LoadRoom;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GraphSize;

/** A load of a graph. Owned by one thread. */
final class LoadRun extends GraphRun<Graph> {
    private static final int STEPS_TO_FIT = 40;
    private static final long REPORT_INTERVAL_NS = 100_000_000;

    private final GmtCluster cluster;
    private final Edges edges;
    /** Written by the task that loads, read by the thread that waits for it. */
    private volatile String step = "";
    /** Null before rows are built; written and read as the step. */
    private volatile BuildTimes times;
    /** Edges to be read where their number is known, else 0; written and read as the step. */
    private volatile long edgesToRead;
    private long lastReportNs = System.nanoTime() - REPORT_INTERVAL_NS;

    LoadRun(final GmtCluster cluster, final Edges edges) {
        this.cluster = cluster;
        this.edges = edges;
    }

    @Override
    String step() {
        return step;
    }

    @Override
    public RunEstimate estimate() {
        final EdgeSource source = source();
        return estimate(source, size(source));
    }

    /** Opened on the calling thread; null for edges of the caller's process. */
    private EdgeSource source() {
        return edges.opener() == null ? null : edges.opener().open();
    }

    /** Files of no known size are looked at in some places. Each edge names two vertices at most. */
    private GraphSize size(final EdgeSource source) {
        if (source != null && source.hasKnownSize()) {
            final GraphSize size = source.estimateSize();
            return source.vertexCount().isPresent() ? size
                : new GraphSize(Math.min(size.vertices(), 2 * size.edges()), size.edges(), false);
        }
        final OptionalLong count = source == null ? edges.count() : source.edgeCount();
        if (count.isPresent()) {
            return new GraphSize(2 * count.getAsLong(), count.getAsLong(), false);
        }
        throw new GraphException(GraphException.UNKNOWN_SIZE, edges.name()
            + ": nobody knows how many edges there are before they have been read");
    }

    /** At most: parallel edges are counted, weights as if no int held them, and names as if there were some. */
    private RunEstimate estimate(final EdgeSource source, final GraphSize size) {
        final int nodes = cluster.nodeCount();
        final long rows = (size.vertices() + nodes - 1) / nodes;
        final long entries = entries(source, size);
        final boolean isNamed = source == null || source.vertexCount().isEmpty();
        final int weight = edges.mayHaveWeights(source) ? Long.BYTES : 0;
        final long kept = (isNamed ? 20 : 12) * rows + (CsrGraph.targetLength(size.vertices()) + weight) * entries;
        return new RunEstimate(kept, entries * (Long.BYTES + weight)
            + (isNamed ? (Long.BYTES + weight) * size.edges() / nodes + 60 * rows : 0));
    }

    /** Of rows of a node, before parallel edges are merged. */
    private long entries(final EdgeSource source, final GraphSize size) {
        return entries(size.edges(), edges.isDirected(source == null || source.directed()));
    }

    private long entries(final long count, final boolean isDirected) {
        return eachNode(count) * (isDirected ? 1 : 2);
    }

    private long eachNode(final long count) {
        return (count + cluster.nodeCount() - 1) / cluster.nodeCount();
    }

    @Override
    public Graph run() {
        begin();
        step = "";
        times = null;
        try {
            return new Graph(cluster, new GraphLoader(cluster, edges, this).load());
        } catch (final GraphException failure) {
            giveBack();
            throw failure.number() == GraphException.RUN_TOO_LARGE && isOfJob(failure) ? tooLarge(failure) : failure;
        } catch (final RuntimeException | Error failure) {
            giveBack();
            throw failure;
        }
    }

    /** What has come in until a load has failed, has been freed, and is of use to others. */
    private void giveBack() {
        WholeJob.free(cluster, FreedMemory::giveBack);
    }

    // --- for the loader ---

    /** Runs a body as a job that {@link #atStep} says the steps of. */
    <T> T load(final TaskFunction<T> body, final WholeJob.Freeing<T> freeing) {
        return call(cluster, body, freeing, progress() == null ? JobWatch.NOBODY
            : new PolledProgress(progress(), now -> {
                final BuildTimes building = times;
                final int nodes = cluster.nodeCount();
                return building == null ? new StepProgress(step, now.done(), edgesToRead) : new StepProgress(
                    building.step(), nodes * building.done(), nodes * building.expected());
            }));
    }

    /** Another step begins. By the thread that loads, or its task. */
    void atStep(final String next, final long mostEdges) {
        edgesToRead = mostEdges;
        step = next;
    }

    /** Rows are built from now on. */
    BuildTimes building() {
        times = new BuildTimes();
        return times;
    }

    /** The thread that loads has read so many edges. */
    void read(final long count) {
        checkTime();
        if (progress() != null && System.nanoTime() - lastReportNs >= REPORT_INTERVAL_NS) {
            lastReportNs = System.nanoTime();
            progress().accept(new StepProgress(step, count, edgesToRead));
        }
    }

    // --- where it does not fit ---

    /**
     * Refuses edges of a known number that cannot wait for their rows in the memory that the machines have left, which
     * nothing else bounds. Before anything moves, by the task that loads.
     */
    void checkRoom(final TaskContext ctx, final EdgeSource source) throws SuspendExecution {
        if (source.edgeCount().isEmpty()) {
            return;
        }
        if (source.vertexCount().isEmpty()) {
            checkRoom(ctx, source.edgeCount().getAsLong(), edges.isDirected(source.directed()));
            return;
        }
        final GraphSize size = source.estimateSize();
        final RunEstimate needs = estimate(source, size);
        final long waiting = Long.BYTES * entries(source, size);
        if (waiting >= LoadRoom.STEP) {
            final long free = LoadRoom.left(ctx, waiting);
            if (waiting > free) {
                throw noRoom(needs(size, needs) + ", of which " + waiting + " are edges that wait for their rows", free,
                    (double) free / needs.bytes() * size.edges());
            }
        }
    }

    /** The same of edges between names, which wait with these first, and for their rows then. */
    void checkRoom(final TaskContext ctx, final long count, final boolean isDirected) throws SuspendExecution {
        final long taken = Long.BYTES * eachNode(count);
        final long waiting = taken + Long.BYTES * entries(count, isDirected);
        if (waiting >= LoadRoom.STEP) {
            final long free = LoadRoom.left(ctx, waiting);
            if (waiting > free) {
                throw noRoom("its " + count + " edges take at least " + waiting + " bytes on each of "
                    + cluster.nodeCount() + " nodes while they are loaded", free, (double) free / waiting * count);
            }
        }
    }

    /** Refuses edges that have come in where there is no room to make rows of them. */
    void checkSorting(final TaskContext ctx, final long count, final boolean isDirected, final boolean isWeighted)
        throws SuspendExecution {
        final long word = isWeighted ? 2 * Long.BYTES : Long.BYTES;
        final long taken = word * eachNode(count);
        final long waiting = word * entries(count, isDirected);
        if (waiting >= LoadRoom.STEP) {
            final long free = LoadRoom.left(ctx, waiting);
            if (waiting > free) {
                throw noRoom("its " + count + " edges have come in, and take " + waiting + " bytes more on each of "
                    + cluster.nodeCount() + " nodes until they are sorted into rows", free,
                    ((double) free + taken) / (waiting + taken) * count);
            }
        }
    }

    private GraphException noRoom(final String takes, final long free, final double edgesThatFit) {
        return new GraphException(GraphException.TOO_LARGE, edges.name() + " does not fit: " + takes
            + "; their machines have " + free + " left for each, enough for about " + (long) edgesThatFit
            + " edges of this kind:" + LoadRoom.ADVICE);
    }

    private String needs(final GraphSize size, final RunEstimate needs) {
        return "a graph of " + (size.isExact() ? "" : "about ") + size.vertices() + " vertices and " + size.edges()
            + " edges takes up to " + needs.resultBytes() + " bytes on each of " + cluster.nodeCount() + " nodes, and "
            + needs.workBytes() + " more while it is loaded";
    }

    private GraphException tooLarge(final GraphException failure) {
        final String advice = "take more nodes, or raise gmt.memory.max (" + failure.getCause().getMessage() + ")";
        final EdgeSource source;
        final GraphSize size;
        try {
            source = source();
            size = size(source);
        } catch (final GraphException unknown) {
            return new GraphException(GraphException.TOO_LARGE, edges.name() + " does not fit into the memory of "
                + cluster.nodeCount() + " nodes: " + advice, failure);
        }
        final RunEstimate needs = estimate(source, size);
        final long fits = cluster.call(ctx -> fits(ctx, needs.resultBytes()));
        final long edgesThatFit = (long) ((double) fits / needs.resultBytes() * size.edges());
        return new GraphException(GraphException.TOO_LARGE, edges.name() + " does not fit: " + needs(size, needs) + "; "
            + fits + " are free, enough for about " + edgesThatFit + " edges of this kind: " + advice, failure);
    }

    /** Bytes that each node has room for, less than so many, to a sixteenth or so. Takes nothing from other runs. */
    private static long fits(final TaskContext ctx, final long tooMany) throws SuspendExecution {
        long low = 0;
        long high = tooMany;
        for (int i = 0; i < STEPS_TO_FIT && high - low > Math.max(low >> 4, Long.BYTES); i++) {
            final long middle = low == 0 ? high >> 1 : low + high >>> 1;
            if (NodeMemory.refusal(ctx, middle).isEmpty()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
