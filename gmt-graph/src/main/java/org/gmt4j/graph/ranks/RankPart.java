package org.gmt4j.graph.ranks;

import java.util.BitSet;
import org.gmt4j.GlobalDoubleArray;
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
 * <p>Where the shares of all vertices fit into a piece, a node gets them all, and goes once through its rows. Otherwise
 * the vertices are gone through in pieces, ascending: those of this node are one piece, in place; those of other nodes
 * are got into {@link #piece}. Between pieces a row has its sum in the array of the next shares, where nobody reads
 * yet, and its position in {@link #cursors}.
 */
final class RankPart implements AutoCloseable {
    private final CsrPart out;
    private final CsrPart in;
    private final GlobalDoubleArray even;
    private final GlobalDoubleArray odd;
    private final LocalView ranks;
    private final double damping;
    private final double start;
    /** Rows where the walk begins anew; null for all. */
    private final BitSet starts;
    /** The shares of all vertices are one piece. */
    private final boolean isWhole;
    /** Null where rows do not go on from piece to piece. */
    private final LocalView cursors;
    private final double[] piece;

    // --- of the step under way ---

    private boolean isOdd;
    private LocalView shares;
    private LocalView next;
    private double jump;
    /** First vertex of the piece, and the one behind it. */
    private long from;
    private long to;

    RankPart(final TaskContext ctx, final RankArrays arrays, final RankSettings settings) {
        out = arrays.rows().part();
        in = arrays.inRows().part();
        even = arrays.even();
        odd = arrays.odd();
        ranks = LocalView.of(arrays.ranks());
        damping = settings.damping();
        start = 1.0 / (settings.isUniform() ? arrays.rows().vertexCount() : settings.starts().length);
        starts = settings.isUniform() ? null : rowsOf(settings.starts());
        isWhole = even.size() <= arrays.pieceLength();
        final boolean isAlone = ctx.nodeCount() == 1;
        cursors = isWhole || isAlone ? null : LocalView.allocate(out.rowCount(), true);
        piece = new double[isWhole ? (int) even.size()
            : isAlone ? 0 : (int) Math.min(arrays.pieceLength(), even.distribution().longestPart())];
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
        part.next = LocalView.of(part.even);
        return sums(rows(ctx, part).reduceLongs((a, b) -> RankSums.add(a, b),
            (low, high, c) -> parts.get().begin(low, high)));
    }

    /**
     * Makes new ranks of the shares of all nodes, and new shares of them; returns the sums of this node.
     *
     * @param jump what a vertex gets where the walk begins anew
     */
    static long[] iterate(final TaskContext ctx, final NodeLocal<RankPart> parts, final double jump)
        throws SuspendExecution {
        final RankPart part = parts.get();
        final GlobalDoubleArray read = part.isOdd ? part.odd : part.even;
        part.shares = LocalView.of(read);
        part.next = LocalView.of(part.isOdd ? part.even : part.odd);
        part.isOdd = !part.isOdd;
        part.jump = jump;
        if (part.isWhole) {
            return iterateAtOnce(ctx, parts, read);
        }
        for (int node = 0; node < ctx.nodeCount(); node++) {
            pull(ctx, parts, read, node);
        }
        return sums(rows(ctx, part).reduceLongs((a, b) -> RankSums.add(a, b),
            (low, high, c) -> parts.get().finish(low, high)));
    }

    private static long[] iterateAtOnce(final TaskContext ctx, final NodeLocal<RankPart> parts,
                                        final GlobalDoubleArray read) throws SuspendExecution {
        final RankPart part = parts.get();
        for (int i = 0; i < ctx.nodeCount(); i++) {
            final int node = (ctx.nodeId() + i) % ctx.nodeCount();
            final int begin = (int) read.distribution().start(node);
            read.getNb(ctx, begin, part.piece, begin, (int) read.distribution().count(node));
        }
        ctx.await();
        return sums(rows(ctx, part).reduceLongs((a, b) -> RankSums.add(a, b),
            (low, high, c) -> parts.get().pullAll(low, high)));
    }

    private static LoopReduction rows(final TaskContext ctx, final RankPart part) {
        return ctx.loop(part.out.rowCount(), TaskContext.MEASURED).with(SpawnPolicy.LOCAL);
    }

    private static long[] sums(final long[] ofRows) {
        return ofRows == null ? RankSums.none() : ofRows;
    }

    /** Adds the shares of the vertices of a node to the sums of rows. */
    private static void pull(final TaskContext ctx, final NodeLocal<RankPart> parts, final GlobalDoubleArray shares,
                             final int node) throws SuspendExecution {
        final RankPart part = parts.get();
        final long rows = part.out.rowCount();
        final long begin = shares.distribution().start(node);
        final long end = begin + shares.distribution().count(node);
        if (node == ctx.nodeId()) {
            part.from = begin;
            part.to = end;
            ctx.parFor(rows, TaskContext.MEASURED, SpawnPolicy.LOCAL,
                (low, high, c) -> parts.get().pullHere(low, high));
            return;
        }
        for (long at = begin; at < end && rows > 0; at = part.to) {
            part.from = at;
            part.to = Math.min(end, at + part.piece.length);
            shares.get(ctx, at, part.piece, 0, (int) (part.to - at));
            ctx.parFor(rows, TaskContext.MEASURED, SpawnPolicy.LOCAL,
                (low, high, c) -> parts.get().pullPiece(low, high));
        }
    }

    // --- rows ---

    private long[] begin(final long low, final long high) {
        final long[] sums = RankSums.none();
        for (long row = low; row < high; row++) {
            final double rank = isStart(row) ? start : 0;
            ranks.setReal(row, rank);
            sums[0] += give(row, rank);
        }
        return sums;
    }

    private boolean isStart(final long row) {
        return starts == null || starts.get((int) row);
    }

    /** Notes what a vertex gives along each edge; returns what it cannot give, in the unit of the sums. */
    private long give(final long row, final double rank) {
        final long degree = out.degree(row);
        next.setReal(row, degree == 0 ? 0 : damping * rank / degree);
        return degree == 0 ? RankSums.idle(rank) : 0;
    }

    private long[] pullAll(final long low, final long high) {
        final long[] sums = RankSums.none();
        final boolean isWide = in.isWide();
        for (long row = low; row < high; row++) {
            final long begin = in.begin(row);
            final long end = in.begin(row + 1);
            move(row, isWide ? sumOfWide(begin, end) : sumOfNarrow(begin, end), sums);
        }
        return sums;
    }

    /** The loop that iterations live in. */
    private double sumOfNarrow(final long begin, final long end) {
        final LocalView sources = in.targets();
        final double[] given = piece;
        double sum = 0;
        for (long at = begin; at < end; at++) {
            sum += given[sources.narrow(at)];
        }
        return sum;
    }

    private double sumOfWide(final long begin, final long end) {
        final LocalView sources = in.targets();
        double sum = 0;
        for (long at = begin; at < end; at++) {
            sum += piece[(int) sources.word(at)];
        }
        return sum;
    }

    private void pullHere(final long low, final long high) {
        final LocalView sources = in.targets();
        final LocalView given = shares;
        final long first = from;
        final long end = to;
        for (long row = low; row < high; row++) {
            final long rowEnd = in.begin(row + 1);
            long at = begin(row);
            double sum = sum(row);
            for (long source; at < rowEnd && (source = sources.get(at)) < end; at++) {
                sum += given.real(source - first);
            }
            note(row, at, sum);
        }
    }

    private void pullPiece(final long low, final long high) {
        final LocalView sources = in.targets();
        final double[] given = piece;
        final long first = from;
        final long end = to;
        for (long row = low; row < high; row++) {
            final long rowEnd = in.begin(row + 1);
            long at = begin(row);
            double sum = sum(row);
            for (long source; at < rowEnd && (source = sources.get(at)) < end; at++) {
                sum += given[(int) (source - first)];
            }
            note(row, at, sum);
        }
    }

    /** Where a row goes on. */
    private long begin(final long row) {
        return from == 0 ? in.begin(row) : cursors.word(row);
    }

    private double sum(final long row) {
        return from == 0 ? 0 : next.real(row);
    }

    private void note(final long row, final long at, final double sum) {
        next.setReal(row, sum);
        if (cursors != null) {
            cursors.setWord(row, at);
        }
    }

    private long[] finish(final long low, final long high) {
        final long[] sums = RankSums.none();
        for (long row = low; row < high; row++) {
            move(row, next.real(row), sums);
        }
        return sums;
    }

    /** The rank of a row becomes that of its new sum. */
    private void move(final long row, final double sum, final long[] sums) {
        final double rank = isStart(row) ? sum + jump : sum;
        sums[1] += RankSums.change(rank - ranks.real(row));
        ranks.setReal(row, rank);
        sums[0] += give(row, rank);
    }

    @Override
    public void close() {
        if (cursors != null) {
            cursors.close();
        }
    }
}
