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
 * One node's side of {@link CoreNumbers}. Used by one task of the node.
 *
 * <p>Most rows are short, and lie anywhere in memory: of the rows to be taken away next, begin, end and first target
 * are read ahead together, so their cache misses overlap.
 */
final class Peeling implements AutoCloseable {
    /** Words that a node sends in a round: so many at most wait at a node for each other one, twice. */
    static final long MOST_SENT = 1 << 18;
    /** Targets that are told between two looks at that. */
    private static final long MOST_TOLD = 1 << 10;
    private static final int ROWS_BETWEEN_YIELDS = 4096;
    private static final int ROWS_AHEAD = 32;

    private final CsrGraph graph;
    private final CsrPart part;
    private final Distribution vertices;
    private final LocalView cores;
    private final LevelRows rows;
    /** Rows that have been read ahead: where their targets begin and end, the first one, and which row is the next. */
    private final long[] begins = new long[ROWS_AHEAD];
    private final long[] ends = new long[ROWS_AHEAD];
    private final long[] heads = new long[ROWS_AHEAD];
    private int ahead;
    private int aheadCount;
    /** Targets of the row that is being taken away: the next one, its position, and where they end. */
    private long head;
    private long at;
    private long end;
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
        this.cores = LocalView.of(cores);
        rows = new LevelRows(part, this.cores);
    }

    /** Takes all rows away, those of the fewest neighbours first. One task of each node. */
    void peel(final TaskContext ctx) throws SuspendExecution {
        final RoundBox box = mail.box();
        final PairMail pairs = new PairMail(box, ctx.nodeCount());
        long next = ctx.collectives().allReduce(rows.next(0), ReduceOperator.MIN);
        while (next != Long.MAX_VALUE) {
            final int level = (int) next;
            if (rows.isBehindNear(level) && ctx.nodeCount() > 1 && isRestDense(ctx, level)) {
                countRound(ctx);
                new DenseRest(graph, box, rows.left(), cores).finish(ctx);
                return;
            }
            rows.begin(level);
            while (next == level) {
                takeAway(ctx, box, pairs, level);
                final boolean isDone = pairs.flush(ctx) == 0 && !hasRows();
                next = box.endRound(ctx, isDone ? rows.next(level) : level, ReduceOperator.MIN);
                read(box, level);
                countRound(ctx);
            }
        }
    }

    private static void countRound(final TaskContext ctx) {
        if (ctx.nodeId() == 0) {
            ctx.progressed(1);
        }
    }

    /** Whether one node would take what is left away sooner than all nodes by rounds. */
    private boolean isRestDense(final TaskContext ctx, final int level) throws SuspendExecution {
        rows.forgetTaken(level);
        final long allEdges = ctx.collectives().allReduce(rows.leftEdges(), ReduceOperator.SUM);
        final long allLeft = ctx.collectives().allReduce(rows.left().count(), ReduceOperator.SUM);
        return DenseRest.isWorth(allLeft, allEdges, level) && allEdges <= mostCollected;
    }

    private boolean hasRows() {
        return at < end || ahead < aheadCount || rows.waiting() > 0;
    }

    private void takeAway(final TaskContext ctx, final RoundBox box, final PairMail pairs, final int level)
        throws SuspendExecution {
        int done = 0;
        while (hasRows() && box.added() < mostSent) {
            if (at == end) {
                nextRow();
            }
            takeTargets(ctx, pairs, level);
            if (++done % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
    }

    /** A row that is taken away has targets. */
    private void nextRow() {
        if (ahead == aheadCount) {
            readAhead();
        }
        at = begins[ahead];
        end = ends[ahead];
        head = heads[ahead++];
    }

    private void readAhead() {
        ahead = 0;
        aheadCount = (int) Math.min(ROWS_AHEAD, rows.waiting());
        for (int i = 0; i < aheadCount; i++) {
            final int row = rows.take();
            begins[i] = part.begin(row);
            ends[i] = part.begin(row + 1);
        }
        for (int i = 0; i < aheadCount; i++) {
            heads[i] = part.target(begins[i]);
        }
    }

    /**
     * Some of the next targets, all of one node: they are ascending, so those of a node follow each other. A row may be
     * far longer than what may be sent in a round.
     */
    private void takeTargets(final TaskContext ctx, final PairMail pairs, final int level) {
        final LocalView targets = part.targets();
        final int node = vertices.owner(head);
        if (node == ctx.nodeId()) {
            at += rows.loseNeighbours(targets.from(at), (int) (end - at), level);
        } else {
            final long start = vertices.start(node);
            at += pairs.add(ctx, node, targets.from(at), (int) Math.min(end - at, MOST_TOLD), start,
                start + vertices.count(node));
        }
        if (at < end) {
            head = targets.get(at);
        }
    }

    private void read(final RoundBox box, final int level) {
        for (int i = 0; i < box.partCount(); i++) {
            rows.loseNeighbours(box.part(i), level);
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
