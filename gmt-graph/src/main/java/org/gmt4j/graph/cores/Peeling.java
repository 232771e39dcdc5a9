package org.gmt4j.graph.cores;

import org.gmt4j.BulkVisitor;
import org.gmt4j.Distribution;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.WordBuckets;

/**
 * One node's side of {@link CoreNumbers}. Used by one task of the node, but for {@link #receive}, which any lane calls:
 * what others send in a round goes to the inboxes of its parity, while those of the other parity are read. A node is
 * never more than a round ahead, as all meet between rounds.
 */
final class Peeling implements AutoCloseable {
    /** Rows that a node sends in a round: so many at most wait at a node for each other one. */
    private static final long MOST_SENT = 1 << 20;
    private static final int ROWS_BETWEEN_YIELDS = 4096;

    private final CsrPart part;
    private final Distribution vertices;
    private final long first;
    private final LocalView cores;
    /** Of each row that is left, its neighbours that are left; of others, at most its core number. */
    private final LocalView degrees;
    /** Rows that may be left. */
    private final LocalView left;
    private long leftCount;
    /** No row that is left, and is not of this level, has fewer neighbours: where none has so few, a level is empty. */
    private long lowest;
    /** Rows to be taken away at this level. */
    private final LocalView stack;
    private long stackSize;
    private final PeelMail mail;
    /** By parity and lane. */
    private final WordBuckets[][] inboxes;
    private int parity;

    Peeling(final TaskContext ctx, final CsrGraph graph, final GlobalIntArray cores, final BulkVisitor visitor) {
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
        mail = new PeelMail(ctx, visitor);
        inboxes = new WordBuckets[2][ctx.laneCount()];
        for (final WordBuckets[] lanes : inboxes) {
            for (int lane = 0; lane < lanes.length; lane++) {
                lanes[lane] = new WordBuckets(1);
            }
        }
    }

    void receive(final LocalView block, final TaskContext ctx) {
        final WordBuckets inbox = inboxes[(int) block.word(0) & 1][ctx.laneId()];
        for (long at = 1; at < block.count(); at++) {
            inbox.add(0, block.word(at));
        }
    }

    /** Takes all rows away, those of the fewest neighbours first. One task of each node. */
    void peel(final TaskContext ctx, final BulkVisitor visitor) throws SuspendExecution {
        beginLevel(-1);
        long level = ctx.collectives().allReduce(lowest, ReduceOperator.MIN);
        while (level != Long.MAX_VALUE) {
            beginLevel((int) level);
            long next = level;
            while (next == level) {
                takeAway(ctx, visitor, (int) level);
                final long sent = mail.flush(ctx, visitor, parity);
                ctx.await();
                next = ctx.collectives().allReduce(sent > 0 ? level : lowest, ReduceOperator.MIN);
                readInboxes((int) level);
                parity ^= 1;
                ctx.checkCancelled();
            }
            level = next;
        }
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

    private void takeAway(final TaskContext ctx, final BulkVisitor visitor, final int level) throws SuspendExecution {
        int done = 0;
        while (stackSize > 0 && mail.sent() < MOST_SENT) {
            final int row = stack.narrow(--stackSize);
            final LocalView targets = part.targets();
            final long end = part.begin(row + 1);
            final long rowCount = part.rowCount();
            for (long at = part.begin(row); at < end; at++) {
                final long other = targets.get(at) - first;
                if (other >= 0 && other < rowCount) {
                    loseNeighbour((int) other, level);
                } else {
                    final int node = vertices.owner(other + first);
                    mail.add(ctx, visitor, node, (int) (other + first - vertices.start(node)), parity);
                }
            }
            if (++done % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
    }

    private void loseNeighbour(final int row, final int level) {
        final int degree = degrees.narrow(row);
        if (degree > level) {
            degrees.set(row, degree - 1);
            if (degree - 1 == level) {
                push(row, level);
            } else {
                lowest = Math.min(lowest, degree - 1);
            }
        }
    }

    private void readInboxes(final int level) {
        for (final WordBuckets inbox : inboxes[parity]) {
            for (int segment = 0; segment < inbox.segmentCount(0); segment++) {
                final LocalView words = inbox.segment(0, segment);
                for (long at = 0; at < words.count(); at++) {
                    final long word = words.word(at);
                    loseNeighbour((int) word, level);
                    if (word >>> 32 != 0xFFFF_FFFFL) {
                        loseNeighbour((int) (word >>> 32), level);
                    }
                }
            }
            inbox.close();
        }
    }

    @Override
    public void close() {
        degrees.close();
        left.close();
        stack.close();
        mail.close();
        for (final WordBuckets[] lanes : inboxes) {
            for (final WordBuckets inbox : lanes) {
                inbox.close();
            }
        }
    }
}
