package org.gmt4j.graph.components;

import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * The pieces of a node's rows by the edges between these: union-find, the smallest row of a piece is its root. Each
 * method is a step for some rows, called for all of them before the next step begins; the rows of a step may be spread
 * over the threads of the node. Per edge. Memory: 4 bytes a row.
 *
 * <p>Of symmetric rows a few neighbours of each are joined first. Most rows are in one piece then, and their other
 * edges need not be looked at: those that lead out of the piece are seen from their other end. Where rows are short,
 * each edge is looked at once instead, from its higher end: there are as few.
 *
 * <p>Several threads: only roots are hooked, each once, by compare and set. What else is written is the parent of a row
 * that is no root any more, and any of its ancestors is right there.
 *
 * @see "Sutton, Ben-Nun, Barak, Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling, IPDPS 2018"
 */
final class LocalForest implements AutoCloseable {
    private static final int NO_ROW = -1;
    /** Neighbours of each row that are joined first. */
    private static final int FIRST_NEIGHBOURS = 2;
    private static final int SAMPLES = 1024;

    private final CsrPart part;
    private final long first;
    private final int rowCount;
    private final LocalView parents;
    private final boolean isShared;
    /** A row of the largest piece, probably; its root where it was chosen behind the last join. */
    private int giant;

    /** @param isShared whether several threads work on one step */
    LocalForest(final CsrPart part, final boolean isShared) {
        this.part = part;
        this.isShared = isShared;
        first = part.firstVertex();
        rowCount = Math.toIntExact(part.rowCount());
        parents = LocalView.allocate(rowCount, false);
    }

    /** First step: each row is a piece of its own. */
    void begin(final int from, final int to) {
        for (int row = from; row < to; row++) {
            parents.setNarrow(row, row);
        }
    }

    /** Step of symmetric rows behind {@link #begin}. */
    void joinFirstNeighbours(final int from, final int to) {
        for (int row = from; row < to; row++) {
            final long begin = part.begin(row);
            final long end = part.begin(row + 1);
            if (begin < end) {
                joinFirstNeighbours(row, begin, end);
            }
        }
    }

    /** Whether symmetric rows have so few edges that half of them are no more than the first neighbours. */
    boolean areShort() {
        return part.storedEdges() <= 2L * FIRST_NEIGHBOURS * rowCount;
    }

    /**
     * The only step of short symmetric rows: all edges, each from its higher end. Where several threads share it,
     * {@link #begin} comes first; else it is called for all rows in order.
     *
     * @param from a multiple of 64
     * @param to   at most 64 rows
     * @return a bit for each of them: which have edges to other nodes
     */
    long joinLower(final int from, final int to) {
        final long limit = first + rowCount;
        long crossing = 0;
        long begin = part.begin(from);
        for (int row = from; row < to; row++) {
            final long end = part.begin(row + 1);
            final boolean isBelow = begin < end && part.target(begin) < first;
            if (isBelow || begin < end && part.target(end - 1) >= limit) {
                crossing |= 1L << row;
            }
            final long start = isBelow ? part.lowerBound(row, first) : begin;
            if (isShared) {
                joinLower(row, start, end);
            } else {
                parents.setNarrow(row, beginBelow(row, start, end));
            }
            begin = end;
        }
        return crossing;
    }

    private void joinLower(final int row, final long from, final long end) {
        int root = NO_ROW;
        for (long at = from; at < end; at++) {
            final long other = part.target(at) - first;
            if (other >= row) {
                return;
            }
            root = join(root < 0 ? find(row) : root, (int) other);
        }
    }

    /** The root of a row that no higher one has been joined to yet, so that it has no other edge. */
    private int beginBelow(final int row, final long from, final long end) {
        int root = row;
        for (long at = from; at < end; at++) {
            final long other = part.target(at) - first;
            if (other >= row) {
                return root;
            }
            root = root == row ? find((int) other) : join(root, (int) other);
        }
        return root;
    }

    /** Where all neighbours from one end of the row on may be here, nothing is searched. */
    private void joinFirstNeighbours(final int row, final long begin, final long end) {
        final long low = part.target(begin) - first;
        if (low < 0 && part.target(end - 1) < first + rowCount) {
            int root = find(row);
            for (long at = end - 1; at >= Math.max(begin, end - FIRST_NEIGHBOURS) && part.target(at) >= first; at--) {
                root = join(root, (int) (part.target(at) - first));
            }
        } else {
            final long from = low < 0 ? part.lowerBound(row, first) : begin;
            joinFrom(row, from, Math.min(end, from + FIRST_NEIGHBOURS));
        }
    }

    private void joinFrom(final int row, final long from, final long end) {
        int root = find(row);
        for (long at = from; at < end; at++) {
            final long other = part.target(at) - first;
            if (other >= rowCount) {
                return;
            }
            root = join(root, (int) other);
        }
    }

    /** Step behind {@link #chooseGiant}: the edges of all rows that are not in its piece. */
    void joinOthers(final int from, final int to) {
        for (int row = from; row < to; row++) {
            if (find(row) != find(giant)) {
                final long begin = part.begin(row);
                final long end = part.begin(row + 1);
                if (begin < end) {
                    joinFrom(row, part.target(begin) < first ? part.lowerBound(row, first) : begin, end);
                }
            }
        }
    }

    /** Step of rows that are not symmetric, behind {@link #begin}: all edges. */
    void joinAll(final int from, final int to) {
        for (int row = from; row < to; row++) {
            joinFrom(row, part.lowerBound(row, first), part.begin(row + 1));
        }
    }

    /** Joins the piece of a root with that of a row; returns the root of both, or what has just been one. */
    private int join(final int root, final int row) {
        if (parents.narrow(row) == root) {                      // most often
            return root;
        }
        int one = root;
        int other = find(row);
        while (one != other && !hook(Math.max(one, other), Math.min(one, other))) {
            one = find(one);
            other = find(other);
        }
        return Math.min(one, other);
    }

    /** Whether a root has been hooked; if not, another thread was first. */
    private boolean hook(final int root, final int lower) {
        if (isShared) {
            return parents.replaceNarrow(root, root, lower);
        }
        parents.setNarrow(root, lower);
        return true;
    }

    /** With paths halved; most rows are the root or below it, and nothing is written. */
    private int find(final int row) {
        int at = row;
        for (;;) {
            final int parent = parents.narrow(at);
            final int next = parents.narrow(parent);
            if (next == parent) {
                return parent;
            }
            parents.setNarrow(at, next);
            at = next;
        }
    }

    /**
     * Before rows settle: whether 64 of them, by their number, are right below the root that was chosen last. So they
     * have settled.
     */
    boolean areBelowGiant(final int word) {
        final int from = word << 6;
        if (from + 64 > rowCount || giant >> 6 == word) {
            return false;
        }
        final long both = (long) giant << 32 | giant;
        long difference = 0;
        for (int pair = from >> 1; pair < (from >> 1) + 32; pair++) {
            difference |= parents.word(pair) ^ both;
        }
        return difference == 0;
    }

    /** Step behind the last join: the root of a row, from then on known to {@link #root}. */
    int settle(final int row) {
        // no other row is written: halving its path could undo what another thread has settled
        final int parent = parents.narrow(row);
        int root = parent;
        int next;
        while ((next = parents.narrow(root)) != root) {
            root = next;
        }
        if (root != parent) {
            parents.setNarrow(row, root);
        }
        return root;
    }

    /** The root of a row that has settled. */
    int root(final long row) {
        return parents.narrow(row);
    }

    /** Between steps: the largest piece, probably, so far. */
    void chooseGiant() {
        giant = sampledGiant();
    }

    /** What was chosen: a row of that piece. */
    int giant() {
        return giant;
    }

    /** The root of most of some rows, all over the node, that have neighbours. */
    private int sampledGiant() {
        int candidate = NO_ROW;
        int lead = 0;
        final int step = Math.max(1, rowCount / SAMPLES);
        for (int row = 0; row < rowCount; row += step) {
            if (part.degree(row) > 0) {
                final int root = find(row);
                if (lead == 0) {
                    candidate = root;
                }
                lead += root == candidate ? 1 : -1;
            }
        }
        return candidate == NO_ROW ? 0 : candidate;
    }

    /** Begins to count the rows of a piece, by its root: itself. */
    void beginSize(final int root) {
        parents.setNarrow(root, -1);
    }

    /**
     * Last step, when all roots have begun: gives rows the label of their root, and counts them; afterwards
     * {@link #size} is known.
     *
     * @param from a multiple of 64
     * @param to   at most 64 rows
     * @param done a bit for each of them: roots, and rows that have their label and are counted by {@link #addSize}
     */
    void spread(final int from, final int to, final LocalView labels, final long done) {
        int last = NO_ROW;
        int count = 0;
        for (int row = from; row < to; row++) {
            if ((done >>> row & 1) == 0) {
                final int root = parents.narrow(row);
                labels.set(row, labels.get(root));
                if (root != last) {
                    addSize(last, count);
                    last = root;
                    count = 0;
                }
                count++;
            }
        }
        addSize(last, count);
    }

    /** Part of the last step: counts rows of a piece, by its root. */
    void addSize(final int root, final int count) {
        if (count > 0 && isShared) {
            parents.addNarrow(root, -count);
        } else if (count > 0) {
            parents.setNarrow(root, parents.narrow(root) - count);
        }
    }

    /** Rows of a piece, by its root. */
    int size(final int root) {
        return -parents.narrow(root);
    }

    @Override
    public void close() {
        parents.close();
    }
}
