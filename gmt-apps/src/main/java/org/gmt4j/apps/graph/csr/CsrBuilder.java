package org.gmt4j.apps.graph.csr;

import co.paralleluniverse.fibers.SuspendExecution;
import java.util.List;
import org.gmt4j.apps.graph.EdgeScan;
import org.gmt4j.apps.graph.EdgeSource;
import org.gmt4j.runtime.array.ArraySpec;
import org.gmt4j.runtime.array.GlobalIntArray;
import org.gmt4j.runtime.array.GlobalLongArray;
import org.gmt4j.runtime.array.IntegerArray;
import org.gmt4j.runtime.array.NodeLocal;
import org.gmt4j.runtime.task.BulkVisitor;
import org.gmt4j.runtime.task.TaskContext;

/**
 * Builds a {@link CsrGraph} in parallel: every node reads its own part of the source and sends each edge to the owners of its
 * ends, so that no node ever holds the whole edge list. Called by one task.
 *
 * <p>Source ids that do not fit, unreadable files and lack of memory end the build with the failure of the first node that
 * noticed; nothing stays allocated.
 */
public final class CsrBuilder {
    private final TaskContext ctx;
    private final boolean isSymmetric;
    private final BuildTimes times;
    private NodeLocal<EdgeSource> source;
    private GlobalLongArray offsets;
    private GlobalIntArray listed;
    private NodeLocal<CsrAssembly> assembly;
    private BulkVisitor visitor;
    private IntegerArray targets;

    private CsrBuilder(final TaskContext ctx, final boolean isSymmetric, final BuildTimes times) {
        this.ctx = ctx;
        this.isSymmetric = isSymmetric;
        this.times = times;
    }

    /** Both directions of every edge; self-loops dropped, multiple edges stored once. */
    public static CsrGraph symmetrised(final TaskContext ctx, final EdgeSourceOpener opener) throws SuspendExecution {
        return symmetrised(ctx, opener, new BuildTimes());
    }

    /** The same. {@code times}: which phase took how long, filled when the graph is there. */
    public static CsrGraph symmetrised(final TaskContext ctx, final EdgeSourceOpener opener, final BuildTimes times) throws SuspendExecution {
        return new CsrBuilder(ctx, true, times).build(opener);
    }

    /** The edges as they are listed, from source to target; self-loops and multiple edges kept. */
    public static CsrGraph asListed(final TaskContext ctx, final EdgeSourceOpener opener) throws SuspendExecution {
        return new CsrBuilder(ctx, false, new BuildTimes()).build(opener);
    }

    private CsrGraph build(final EdgeSourceOpener opener) throws SuspendExecution {
        times.begun();
        CsrGraph graph = null;
        RuntimeException failure = null;
        try {
            source = NodeLocal.create(ctx, node -> opener.open());
            graph = build();
        } catch (final RuntimeException e) {
            failure = e;
        }
        freeAids();
        if (failure != null) {
            freeArrays();
            throw failure;
        }
        return graph;
    }

    private CsrGraph build() throws SuspendExecution {
        final EdgeSource here = source.get();
        final long vertexCount = here.vertexCount().isPresent() ? here.vertexCount().getAsLong() : scan();
        final long rowsPerNode = vertexCount == 0 ? 1 : (vertexCount - 1) / ctx.nodeCount() + 1;
        offsets = GlobalLongArray.allocate(ctx, (rowsPerNode + 1) * ctx.nodeCount());
        listed = GlobalIntArray.allocate(ctx, vertexCount);
        openAssembly(rowsPerNode);
        times.opened();
        final long edgeCount = stream();
        times.exchanged();
        here.checkTotal(edgeCount);
        final long storedEdges = arrange();
        return new CsrGraph(here.name(), vertexCount, rowsPerNode, edgeCount, storedEdges, isSymmetric, offsets, targets, listed);
    }

    private long scan() throws SuspendExecution {
        final NodeLocal<EdgeSource> edges = source;
        final List<Long> largest = ctx.callOnAll(node -> edges.get().scan(node.nodeId(), node.nodeCount()).maxVertex());
        EdgeScan all = new EdgeScan(0, -1);
        for (final Long vertex : largest) {
            all = all.merge(new EdgeScan(0, vertex));
        }
        return all.vertexCount();
    }

    private void openAssembly(final long rowsPerNode) throws SuspendExecution {
        final boolean both = isSymmetric;
        final GlobalLongArray bounds = offsets;
        final GlobalIntArray counts = listed;
        assembly = NodeLocal.create(ctx, node -> new CsrAssembly(node, both, rowsPerNode, bounds, counts));
        final NodeLocal<CsrAssembly> receiver = assembly;
        visitor = BulkVisitor.open(ctx, (address, length, c) -> receiver.get().receive(address, length, c));
    }

    private long stream() throws SuspendExecution {
        final NodeLocal<CsrAssembly> parts = assembly;
        final NodeLocal<EdgeSource> edges = source;
        final BulkVisitor edgeVisitor = visitor;
        final List<Long> counts = ctx.callOnAll(node -> parts.get().stream(node, edges.get(), edgeVisitor));
        return sum(counts);
    }

    private long arrange() throws SuspendExecution {
        final NodeLocal<CsrAssembly> parts = assembly;
        final List<Long> kept = ctx.callOnAll(node -> parts.get().arrange(node));
        times.arranged();
        long longest = 0;
        for (final Long count : kept) {
            longest = Math.max(longest, count);
        }
        final ArraySpec spec = ArraySpec.of(longest * ctx.nodeCount()).unzeroed();
        targets = EdgeKeys.needsWideTargets(listed.size()) ? GlobalLongArray.allocate(ctx, spec) : GlobalIntArray.allocate(ctx, spec);
        final IntegerArray all = targets;
        ctx.executeOnAll(node -> parts.get().publish(node, all));
        times.published();
        return sum(kept);
    }

    private static long sum(final List<Long> counts) {
        long sum = 0;
        for (final Long count : counts) {
            sum += count;
        }
        return sum;
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
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {CsrBuilder.class, CsrGraph.class};
    }
}
