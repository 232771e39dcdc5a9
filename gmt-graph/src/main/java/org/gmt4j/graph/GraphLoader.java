package org.gmt4j.graph;

import java.util.Arrays;
import java.util.Collections;
import org.gmt4j.GmtCluster;
import org.gmt4j.Job;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.EdgeSourceOpener;
import org.gmt4j.graph.csr.NoSumException;
import org.gmt4j.graph.csr.SameEdges;
import org.gmt4j.graph.names.EdgeDealer;
import org.gmt4j.graph.names.Intake;
import org.gmt4j.graph.names.NameDirectory;
import org.gmt4j.graph.names.TextDirectory;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.WeightKind;

/**
 * Makes a distributed graph of {@link Edges}. Owned by the thread that loads; the work is done by the nodes. A failure
 * leaves nothing allocated.
 *
 * <pre>
 * arrays, iterables, streams   read by the caller's thread, chunks dealt to the nodes --+
 * per node, files without      each node its own part                                --+--> names --> vertices --> rows
 *   a header
 * queries                      read by one node, chunks dealt to the nodes            --+
 * generators, other files      each node its own part  -------------------------------------------------------> rows
 * </pre>
 */
final class GraphLoader {
    /** Edges that travel at a time: few at first, so that small graphs have some on each node, up to a megabyte. */
    private static final int FIRST_CHUNK = 1 << 12;
    private static final int LAST_CHUNK = 1 << 16;
    private static final long[] NO_WORDS = {};
    private static final String READING = "reading edges";

    private final GmtCluster cluster;
    private final Edges edges;
    private final LoadRun run;

    /**
     * A graph in the memory of the nodes.
     *
     * @param graph its rows
     * @param names of its vertices
     * @param lanes of the node with the most of them
     */
    record Loaded(CsrGraph graph, VertexNames names, int lanes) {
        private Loaded(final CsrGraph graph, final VertexNames names) {
            this(graph, names, 0);
        }

        void free(final TaskContext ctx) throws SuspendExecution {
            graph.free(ctx);
            names.free(ctx);
        }
    }

    GraphLoader(final GmtCluster cluster, final Edges edges, final LoadRun run) {
        this.cluster = cluster;
        this.edges = edges;
        this.run = run;
    }

    Loaded load() {
        return edges.opener() == null ? loadChunks() : call(this::loadSource);
    }

    private Loaded call(final TaskFunction<Loaded> body) {
        return run.load(ctx -> {
            final int lanes = Collections.max(ctx.callOnAll(node -> node.laneCount()));
            final Loaded loaded = body.call(ctx);
            return new Loaded(loaded.graph(), loaded.names(), lanes);
        }, (ctx, loaded) -> loaded.free(ctx));
    }

    // --- from the caller's process ---

    private Loaded loadChunks() {
        checkRule(edges.isDirected(true));
        NodeLocal<Intake> opened = null;
        try {
            try (EdgeChunks chunks = edges.openChunks()) {      // closed before there is a graph: that may fail
                final WeightKind kind = kept(chunks.weightKind());
                final boolean areTexts = chunks instanceof TextChunks;
                run.atStep(READING, edges.count().orElse(0));
                opened = run.call(cluster, ctx -> {
                    if (edges.count().isPresent()) {
                        run.checkRoom(ctx, edges.count().getAsLong(), edges.isDirected(true));
                    }
                    return openIntake(ctx, kind, areTexts);
                }, (ctx, made) -> made.free(ctx), JobWatch.NOBODY);
                if (chunks instanceof TextChunks texts) {
                    dealTexts(texts, opened);
                } else {
                    deal((NumberChunks) chunks, opened);
                }
            }
            final NodeLocal<Intake> intake = opened;
            return call(ctx -> build(ctx, intake, edges.isDirected(true)));
        } finally {
            if (opened != null) {
                final NodeLocal<Intake> intake = opened;
                WholeJob.free(cluster, ctx -> intake.free(ctx));
            }
        }
    }

    private void deal(final NumberChunks chunks, final NodeLocal<Intake> intake) {
        int length = FIRST_CHUNK / 2;
        int count = length;
        long place = 0;
        try (SentChunks sent = sentChunks()) {
            for (int node = 0; count == length; node = (node + 1) % cluster.nodeCount()) {
                length = Math.min(LAST_CHUNK, node == 0 ? 2 * length : length);
                final long[] from = new long[length];
                final long[] to = new long[length];
                final long[] words = new long[chunks.weightKind() == WeightKind.NONE ? 0 : length];
                count = chunks.next(from, to, words);
                sent.makeRoom();
                sent.add(send(intake, node, Arrays.copyOf(from, count), Arrays.copyOf(to, count),
                    needed(chunks.weightKind(), words, count), place));
                place += count;
                run.read(place);
            }
            sent.join();
        }
    }

    private SentChunks sentChunks() {
        return new SentChunks(run, 2 * cluster.nodeCount());
    }

    private void dealTexts(final TextChunks chunks, final NodeLocal<Intake> intake) {
        int length = FIRST_CHUNK / 2;
        try (SentChunks sent = sentChunks()) {
            for (int node = 0; chunks.hasNext(); node = (node + 1) % cluster.nodeCount()) {
                length = Math.min(LAST_CHUNK, node == 0 ? 2 * length : length);
                final long place = chunks.taken();
                final TextChunks.Chunk chunk = chunks.next(length);
                sent.makeRoom();
                sent.add(sendTexts(intake, node, chunk.names(), needed(chunks.weightKind(), chunk.words(),
                    chunk.words().length), place));
                run.read(chunks.taken());
            }
            sent.join();
        }
    }

    private Job<Void> sendTexts(final NodeLocal<Intake> intake, final int target, final byte[] names,
                                final long[] words, final long place) {
        return cluster.submit(ctx -> {
            ctx.execute(target, node -> intake.get().takeTexts(node, names, words, place));
            return null;
        });
    }

    /** Weights that are all one do not travel. */
    private long[] needed(final WeightKind kind, final long[] words, final int count) {
        if (kept(kind) == WeightKind.NONE) {
            return NO_WORDS;
        }
        final long one = kind.one();
        int ones = 0;
        while (ones < count && words[ones] == one) {
            ones++;
        }
        return ones == count ? NO_WORDS : Arrays.copyOf(words, count);
    }

    private WeightKind kept(final WeightKind kind) {
        return edges.isWeighted() ? kind : WeightKind.NONE;
    }

    private NodeLocal<Intake> openIntake(final TaskContext ctx, final WeightKind kind, final boolean areTexts)
        throws SuspendExecution {
        final boolean arePlacesKept = edges.merge() == ParallelEdges.FIRST && !edges.isAsListed();
        final String name = edges.name();
        return NodeLocal.create(ctx, node -> new Intake(node, name, kind, arePlacesKept, areTexts));
    }

    private Job<Void> send(final NodeLocal<Intake> intake, final int target, final long[] from, final long[] to,
                           final long[] words, final long place) {
        return cluster.submit(ctx -> {
            ctx.execute(target, node -> intake.get().take(node, from, to, words, place));
            return null;
        });
    }

    // --- from sources that all nodes open ---

    private Loaded loadSource(final TaskContext ctx) throws SuspendExecution {
        final NodeLocal<EdgeSource> source = SameEdges.open(ctx, edges.opener());
        try {
            final boolean isDirected = edges.isDirected(source.get().directed());
            checkRule(isDirected);
            run.checkRoom(ctx, source.get());
            return source.get().vertexCount().isPresent() ? numbered(ctx, source, isDirected)
                : named(ctx, source, isDirected);
        } finally {
            source.free(ctx);
        }
    }

    private void checkRule(final boolean isDirected) {
        if (edges.isAsListed() && !isDirected) {
            throw new GraphException(GraphException.BAD_EDGES, edges.name() + ": loops and parallel edges are kept in"
                + " directed graphs only. Ask for directed().asListed(), or leave asListed() out");
        }
    }

    /** Rows and names are those of the same files, which are opened once. */
    private Loaded numbered(final TaskContext ctx, final NodeLocal<EdgeSource> source, final boolean isDirected)
        throws SuspendExecution {
        final CsrGraph graph;
        try {
            graph = build(ctx, () -> source.get(), isDirected);
        } catch (final NoSumException noSum) {
            throw named(ctx, noSum, names(ctx, source, source.get().vertexCount().getAsLong()));
        }
        try {
            return new Loaded(graph, names(ctx, source, graph.vertexCount()));
        } catch (final RuntimeException | Error failure) {
            graph.free(ctx);
            throw failure;
        }
    }

    private static VertexNames names(final TaskContext ctx, final NodeLocal<EdgeSource> source, final long count)
        throws SuspendExecution {
        switch (source.get().ids()) {
            case SAME: return VertexNames.numbered(count, 0);
            case FROM_ONE: return VertexNames.numbered(count, 1);
            default: return NameDirectory.listed(ctx, source, count);
        }
    }

    private Loaded named(final TaskContext ctx, final NodeLocal<EdgeSource> source, final boolean isDirected)
        throws SuspendExecution {
        final EdgeSource here = source.get();
        final boolean isOnePart = edges.isOnePart() || here.isReadOnce();
        final boolean areTexts = ctx.callBlocking(here::hasTextNames);  // a data base may be asked, once for all types
        final WeightKind kind = ctx.callBlocking(here::weightKind);
        final NodeLocal<Intake> intake = openIntake(ctx, kept(kind), areTexts);
        try {
            run.atStep(READING, here.edgeCount().orElse(0));
            if (here.isReadOnce() && ctx.nodeCount() > 1) {
                EdgeDealer.deal(ctx, here, intake);
            } else {
                ctx.executeOnAll(node -> intake.get().read(node, source.get(), isOnePart));
            }
            return build(ctx, intake, isDirected);
        } finally {
            intake.free(ctx);
        }
    }

    // --- vertices and rows ---

    private Loaded build(final TaskContext ctx, final NodeLocal<Intake> intake, final boolean isDirected)
        throws SuspendExecution {
        final boolean isWeighted = ctx.callOnAll(node -> intake.get().hasWeights()).contains(true);
        run.checkSorting(ctx, intake.sum(ctx, here -> here.edgeCount()), isDirected, isWeighted);
        run.atStep("numbering vertices", 0);
        final VertexNames names = intake.get().areNamesTexts() ? TextDirectory.build(ctx, intake)
            : NameDirectory.build(ctx, intake);
        final long count = names.count();
        try {
            return new Loaded(build(ctx, () -> intake.get().edges(count, isDirected, isWeighted), isDirected), names);
        } catch (final NoSumException noSum) {
            throw named(ctx, noSum, names);
        } catch (final RuntimeException | Error failure) {
            names.free(ctx);
            throw failure;
        }
    }

    /** Says which edges have no sum, and frees the names. */
    private static GraphException named(final TaskContext ctx, final NoSumException noSum, final VertexNames names)
        throws SuspendExecution {
        try {
            return NamedEdge.noSum(ctx, noSum, names, "keep another one than the sum");
        } finally {
            names.free(ctx);
        }
    }

    private CsrGraph build(final TaskContext ctx, final EdgeSourceOpener opener, final boolean isDirected)
        throws SuspendExecution {
        if (edges.isWeighted()) {
            return CsrBuilder.weighted(ctx, opener, isDirected, edges.isAsListed(), edges.merge(), run.building());
        }
        if (edges.isCounted()) {
            return CsrBuilder.counted(ctx, opener, isDirected, run.building());
        }
        if (edges.isAsListed()) {
            return CsrBuilder.asListed(ctx, opener, run.building());
        }
        return isDirected ? CsrBuilder.directed(ctx, opener, run.building())
            : CsrBuilder.symmetrised(ctx, opener, run.building());
    }
}
