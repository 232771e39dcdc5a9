package org.gmt4j.graph.cores;

import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * Rows of a node by the level at which they are taken away. Used by one task of the node. Where a row may have been
 * taken away already, it is counted without a branch: nobody could predict it. Constant time for each edge; to begin a
 * level takes O(near rows), and one behind the near ones O(rows that are left); to name the next one takes no more than
 * the edges do. Memory: 12 bytes a row.
 *
 * <pre>
 * left    rows that may be left, ascending; among them all that are
 * near    rows that are left and have so few neighbours that one of the next levels takes them
 * queue   rows that this level takes, in the order in which they fell to it
 * </pre>
 */
final class LevelRows implements AutoCloseable {
    private static final int NEAR_LEVELS = 8;

    private final long first;
    private final int rowCount;
    /** Of each row that is left, its neighbours that are left; of others, the core number. */
    private final LocalView degrees;
    private final LocalView left;
    private long leftCount;
    private final LocalView near;
    private long nearCount;
    /** The last level whose rows are all near. A row falls to it once. */
    private int bound = -1;
    private final LocalView queue;
    private long queued;
    private long taken;
    /** The level behind this one that was the next with rows of this node when near rows were looked at last. */
    private long next;
    /** Times that rows have lost a neighbour since. */
    private long lost;

    /** @param cores takes the core numbers of the rows */
    LevelRows(final CsrPart part, final LocalView cores) {
        degrees = cores;
        first = part.firstVertex();
        rowCount = Math.toIntExact(part.rowCount());
        left = LocalView.allocate(rowCount + 1L, false);
        near = LocalView.allocate(rowCount + 1L, false);
        queue = LocalView.allocate(rowCount + 1L, false);
        for (int row = 0; row < rowCount; row++) {
            final int degree = Math.toIntExact(part.degree(row));
            degrees.setNarrow(row, degree);
            left.setNarrow(leftCount, row);
            leftCount += isBelow(0, degree);
        }
        next = leftCount == 0 ? Long.MAX_VALUE : 1;
    }

    /** 1 or 0; of numbers that are not negative. */
    private static int isBelow(final int number, final int limit) {
        return number - limit >>> 31;
    }

    /** 1 or 0. */
    private static int isEqual(final int number, final int other) {
        return isBelow(number ^ other, 1);
    }

    /** Whether a level is behind those whose rows are near. */
    boolean isBehindNear(final int level) {
        return level > bound;
    }

    /** Forgets the rows that are not left any more, before a level. */
    void forgetTaken(final int level) {
        long kept = 0;
        for (long at = 0; at < leftCount; at++) {
            final int row = left.narrow(at);
            left.setNarrow(kept, row);
            kept += isBelow(level - 1, degrees.narrow(row));
        }
        leftCount = kept;
    }

    /** Rows that may be left. */
    LocalView left() {
        return left.first(leftCount);
    }

    /** Edges of the rows that are left to others that are left, when those taken away have been forgotten. */
    long leftEdges() {
        long edges = 0;
        for (long at = 0; at < leftCount; at++) {
            edges += degrees.narrow(left.narrow(at));
        }
        return edges;
    }

    /** Queues the rows of a level, which is behind those before it. */
    void begin(final int level) {
        taken = 0;
        if (isBehindNear(level)) {
            bound = level + NEAR_LEVELS - 1;
            findNear(level);
        } else {
            queued = lookAtNear(level);
        }
    }

    private void findNear(final int level) {
        long low = Long.MAX_VALUE;
        long kept = 0;
        long found = 0;
        long close = 0;
        for (long at = 0; at < leftCount; at++) {
            final int row = left.narrow(at);
            final int degree = degrees.narrow(row);
            final int isLeft = isBelow(level, degree);
            left.setNarrow(kept, row);
            kept += isLeft;
            queue.setNarrow(found, row);
            found += isEqual(degree, level);
            near.setNarrow(close, row);
            close += isLeft & isBelow(degree, bound + 1);
            low = Math.min(low, ifAbove(level, degree));
        }
        leftCount = kept;
        queued = found;
        nearCount = close;
        next = low;
        lost = 0;
    }

    /**
     * Forgets near rows that have been taken away, and finds the next level; where no row stays near, it is the one
     * behind the near ones, for all that is known.
     *
     * @return how many rows of the level there are; they are at the begin of the queue, of which all have been taken
     */
    private long lookAtNear(final int level) {
        long low = leftCount == 0 ? Long.MAX_VALUE : bound + 1;
        long kept = 0;
        long found = 0;
        for (long at = 0; at < nearCount; at++) {
            final int row = near.narrow(at);
            final int degree = degrees.narrow(row);
            near.setNarrow(kept, row);
            kept += isBelow(level, degree);
            queue.setNarrow(found, row);
            found += isEqual(degree, level);
            low = Math.min(low, ifAbove(level, degree));
        }
        nearCount = kept;
        next = low;
        lost = 0;
        return found;
    }

    /** Rows that wait in the queue. */
    long waiting() {
        return queued - taken;
    }

    /** Takes the first row out of the queue. */
    int take() {
        return queue.narrow(taken++);
    }

    /**
     * Takes a neighbour from each row that is named, and queues those that fall to the level.
     *
     * @param targets ascending; the first one is of this node
     * @param count   targets to be looked at, at most
     * @return how many of them are of this node
     */
    int loseNeighbours(final LocalView targets, final int count, final int level) {
        int at = 0;
        for (; at < count; at++) {
            final long row = targets.get(at) - first;
            if (row >= rowCount) {
                break;
            }
            loseNeighbour((int) row, level);
        }
        lost += at;
        return at;
    }

    /** The same for what another node has told, as {@link PairMail} has it. */
    void loseNeighbours(final LocalView pairs, final int level) {
        final int count = (int) pairs.count();
        for (int at = 0; at < count; at++) {
            final long pair = pairs.word(at);
            loseNeighbour((int) pair, level);
            if (pair >= 0) {
                loseNeighbour((int) (pair >>> 32), level);
            }
        }
        lost += 2L * count;
    }

    private void loseNeighbour(final int row, final int level) {
        final int degree = degrees.narrow(row);
        degrees.setNarrow(row, degree - isBelow(level, degree));
        if (degree == level + 1) {
            queue.setNarrow(queued++, row);
        } else if (degree == bound + 1) {
            near.setNarrow(nearCount++, row);
        }
    }

    /**
     * A level for all nodes to go on with, when the rows of one have been taken away: no row of this node that is left
     * is of a level before it, and of those that all nodes name the lowest is the one. The lowest level of the node's
     * rows, unless to look for it would take more steps than rows have lost neighbours since the last look; then it is
     * the level right behind.
     */
    long next(final int level) {
        if (lost > 0 && lost >= nearCount) {
            lookAtNear(level);
        }
        return lost == 0 ? next : level + 1L;
    }

    private static long ifAbove(final int level, final int degree) {
        return degree > level ? degree : Long.MAX_VALUE;
    }

    @Override
    public void close() {
        left.close();
        near.close();
        queue.close();
    }
}
