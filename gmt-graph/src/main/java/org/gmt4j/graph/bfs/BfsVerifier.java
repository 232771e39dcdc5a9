package org.gmt4j.graph.bfs;

import java.util.List;
import java.util.Optional;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.Visitor;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.BfsViolation;

/**
 * Judges parents by the five Graph500 rules, on all nodes, knowing nothing of how they were found. The verdict, with
 * its example, is the same for every number of nodes.
 *
 * <pre>
 * parents    the root is its own parent, nobody else is; parents are vertices
 * levels     each vertex knows an ancestor and its distance; asking that one for its own doubles the distance: after
 *            log2(depth) rounds all know the root, or are in a cycle, or hang on a vertex that was not reached
 * edges      node after node, the levels of its vertices are fetched and compared across all edges that lead there
 * tree       each vertex's parent is in its row; of a directed graph each vertex is in its parent's row, at the
 *            parent's owner
 * </pre>
 *
 * <p>Of a directed graph an edge asks one thing only: where its source was reached, its target is, at most one level
 * deeper.
 *
 * <p>Time per node O(rows * log(depth) + stored edges), memory 12 bytes per vertex and 4 more per row while edges are
 * checked.
 *
 * @see "Graph500 benchmark specification, version 2.0, section on validation"
 */
public final class BfsVerifier {
    private final long vertexCount;
    private final GlobalIntArray levels;
    private final GlobalLongArray ancestors;
    private final NodeLocal<BfsJudge> judges;
    /** Of directed graphs; else null. */
    private final Visitor treeEdges;

    private BfsVerifier(final long vertexCount, final GlobalIntArray levels, final GlobalLongArray ancestors,
                        final NodeLocal<BfsJudge> judges, final Visitor treeEdges) {
        this.vertexCount = vertexCount;
        this.levels = levels;
        this.ancestors = ancestors;
        this.judges = judges;
        this.treeEdges = treeEdges;
    }

    /**
     * Sets up for many verdicts on searches of one graph. Called by one task.
     *
     * @param graph a directed one has its edges as listed, not reversed
     */
    public static BfsVerifier open(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        final ArraySpec perVertex = ArraySpec.of(graph.vertexCount()).unzeroed();
        final GlobalIntArray levels = GlobalIntArray.allocate(ctx, perVertex);
        final GlobalLongArray ancestors = GlobalLongArray.allocate(ctx, perVertex);
        NodeLocal<BfsJudge> judges = null;
        try {
            judges = NodeLocal.create(ctx, node -> new BfsJudge(graph, levels, ancestors));
            return new BfsVerifier(graph.vertexCount(), levels, ancestors, judges,
                graph.symmetric() ? null : openTreeEdges(ctx, levels, judges));
        } catch (final RuntimeException | Error failure) {
            if (judges != null) {
                judges.free(ctx);
            }
            levels.free(ctx);
            ancestors.free(ctx);
            throw failure;
        }
    }

    private static Visitor openTreeEdges(final TaskContext ctx, final GlobalIntArray levels,
                                         final NodeLocal<BfsJudge> judges) throws SuspendExecution {
        return Visitor.open(ctx, levels, (parent, vertex, c) -> judges.get().checkTreeEdge(parent, vertex));
    }

    /** Judges parents; levels are derived from them, so rule 2 holds by construction. */
    public Optional<BfsViolation> verify(final TaskContext ctx, final long root, final IntegerArray parents)
        throws SuspendExecution {
        final Optional<BfsViolation> violation = deriveLevels(ctx, root, parents);
        return violation.isPresent() ? violation : checkEdges(ctx, parents);
    }

    /** Judges parents and the levels that the search claims for them, distributed like the vertices. */
    public Optional<BfsViolation> verify(final TaskContext ctx, final long root, final IntegerArray parents,
                                         final GlobalIntArray claimedLevels) throws SuspendExecution {
        Optional<BfsViolation> violation = deriveLevels(ctx, root, parents);
        if (violation.isEmpty()) {
            final NodeLocal<BfsJudge> all = judges;
            violation = smallest(ctx.callOnAll(node -> all.get().checkClaims(new Parents(parents), claimedLevels)));
        }
        return violation.isPresent() ? violation : checkEdges(ctx, parents);
    }

    /** Only derives {@link #levels()} from parents; empty where they are a tree. The other rules are not looked at. */
    public Optional<BfsViolation> deriveLevels(final TaskContext ctx, final long root, final IntegerArray parents)
        throws SuspendExecution {
        final NodeLocal<BfsJudge> all = judges;
        final Optional<BfsViolation> violation =
            smallest(ctx.callOnAll(node -> all.get().checkParents(root, new Parents(parents))));
        if (violation.isPresent()) {
            return violation;
        }
        final int rounds = 2 + 64 - Long.numberOfLeadingZeros(vertexCount);
        long left = 1;
        for (int round = 0; round < rounds && left > 0; round++) {
            left = sum(ctx.callOnAll(node -> all.get().climb(node)));
        }
        return smallest(ctx.callOnAll(node -> all.get().setLevels(new Parents(parents))));
    }

    private Optional<BfsViolation> checkEdges(final TaskContext ctx, final IntegerArray parents)
        throws SuspendExecution {
        final NodeLocal<BfsJudge> all = judges;
        final Optional<BfsViolation> violation =
            smallest(ctx.callOnAll(node -> all.get().checkEdges(node, new Parents(parents))));
        return violation.isPresent() || treeEdges == null ? violation : checkTreeEdges(ctx, parents);
    }

    private Optional<BfsViolation> checkTreeEdges(final TaskContext ctx, final IntegerArray parents)
        throws SuspendExecution {
        final NodeLocal<BfsJudge> all = judges;
        final Visitor door = treeEdges;
        ctx.executeOnAll(node -> all.get().askForTreeEdges(node, new Parents(parents), door));
        return smallest(ctx.callOnAll(node -> all.get().takeMissing()));
    }

    /** The listener to the number of rows that node 0 has looked at; a verdict looks at each row once for each node. */
    public void watch(final BfsWatch watcher) {
        judges.get().watch(watcher);
    }

    private static Optional<BfsViolation> smallest(final List<BfsViolation> violations) {
        BfsViolation smallest = null;
        for (final BfsViolation violation : violations) {
            if (violation != null && (smallest == null || violation.compareTo(smallest) < 0)) {
                smallest = violation;
            }
        }
        return Optional.ofNullable(smallest);
    }

    private static long sum(final List<Long> counts) {
        long sum = 0;
        for (final Long count : counts) {
            sum += count;
        }
        return sum;
    }

    /** Per vertex its distance from the root, or {@code BfsRule.UNREACHED}, as derived by the last verdict. */
    public GlobalIntArray levels() {
        return levels;
    }

    public void free(final TaskContext ctx) throws SuspendExecution {
        if (treeEdges != null) {
            treeEdges.close(ctx);
        }
        judges.free(ctx);
        levels.free(ctx);
        ancestors.free(ctx);
    }
}
