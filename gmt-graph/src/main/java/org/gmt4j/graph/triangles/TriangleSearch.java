package org.gmt4j.graph.triangles;

import org.gmt4j.Distribution;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.LoopReduction;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link TriangleCount}: for each edge of an own row, the targets of its end that are targets of the
 * row as well. Rows come in pieces, those of this node, too; each piece is used for all own rows. Rows that no target
 * of this node lies between are not fetched. One task begins the pieces, and spreads the rows over the threads of the
 * node.
 */
final class TriangleSearch {
    /** Rows and targets of a piece: 8 MB and 4 MB. In a cache they are found several times as fast as in memory. */
    static final int PIECE_ROWS = 1 << 20;
    static final int PIECE_TARGETS = 1 << 20;

    /** Targets of a row that is compared by itself. */
    private static final int FEW = 4;

    private final Distribution vertices;
    private final long firstVertex;
    private final long rowCount;
    private final long vertexCount;
    private final long firstPosition;
    private final LocalView offsets;
    private final LocalView targets;
    private final boolean areWhole;
    /** Targets at the end of a row that need not be looked at: where rows are whole, none of this row is behind it. */
    private final int skipped;
    private final RowPiece piece;
    /** By lane; made by the lane when it first needs them. */
    private final RowMarks[] marks;
    /** Null where only the total is asked for. */
    private final GlobalLongArray counts;

    TriangleSearch(final TaskContext ctx, final CsrGraph graph, final OrientedRows rows, final GlobalLongArray counts,
                   final int pieceRows, final int pieceTargets) {
        vertices = graph.listed().distribution();
        final CsrPart part = graph.part();
        firstVertex = part.firstVertex();
        rowCount = part.rowCount();
        vertexCount = graph.vertexCount();
        firstPosition = rows.targets().localStart();
        offsets = LocalView.of(rows.offsets());
        targets = LocalView.of(rows.targets());
        areWhole = rows.areWhole();
        skipped = areWhole ? 1 : 0;
        piece = new RowPiece(rows, firstVertex, pieceRows, pieceTargets);
        marks = new RowMarks[ctx.laneCount()];
        this.counts = counts;
    }

    /** Counts the triangles whose first vertex is one of this node. */
    static long count(final TaskContext ctx, final NodeLocal<TriangleSearch> searches) throws SuspendExecution {
        final TriangleSearch here = searches.get();
        final long[] span = rows(ctx, here).reduceLongs((a, b) -> union(a, b),
            (low, high, c) -> searches.get().span(low, high));
        long count = 0;
        for (int i = 0; i < ctx.nodeCount() && span != null; i++) {
            final int node = (ctx.nodeId() + i) % ctx.nodeCount();          // not all at one node
            final long start = here.vertices.start(node);
            final long end = Math.min(start + here.vertices.count(node), span[1]);
            long done = 0;
            for (long at = Math.max(start, span[0]); at < end; at = here.piece.endVertex()) {
                here.piece.load(ctx, node, at, end);
                count += rows(ctx, here).sum((low, high, c) -> searches.get().count(low, high, c));
                done += progressed(ctx, here.piece.endVertex() - at);
            }
            progressed(ctx, here.vertices.count(node) - done);
        }
        return count;
    }

    /** One node tells how far all are. */
    private static long progressed(final TaskContext ctx, final long count) {
        if (ctx.nodeId() == 0) {
            ctx.progressed(count);
        }
        return count;
    }

    private static LoopReduction rows(final TaskContext ctx, final TriangleSearch search) {
        return ctx.loop(search.rowCount, TaskContext.MEASURED).with(SpawnPolicy.LOCAL);
    }

    private static long[] union(final long[] a, final long[] b) {
        a[0] = Math.min(a[0], b[0]);
        a[1] = Math.max(a[1], b[1]);
        return a;
    }

    /** The vertices between which the targets of some rows lie that count, the end excluded. */
    private long[] span(final long low, final long high) {
        long first = vertexCount;
        long end = 0;
        for (long row = low; row < high; row++) {
            final long last = begin(row + 1) - skipped - 1;
            if (begin(row) <= last) {
                first = Math.min(first, areWhole ? firstVertex + row + 1 : targets.get(begin(row)));
                end = Math.max(end, targets.get(last) + 1);
            }
        }
        return new long[] {first, end};
    }

    private long begin(final long row) {
        return offsets.word(row) - firstPosition;
    }

    /** The first position of a row whose target is not below a vertex. */
    private long lowerBound(final long begin, final long end, final long vertex) {
        long low = begin;
        long high = end;
        while (low < high) {
            final long middle = (low + high) >>> 1;
            if (targets.get(middle) < vertex) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private long count(final long low, final long high, final TaskContext ctx) {
        final int lane = ctx.laneId();
        if (marks[lane] == null) {
            marks[lane] = new RowMarks(vertexCount, counts != null);
        }
        final long firstOther = piece.firstVertex();
        final long endOther = piece.endVertex();
        long count = 0;
        for (long row = low; row < high; row++) {
            final long end = begin(row + 1);
            final long begin = areWhole ? behind(row, end) : begin(row);
            if (end - begin >= 2) {
                final long from = targets.get(begin) >= firstOther ? begin : lowerBound(begin, end, firstOther);
                final long last = end - skipped;
                final long to = targets.get(last - 1) < endOther ? last : lowerBound(from, last, endOther);
                if (from < to) {
                    count += count(ctx, marks[lane], row, begin, end, from, to);
                }
            }
        }
        return count;
    }

    /** The first position of a row whose target comes behind the row's vertex. */
    private long behind(final long row, final long end) {
        final long begin = begin(row);
        final long vertex = firstVertex + row;
        if (end - begin > 2 * FEW) {
            return lowerBound(begin, end, vertex + 1);
        }
        long at = end;
        while (at > begin && targets.get(at - 1) > vertex) {
            at--;
        }
        return at;
    }

    private long count(final TaskContext ctx, final RowMarks set, final long row, final long begin, final long end,
                       final long from, final long to) {
        if (end - begin <= FEW && piece.isNarrow()) {
            final long found = countFew(begin, end, from, to);
            if (found == 0 || counts == null) {
                return found;
            }
        }
        return counts == null ? countRow(set, begin, end, from, to) : addRow(ctx, set, row, begin, end, from, to);
    }

    /** A row of few targets, all in registers: no marks are set and cleared for it. */
    private long countFew(final long begin, final long end, final long from, final long to) {
        final int a = targets.narrow(begin);
        final int b = targets.narrow(begin + 1);
        final int c = end - begin > 2 ? targets.narrow(begin + 2) : -1;
        final int d = end - begin > 3 ? targets.narrow(begin + 3) : -1;
        long count = 0;
        for (long at = from; at < to; at++) {
            count += piece.common(targets.narrow(at), a, b, c, d);
        }
        return count;
    }

    private long countRow(final RowMarks set, final long begin, final long end, final long from, final long to) {
        set.mark(targets, begin, end);
        long count = 0;
        for (long at = from; at < to; at++) {
            count += piece.count(set, targets.get(at));
        }
        set.unmark(targets, begin, end);
        return count;
    }

    private long addRow(final TaskContext ctx, final RowMarks set, final long row, final long begin, final long end,
                        final long from, final long to) {
        set.mark(targets, begin, end);
        long count = 0;
        for (long at = from; at < to; at++) {
            final int found = piece.hit(set, targets.get(at));
            set.addHits((int) (at - begin), found);
            count += found;
        }
        set.unmark(targets, begin, end);
        if (count > 0) {
            counts.addNb(ctx, firstVertex + row, count);
            for (long at = begin; at < end; at++) {
                final int hits = set.hits((int) (at - begin));
                if (hits > 0) {
                    counts.addNb(ctx, targets.get(at), hits);
                }
            }
        }
        return count;
    }
}
