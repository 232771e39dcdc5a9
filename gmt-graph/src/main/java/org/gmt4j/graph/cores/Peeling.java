package org.gmt4j.graph.cores;

import org.gmt4j.Distribution;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.RoundBox;
import org.gmt4j.graph.mail.RoundMail;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link CoreNumbers}. Used by one task of the node. Where a row may have been taken away already,
 * it is counted without a branch: nobody could predict it.
 */
final class Peeling implements AutoCloseable {
    /** Words that a node sends in a round: so many at most wait at a node for each other one, twice. */
    static final long MOST_SENT = 1 << 18;
    /** Targets that are told between two looks at that. */
    private static final long MOST_TOLD = 1 << 10;
    private static final int ROWS_BETWEEN_YIELDS = 4096;
    private static final int LEVELS_BETWEEN_CHECKS = 4;
    /** More than any degree. */
    private static final long FAR = 1L << 40;

    private final CsrGraph graph;
    private final CsrPart part;
    private final Distribution vertices;
    private final long first;
    private final LocalView cores;
    /** Of each row that is left, its neighbours that are left; of others, at most its core number. */
    private final LocalView degrees;
    /** Rows that may be left, ascending. */
    private final LocalView left;
    private long leftCount;
    /** No row that is left, and is not of this level, has fewer neighbours: where none has so few, a level is empty. */
    private long lowest;
    /** Rows to be taken away at this level. */
    private final LocalView stack;
    private long stackSize;
    /**
     * Targets of the row that was taken away last: which are the first ones of this node and behind it, where they end,
     * and which is the next one of another node that has not been told.
     */
    private long own;
    private long ownEnd;
    private long end;
    private long untold;
    private final RoundMail mail;
    private final long mostCollected;
    private final long mostSent;

    Peeling(final CsrGraph graph, final GlobalIntArray cores, final RoundMail mail, final long mostCollected,
            final long mostSent) {
        this.graph = graph;
        this.mail = mail;
        this.mostCollected = mostCollected;
        this.mostSent = mostSent;
        part = graph.part();
        vertices = graph.listed().distribution();
        first = part.firstVertex();
        this.cores = LocalView.of(cores);
        final int rowCount = Math.toIntExact(part.rowCount());
        degrees = LocalView.allocate(rowCount, false);
        left = LocalView.allocate(rowCount, false);
        stack = LocalView.allocate(rowCount, false);
        leftCount = rowCount;
        for (int row = 0; row < rowCount; row++) {
            degrees.set(row, Math.toIntExact(part.degree(row)));
            left.set(row, row);
        }
        this.cores.fill(-1);
    }

    /** Takes all rows away, those of the fewest neighbours first. One task of each node. */
    void peel(final TaskContext ctx) throws SuspendExecution {
        final RoundBox box = mail.box();
        final PairMail pairs = new PairMail(box, ctx.nodeCount());
        beginLevel(-1);
        long level = ctx.collectives().allReduce(lowest, ReduceOperator.MIN);
        for (int levels = 0; level != Long.MAX_VALUE; levels++) {
            if (levels % LEVELS_BETWEEN_CHECKS == 0 && ctx.nodeCount() > 1 && isRestDense(ctx, level)) {
                countRound(ctx);
                new DenseRest(graph, box, left.first(leftCount), degrees, cores).finish(ctx);
                return;
            }
            beginLevel((int) level);
            long next = level;
            while (next == level) {
                takeAway(ctx, box, pairs, (int) level);
                next = box.endRound(ctx, pairs.flush(ctx) > 0 || untold < end || stackSize > 0
                    ? level : lowest, ReduceOperator.MIN);
                read(box, (int) level);
                countRound(ctx);
            }
            level = next;
        }
    }

    private static void countRound(final TaskContext ctx) {
        if (ctx.nodeId() == 0) {
            ctx.progressed(1);
        }
    }

    /**
     * Whether one node would take what is left away sooner than all nodes by rounds: there are as many levels to come
     * at least as half of the mean degree says, of some rounds each.
     */
    private boolean isRestDense(final TaskContext ctx, final long level) throws SuspendExecution {
        forgetTaken();
        long edges = 0;
        for (long at = 0; at < leftCount; at++) {
            edges += degrees.narrow(left.narrow(at));
        }
        final long allEdges = ctx.collectives().allReduce(edges, ReduceOperator.SUM);
        final long allLeft = ctx.collectives().allReduce(leftCount, ReduceOperator.SUM);
        return DenseRest.isWorth(allLeft, allEdges, level) && allEdges <= mostCollected;
    }

    private void forgetTaken() {
        long kept = 0;
        for (long at = 0; at < leftCount; at++) {
            final int row = left.narrow(at);
            if (cores.narrow(row) < 0) {
                left.set(kept++, row);
            }
        }
        leftCount = kept;
    }

    /** Forgets the rows that are not left any more, and takes those of a level. */
    private void beginLevel(final int level) {
        long kept = 0;
        lowest = Long.MAX_VALUE;
        for (long at = 0; at < leftCount; at++) {
            final int row = left.narrow(at);
            if (cores.narrow(row) < 0) {
                final int degree = degrees.narrow(row);
                if (degree == level) {
                    push(row, level);
                } else {
                    left.set(kept++, row);
                    lowest = Math.min(lowest, degree);
                }
            }
        }
        leftCount = kept;
    }

    private void push(final int row, final int level) {
        cores.set(row, level);
        stack.set(stackSize++, row);
    }

    private void takeAway(final TaskContext ctx, final RoundBox box, final PairMail pairs, final int level)
        throws SuspendExecution {
        int done = 0;
        while ((untold < end || stackSize > 0) && box.added() < mostSent) {
            if (untold < end) {
                tellSome(ctx, pairs);
            } else {
                takeRow(stack.narrow(--stackSize), level);
            }
            if (++done % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
    }

    private void takeRow(final int row, final int level) {
        final long begin = part.begin(row);
        end = part.begin(row + 1);
        own = begin == end || part.target(begin) >= first ? begin : part.lowerBound(row, first);
        ownEnd = own == end || part.isLocal(part.target(end - 1)) ? end
            : part.lowerBound(row, first + part.rowCount());
        loseNeighbours(own, ownEnd, level);
        untold = begin == own ? ownEnd : begin;
    }

    /** Some targets of the row at a time: it may be far longer than what may be sent in a round. */
    private void tellSome(final TaskContext ctx, final PairMail pairs) {
        final long behind = Math.min(untold < own ? own : end, untold + MOST_TOLD);
        tell(ctx, pairs, untold, behind);
        untold = behind == own ? ownEnd : behind;
    }

    /** Targets of other nodes, ascending: those of a node follow each other. */
    private void tell(final TaskContext ctx, final PairMail pairs, final long from, final long end) {
        final LocalView targets = part.targets();
        long at = from;
        while (at < end) {
            final int node = vertices.owner(targets.get(at));
            final long start = vertices.start(node);
            final long behind = start + vertices.count(node);
            long runEnd = end;
            if (targets.get(end - 1) >= behind) {
                runEnd = at + 1;
                while (targets.get(runEnd) < behind) {
                    runEnd++;
                }
            }
            pairs.add(ctx, node, targets, at, runEnd, start);
            at = runEnd;
        }
    }

    private void loseNeighbours(final long from, final long end, final int level) {
        final LocalView targets = part.targets();
        long low = lowest;
        for (long at = from; at < end; at++) {
            low = Math.min(low, loseNeighbour((int) (targets.get(at) - first), level));
        }
        lowest = low;
    }

    /** Returns how many neighbours the row has then; of one that has been taken away, more than any has. */
    private long loseNeighbour(final int row, final int level) {
        final int degree = degrees.narrow(row);
        final int next = degree - (level - degree >>> 31);
        degrees.set(row, next);
        if (degree == level + 1) {
            push(row, level);
        }
        return next + ((long) next - level - 1 >> 63 & FAR);
    }

    private void read(final RoundBox box, final int level) {
        long low = lowest;
        for (int i = 0; i < box.partCount(); i++) {
            final LocalView words = box.part(i);
            for (long at = 0; at < words.count(); at++) {
                final long word = words.word(at);
                low = Math.min(low, loseNeighbour((int) word, level));
                final int other = (int) (word >>> 32);
                if (other != PairMail.NO_ROW) {
                    low = Math.min(low, loseNeighbour(other, level));
                }
            }
        }
        lowest = low;
    }

    @Override
    public void close() {
        degrees.close();
        left.close();
        stack.close();
    }
}
