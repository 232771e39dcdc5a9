package org.gmt4j.graph.ranks;

import java.util.BitSet;
import org.gmt4j.LoopReduction;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link RankIterations}. Its methods are steps of one task, which spreads the rows over the threads
 * of the node: each row belongs to one chunk of a loop. Fields are written between loops.
 *
 * <p>The vertices are gone through in pieces of one length, ascending, whoever has them. Between pieces a row has its
 * sum in {@link #sums} and its position in {@link #cursors}; where the shares of all vertices are one piece, neither is
 * needed.
 */
final class RankPart implements AutoCloseable {
    /** Rows between two changes from random reads to sums in a row; their sums stay in the nearest cache. */
    private static final int ROWS_AT_A_TIME = 256;

    private final CsrPart out;
    private final CsrPart in;
    private final ShareStore store;
    private final Shares shares;
    private final LocalView ranks;
    private final double damping;
    private final double undamped;
    private final double start;
    /** Rows where the walk begins anew; null for all. */
    private final BitSet starts;
    private final long vertices;
    private final int pieceLength;
    private final LocalView cursors;
    private final LocalView sums;

    // --- of the step under way ---

    private double jump;
    private LocalView noted;
    private LocalView given;
    /** First vertex of the piece, and the one behind it. */
    private long from;
    private long to;

    RankPart(final TaskContext ctx, final RankArrays arrays, final RankSettings settings) {
        out = arrays.rows().part();
        in = arrays.inRows().part();
        store = arrays.shares().open(ctx, arrays.ranks().distribution(), in.storedEdges());
        shares = Shares.of(arrays.shares().isSingle());
        ranks = LocalView.of(arrays.ranks());
        damping = settings.damping();
        undamped = damping == 0 ? 0 : 1 / damping;      // shares are 0 then, and lose nothing
        start = 1.0 / (settings.isUniform() ? arrays.rows().vertexCount() : settings.starts().length);
        starts = settings.isUniform() ? null : rowsOf(settings.starts());
        vertices = arrays.rows().vertexCount();
        pieceLength = arrays.shares().pieceLength();
        final long kept = vertices > pieceLength ? out.rowCount() : 0;
        cursors = LocalView.allocate(kept, true);
        sums = LocalView.allocate(kept, true);
    }

    private BitSet rowsOf(final long[] vertices) {
        final BitSet rows = new BitSet();
        for (final long vertex : vertices) {
            if (out.isLocal(vertex)) {
                rows.set(Math.toIntExact(vertex - out.firstVertex()));
            }
        }
        return rows;
    }

    // --- steps ---

    /** Gives all starts the same rank; returns the sums of this node. */
    static long[] begin(final TaskContext ctx, final NodeLocal<RankPart> parts) throws SuspendExecution {
        final RankPart part = parts.get();
        part.noted = part.store.noted();
        final long[] sums = rows(ctx, parts).reduceLongs((a, b) -> RankSums.add(a, b),
            (low, high, c) -> parts.get().begin(low, high));
        part.store.send(ctx);
        return sums(sums);
    }

    /**
     * Makes new ranks of the shares of all nodes, and new shares of them; returns the sums of this node.
     *
     * @param jump what a vertex gets where the walk begins anew
     */
    static long[] iterate(final TaskContext ctx, final NodeLocal<RankPart> parts, final double jump)
        throws SuspendExecution {
        final RankPart part = parts.get();
        part.store.turn();
        part.noted = part.store.noted();
        part.jump = jump;
        long[] sums = null;
        for (long at = 0; at < part.vertices; at = part.to) {
            part.from = at;
            part.to = Math.min(part.vertices, at + part.pieceLength);
            part.given = part.store.find(ctx, part.from, part.to);
            sums = rows(ctx, parts).reduceLongs((a, b) -> RankSums.add(a, b),
                (low, high, c) -> parts.get().pull(low, high));
        }
        part.store.send(ctx);
        return sums(sums);
    }

    private static LoopReduction rows(final TaskContext ctx, final NodeLocal<RankPart> parts) {
        return ctx.loop(parts.get().out.rowCount(), TaskContext.MEASURED).with(SpawnPolicy.LOCAL);
    }

    private static long[] sums(final long[] ofRows) {
        return ofRows == null ? RankSums.none() : ofRows;
    }

    // --- rows ---

    private long[] begin(final long low, final long high) {
        final long[] ofRows = RankSums.none();
        for (long row = low; row < high; row++) {
            final double rank = isStart(row) ? start : 0;
            ranks.setReal(row, rank);
            ofRows[0] += give(row, rank);
        }
        return ofRows;
    }

    private boolean isStart(final long row) {
        return starts == null || starts.get((int) row);
    }

    /**
     * Notes what a vertex gives along each edge; returns what it cannot give, in the unit of the sums: its rank where
     * it has no edges, else what rounding takes away, so that all ranks stay 1 together. Without branches: whether a
     * vertex has edges is hard to foretell (in plain Java 6.4 to 2.7 ns a row).
     */
    private long give(final long row, final double rank) {
        final long degree = out.degree(row);
        final long ifEdges = -degree >> 63;
        final double share = masked(damping * rank / degree, ifEdges);
        final double lost = share - shares.note(noted, row, share);
        return RankSums.idle(masked(rank, ~ifEdges) + lost * degree * undamped);
    }

    /** The value where all bits of the mask are set, 0 where none is. */
    private static double masked(final double value, final long mask) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(value) & mask);
    }

    /** Adds the shares of the piece to the sums of rows; at the last piece sums become ranks. */
    private long[] pull(final long low, final long high) {
        final boolean isFirst = from == 0;
        final boolean isLast = to == vertices;
        if (isFirst && isLast) {
            return pullAll(low, high);
        }
        final long[] ofRows = RankSums.none();
        final double[] found = new double[(int) Math.min(ROWS_AT_A_TIME, high - low)];
        for (long row = low; row < high; row += ROWS_AT_A_TIME) {
            final int count = (int) Math.min(ROWS_AT_A_TIME, high - row);
            for (int i = 0; i < count; i++) {
                found[i] = addPiece(row + i, isFirst, isLast);
            }
            if (isLast) {
                move(row, found, count, ofRows);
            }
        }
        return ofRows;
    }

    /** Adds the shares of the piece to the sum of a row; returns it. */
    private double addPiece(final long row, final boolean isFirst, final boolean isLast) {
        final LocalView sources = in.targets();
        final long begin = isFirst ? in.begin(row) : cursors.word(row);
        final long end = isLast ? in.begin(row + 1) : end(sources, begin, in.begin(row + 1));
        final double sum = shares.add(isFirst ? 0 : sums.real(row), given, sources, begin, end, from);
        if (!isLast) {
            sums.setReal(row, sum);
            cursors.setWord(row, end);
        }
        return sum;
    }

    /** The same where the piece has all vertices: random reads of some rows, then what is done with their sums. */
    private long[] pullAll(final long low, final long high) {
        final long[] ofRows = RankSums.none();
        final double[] found = new double[(int) Math.min(ROWS_AT_A_TIME, high - low)];
        for (long row = low; row < high; row += ROWS_AT_A_TIME) {
            final int count = (int) Math.min(ROWS_AT_A_TIME, high - row);
            shares.addRows(found, count, given, in, row);
            move(row, found, count, ofRows);
        }
        return ofRows;
    }

    /** Where the sources of a row end that are in the piece. */
    private long end(final LocalView sources, final long begin, final long rowEnd) {
        long at = begin;
        while (at < rowEnd && sources.get(at) < to) {
            at++;
        }
        return at;
    }

    /** The ranks of some rows become those of their new sums. */
    private void move(final long first, final double[] found, final int count, final long[] ofRows) {
        long idle = 0;
        long change = 0;
        for (int i = 0; i < count; i++) {
            final long row = first + i;
            final double rank = isStart(row) ? found[i] + jump : found[i];
            change += RankSums.change(rank - ranks.real(row));
            ranks.setReal(row, rank);
            idle += give(row, rank);
        }
        ofRows[0] += idle;
        ofRows[1] += change;
    }

    @Override
    public void close() {
        store.close();
        cursors.close();
        sums.close();
    }
}
