package org.gmt4j.graph.triangles;

import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * Makes {@link OrientedRows} of symmetric rows: one node's side. Its methods are steps of one task, which spreads the
 * rows over the threads of the node; fields are written between loops. The degrees of other nodes' vertices come in
 * pieces, ascending. Memory: 16 bytes a row while it works, and the oriented rows, as long as those of the graph.
 */
final class Orientation implements AutoCloseable {
    /** Vertices whose degrees a node has at a time: 16 MB. */
    private static final int PIECE = 1 << 22;

    private final CsrPart part;
    private final GlobalIntArray degrees;
    private final LocalView degreesHere;
    private final LocalView kept;
    private final LocalView offsetsHere;
    private final long firstPosition;
    /** By row, positions: of the next target to be looked at, and behind the last one that was kept. */
    private final LocalView cursors;
    private final LocalView ends;
    private final int[] piece;
    private long from;
    private long to;

    private Orientation(final CsrGraph graph, final GlobalIntArray degrees, final OrientedRows rows,
                        final int pieceLength) {
        part = graph.part();
        this.degrees = degrees;
        degreesHere = LocalView.of(degrees);
        kept = LocalView.of(rows.targets());
        firstPosition = rows.targets().localStart();
        offsetsHere = LocalView.of(rows.offsets());
        cursors = LocalView.allocate(part.rowCount(), true);
        ends = LocalView.allocate(part.rowCount(), true);
        piece = new int[(int) Math.min(pieceLength, degrees.size())];
        for (long row = 0; row < part.rowCount(); row++) {
            degreesHere.set(row, Math.toIntExact(part.degree(row)));
            cursors.setWord(row, part.begin(row));
            ends.setWord(row, part.begin(row));
        }
    }

    /** Bytes of the degrees that a node has at a time. */
    static long pieceBytes(final long vertices) {
        return 4 * Math.min(vertices, PIECE);
    }

    /** Orients a graph whose rows are symmetric. Called by one task. */
    static OrientedRows orient(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        return orient(ctx, graph, PIECE);
    }

    static OrientedRows orient(final TaskContext ctx, final CsrGraph graph, final int pieceLength)
        throws SuspendExecution {
        final ArraySpec edges = ArraySpec.of(graph.targets().size()).unzeroed();
        final GlobalLongArray offsets = GlobalLongArray.allocate(ctx, ArraySpec.of(graph.offsets().size()).unzeroed());
        IntegerArray targets = null;
        GlobalIntArray degrees = null;
        try {
            targets = graph.isWide() ? GlobalLongArray.allocate(ctx, edges) : GlobalIntArray.allocate(ctx, edges);
            degrees = GlobalIntArray.allocate(ctx, ArraySpec.of(graph.vertexCount()).unzeroed());
            final OrientedRows rows = new OrientedRows(graph.rowsPerNode(), offsets, targets, false);
            orient(ctx, graph, degrees, rows, pieceLength);
            return rows;
        } catch (final RuntimeException | Error failure) {
            offsets.free(ctx);
            if (targets != null) {
                targets.free(ctx);
            }
            throw failure;
        } finally {
            if (degrees != null) {
                degrees.free(ctx);
            }
        }
    }

    private static void orient(final TaskContext ctx, final CsrGraph graph, final GlobalIntArray degrees,
                               final OrientedRows rows, final int pieceLength) throws SuspendExecution {
        final NodeLocal<Orientation> parts = NodeLocal.create(ctx,
            node -> new Orientation(graph, degrees, rows, pieceLength));
        try {
            ctx.executeOnAll(node -> choose(node, parts));
        } finally {
            parts.free(ctx);
        }
    }

    private static void choose(final TaskContext ctx, final NodeLocal<Orientation> parts) throws SuspendExecution {
        final Orientation here = parts.get();
        final long end = here.degrees.size();
        for (long at = 0; at < end && here.part.rowCount() > 0; at = here.to) {
            here.from = at;
            here.to = Math.min(end, at + here.piece.length);
            here.degrees.get(ctx, at, here.piece, 0, (int) (here.to - at));
            ctx.parFor(here.part.rowCount(), TaskContext.MEASURED, SpawnPolicy.LOCAL,
                (low, high, c) -> parts.get().choose(low, high));
        }
        here.compact(ctx);
    }

    /** Keeps the targets in the piece that come behind their row's vertex. */
    private void choose(final long low, final long high) {
        final LocalView targets = part.targets();
        final long first = from;
        final long last = to;
        for (long row = low; row < high; row++) {
            final long vertex = part.firstVertex() + row;
            final long degree = degreesHere.narrow(row);
            final long rowEnd = part.begin(row + 1);
            long at = cursors.word(row);
            long end = ends.word(row);
            for (long target; at < rowEnd && (target = targets.get(at)) < last; at++) {
                final long other = piece[(int) (target - first)];
                if (other > degree || other == degree && target > vertex) {
                    kept.set(end++, target);
                }
            }
            cursors.setWord(row, at);
            ends.setWord(row, end);
        }
    }

    /** Moves rows together, which leaves half of the array unused. */
    private void compact(final TaskContext ctx) throws SuspendExecution {
        long to = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            offsetsHere.setWord(row, firstPosition + to);
            final long end = ends.word(row);
            for (long at = part.begin(row); at < end; at++) {
                kept.set(to++, kept.get(at));
            }
            if (row % (1 << 16) == 0) {
                ctx.yield();
            }
        }
        if (offsetsHere.count() > 0) {
            offsetsHere.setWord(part.rowCount(), firstPosition + to);
        }
    }

    @Override
    public void close() {
        cursors.close();
        ends.close();
    }
}
