package org.gmt4j.graph.csr;

import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.BulkVisitor;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.ParallelEdges;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.names.LoadRoom;
import org.gmt4j.graph.source.EdgeScan;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.WeightKind;

/**
 * Builds a {@link CsrGraph} in parallel: every node reads its own part of the source and sends each edge to the owners
 * of its ends, so that no node ever holds the whole edge list. Called by one task.
 *
 * <p>Source ids that do not fit, unreadable files and lack of memory end the build with the failure of the first node
 * that noticed; nothing stays allocated.
 */
public final class CsrBuilder {
    private final TaskContext ctx;
    private final RowRule rule;
    private final BuildTimes times;
    private final BuildFault fault;
    /** Null where weights are not asked for. */
    private final ParallelEdges merge;
    /** Weights are how many edges are parallel; those of the source are left out. */
    private final boolean areCounts;
    private NodeLocal<EdgeSource> source;
    private GlobalLongArray offsets;
    private GlobalIntArray listed;
    private NodeLocal<CsrAssembly> assembly;
    private BulkVisitor visitor;
    private IntegerArray targets;
    /** Both null where there are no weights. */
    private WeightKind weightKind;
    private IntegerArray weights;
    private long scannedEdges;

    private CsrBuilder(final TaskContext ctx, final RowRule rule, final BuildTimes times, final BuildFault fault,
                       final ParallelEdges merge, final boolean areCounts) {
        this.merge = merge;
        this.areCounts = areCounts;
        this.ctx = ctx;
        this.rule = rule;
        this.times = times;
        this.fault = fault;
    }

    /** Both directions of every edge; self-loops dropped, multiple edges stored once. */
    public static CsrGraph symmetrised(final TaskContext ctx, final EdgeSourceOpener opener) throws SuspendExecution {
        return symmetrised(ctx, opener, new BuildTimes());
    }

    /** The same. {@code times}: which phase took how long, filled when the graph is there. */
    public static CsrGraph symmetrised(final TaskContext ctx, final EdgeSourceOpener opener, final BuildTimes times)
        throws SuspendExecution {
        return build(ctx, opener, RowRule.SYMMETRIC, times, BuildFault.NONE);
    }

    /**
     * From source to target as listed; self-loops dropped, multiple edges stored once. For searches of directed graphs.
     */
    public static CsrGraph directed(final TaskContext ctx, final EdgeSourceOpener opener, final BuildTimes times)
        throws SuspendExecution {
        return build(ctx, opener, RowRule.DIRECTED, times, BuildFault.NONE);
    }

    /**
     * The edges of a directed graph from target to source, made from its rows: the source is not read again. A vertex's
     * row holds those from which edges lead to it.
     */
    public static CsrGraph reversed(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        if (graph.symmetric()) {
            throw new IllegalArgumentException(graph.name() + " holds both directions of every edge: "
                + "it is its own reverse");
        }
        return build(ctx, () -> new ReversedRows(graph, false), RowRule.AS_LISTED, new BuildTimes(), BuildFault.NONE);
    }

    /**
     * Both directions of every edge of a directed graph, made from its rows; self-loops dropped, what leads to and fro
     * or is there several times stored once. Without weights.
     */
    public static CsrGraph bothWays(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return build(ctx, () -> new ReversedRows(graph, false), RowRule.SYMMETRIC, new BuildTimes(), BuildFault.NONE);
    }

    /**
     * The same with weights, which are added up where edges are stored once; those of a graph without are one each.
     * Sums that are all one are not kept.
     */
    public static CsrGraph bothWaysWeighted(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return weighted(ctx, () -> new ReversedRows(graph, graph.weights() != null), false, false, ParallelEdges.SUM,
            new BuildTimes()).withoutOnes(ctx);
    }

    /** The edges as they are listed, from source to target; self-loops and multiple edges kept. */
    public static CsrGraph asListed(final TaskContext ctx, final EdgeSourceOpener opener, final BuildTimes times)
        throws SuspendExecution {
        return build(ctx, opener, RowRule.AS_LISTED, times, BuildFault.NONE);
    }

    /**
     * With the weights of the source, whose kind it says; without where it has none and nobody asks for their sum.
     *
     * @param isDirected as {@link #directed}, otherwise as {@link #symmetrised}
     * @param isAsListed as {@link #asListed}, with all weights; parallel edges ascend by weight
     * @param merge      which weight is kept of parallel edges
     */
    public static CsrGraph weighted(final TaskContext ctx, final EdgeSourceOpener opener, final boolean isDirected,
                                    final boolean isAsListed, final ParallelEdges merge, final BuildTimes times)
        throws SuspendExecution {
        final RowRule rule = isAsListed ? RowRule.AS_LISTED : isDirected ? RowRule.DIRECTED : RowRule.SYMMETRIC;
        return new CsrBuilder(ctx, rule, times, BuildFault.NONE, isAsListed ? ParallelEdges.MIN : merge, false)
            .build(opener);
    }

    /**
     * Without the weights of the source: that of an edge is how many parallel ones are listed.
     *
     * @param isDirected as {@link #directed}, otherwise as {@link #symmetrised}
     */
    public static CsrGraph counted(final TaskContext ctx, final EdgeSourceOpener opener, final boolean isDirected,
                                   final BuildTimes times) throws SuspendExecution {
        return new CsrBuilder(ctx, isDirected ? RowRule.DIRECTED : RowRule.SYMMETRIC, times, BuildFault.NONE,
            ParallelEdges.SUM, true).build(opener);
    }

    static CsrGraph build(final TaskContext ctx, final EdgeSourceOpener opener, final RowRule rule,
                          final BuildTimes times, final BuildFault fault) throws SuspendExecution {
        return new CsrBuilder(ctx, rule, times, fault, null, false).build(opener);
    }

    private CsrGraph build(final EdgeSourceOpener opener) throws SuspendExecution {
        times.begun();
        boolean isWhole = false;
        try {
            source = SameEdges.open(ctx, opener);
            final CsrGraph graph = build();
            isWhole = true;
            return graph;
        } finally {
            freeAids();
            if (!isWhole) {
                freeArrays();
            }
        }
    }

    private CsrGraph build() throws SuspendExecution {
        final EdgeSource here = source.get();
        final long vertexCount = here.vertexCount().isPresent() ? here.vertexCount().getAsLong() : scan();
        final long rowsPerNode = vertexCount == 0 ? 1 : (vertexCount - 1) / ctx.nodeCount() + 1;
        LoadRoom.require(ctx, here.name(), "vertices", (Long.BYTES + Integer.BYTES) * rowsPerNode);
        offsets = GlobalLongArray.allocate(ctx, (rowsPerNode + 1) * ctx.nodeCount());
        listed = GlobalIntArray.allocate(ctx, vertexCount);
        openAssembly(rowsPerNode, weightRule(areCounts ? WeightKind.NONE : here.weightKind()));
        times.opened();
        times.begin("reading edges", here.edgeCount().orElse(scannedEdges) / ctx.nodeCount());
        final BuildSums yielded = stream();
        times.exchanged();
        here.checkTotal(yielded.listed());
        final ArrangedPart all = arrange();
        if (all.weights().noSum() != null) {
            throw new NoSumException(all.weights().noSum(), weightKind.isDouble() ? "double" : "long");
        }
        publish(all.longest(), weightsFit(all.weights()));
        final EdgeCheck check = EdgeCheck.compare(here.name(), yielded, all.arrived(), all.kept());
        times.checked(check);
        final CsrGraph graph = graph(here.name(), rowsPerNode, check, weights(all.weights()));
        return weightKind == null ? graph : graph(here.name(), rowsPerNode, check,
            graph.weights().withTypical(WeightSample.typical(ctx, graph)));
    }

    private CsrGraph graph(final String name, final long rowsPerNode, final EdgeCheck check,
                           final EdgeWeights ofEdges) {
        return new CsrGraph(name, rowsPerNode, check.listed(), check.kept().count(), rule == RowRule.SYMMETRIC,
            offsets, targets, listed, ofEdges);
    }

    private WeightRule weightRule(final WeightKind kind) {
        if (merge == null || kind == WeightKind.NONE && merge != ParallelEdges.SUM) {
            return null;
        }
        weightKind = kind == WeightKind.NONE ? WeightKind.LONG : kind;
        return new WeightRule(weightKind, merge, areCounts);
    }

    private boolean weightsFit(final WeightRange range) {
        return weightKind == WeightKind.LONG && range.fitsInts();
    }

    private EdgeWeights weights(final WeightRange range) {
        if (weightKind == null) {
            return null;
        }
        final long one = weightKind.one();
        return new EdgeWeights(weightKind, weights, range.isEmpty() ? one : weightKind.ordered(range.low()),
            range.isEmpty() ? one : weightKind.ordered(range.high()), Double.NaN);
    }

    private long scan() throws SuspendExecution {
        times.begin("counting vertices", 0);
        final NodeLocal<EdgeSource> edges = source;
        EdgeScan all = new EdgeScan(0, -1);
        for (final EdgeScan part : ctx.callOnAll(node -> edges.get().scan(node.nodeId(), node.nodeCount()))) {
            all = all.merge(part);
        }
        scannedEdges = all.edgeCount();
        return all.vertexCount();
    }

    private void openAssembly(final long rowsPerNode, final WeightRule weightRule) throws SuspendExecution {
        final RowRule rows = rule;
        final String name = source.get().name();
        final BuildFault striking = fault;
        final GlobalLongArray bounds = offsets;
        final GlobalIntArray counts = listed;
        assembly = NodeLocal.create(ctx, node -> new CsrAssembly(node, name, rows, weightRule, rowsPerNode, bounds,
            counts, striking));
        final NodeLocal<CsrAssembly> receiver = assembly;
        receiver.get().watch(times);
        visitor = BulkVisitor.open(ctx,
            (address, length, c) -> receiver.get().receive(LocalView.words(address, length >> 3), c));
    }

    private BuildSums stream() throws SuspendExecution {
        final NodeLocal<CsrAssembly> parts = assembly;
        final NodeLocal<EdgeSource> edges = source;
        final BulkVisitor edgeVisitor = visitor;
        return sum(ctx.callOnAll(node -> parts.get().stream(node, edges.get(), edgeVisitor)));
    }

    private ArrangedPart arrange() throws SuspendExecution {
        final NodeLocal<CsrAssembly> parts = assembly;
        times.begin("sorting edges", parts.get().bucketCount());
        ArrangedPart all = ArrangedPart.NOTHING;
        for (final ArrangedPart part : ctx.callOnAll(node -> parts.get().arrange(node))) {
            all = all.plus(part);
        }
        times.arranged();
        return all;
    }

    /**
     * @param longest          most targets of a node
     * @param areWeightsNarrow 4 bytes hold each weight
     */
    private void publish(final long longest, final boolean areWeightsNarrow) throws SuspendExecution {
        final NodeLocal<CsrAssembly> parts = assembly;
        final ArraySpec spec = ArraySpec.of(longest * ctx.nodeCount()).unzeroed();
        final boolean areWide = EdgeKeys.needsWideTargets(listed.size());
        LoadRoom.require(ctx, source.get().name(), "rows", longest * ((areWide ? Long.BYTES : Integer.BYTES)
            + (weightKind == null ? 0 : areWeightsNarrow ? Integer.BYTES : Long.BYTES)));
        targets = areWide ? GlobalLongArray.allocate(ctx, spec)
            : GlobalIntArray.allocate(ctx, spec);
        if (weightKind != null) {
            weights = areWeightsNarrow ? GlobalIntArray.allocate(ctx, spec) : GlobalLongArray.allocate(ctx, spec);
        }
        final IntegerArray rows = targets;
        final IntegerArray words = weights;
        ctx.executeOnAll(node -> parts.get().publish(node, rows, words));
        times.published();
    }

    private static BuildSums sum(final List<BuildSums> parts) {
        BuildSums sum = BuildSums.NOTHING;
        for (final BuildSums part : parts) {
            sum = sum.plus(part);
        }
        return sum;
    }

    /** Buckets in which a node gathers the edges of its rows, for estimates of memory. */
    public static long bucketCount(final long vertexCount, final long rowsPerNode) {
        return new EdgeKeys(vertexCount, rowsPerNode).bucketCount();
    }

    private void freeAids() throws SuspendExecution {
        if (visitor != null) {
            visitor.close(ctx);
        }
        if (assembly != null) {
            assembly.free(ctx);
        }
        if (source != null) {
            source.free(ctx);
        }
    }

    private void freeArrays() throws SuspendExecution {
        if (offsets != null) {
            offsets.free(ctx);
        }
        if (listed != null) {
            listed.free(ctx);
        }
        if (targets != null) {
            targets.free(ctx);
        }
        if (weights != null) {
            weights.free(ctx);
        }
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {CsrBuilder.class, SameEdges.class, CsrGraph.class, EdgeCheck.class, EdgeChecksum.class,
            BuildSums.class, ArrangedPart.class, RowRule.class, EdgeScan.class, BuildFault.class, EdgeWeights.class,
            WeightSample.class, WeightRange.class, NoSum.class, WeightRule.class, WeightKind.class,
            ParallelEdges.class};
    }
}
