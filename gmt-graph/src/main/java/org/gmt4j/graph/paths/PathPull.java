package org.gmt4j.graph.paths;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * Rows that look at their neighbours, of graphs whose rows and weights are the same in both directions. Lengths of all
 * vertices come to the node in long ranges; of an edge its weight decides whether the neighbour is looked at. One task
 * brings ranges, then all threads of the node look at rows; per edge. Memory: up to 8 bytes a vertex of the graph, 32
 * MB at most.
 */
final class PathPull {
    /** Lengths that are here at a time: 32 MB. */
    static final int MOST_LENGTHS = 1 << 22;

    private final CsrPart part;
    private final PathLengths lengths;
    private final boolean isWeighted;
    private final GlobalLongArray all;
    private final LocalView here;
    private final int rowCount;
    private final int pieceLength;
    /** Most searches never ask for it. */
    private long[] piece = new long[0];
    /** Where the range that is here begins and ends. */
    private long pieceFrom;
    private long pieceTo;

    PathPull(final CsrPart part, final PathLengths lengths, final boolean isWeighted, final GlobalLongArray all,
             final int mostLengths) {
        this.part = part;
        this.lengths = lengths;
        this.isWeighted = isWeighted;
        this.all = all;
        here = LocalView.of(all);
        rowCount = Math.toIntExact(part.rowCount());
        pieceLength = (int) Math.min(mostLengths, all.size());
    }

    /** Takes a length for a row. */
    @FunctionalInterface
    interface LengthTaker {
        void take(int row, long length);
    }

    /**
     * Finds lengths of some rows that are not below a limit, over edges from vertices of the range that are, and not
     * below {@code low}: when all nodes know the lengths of those.
     */
    void lengths(final int begin, final int end, final long low, final long limit, final LengthTaker taker) {
        final long from = pieceFrom;
        final long to = pieceTo;
        for (int row = begin; row < end; row++) {
            final long length = here.word(row);
            if (length >= limit) {
                final long shorter = lengthOf(row, length, low, limit, from, to);
                if (shorter < length) {
                    taker.take(row, shorter);
                }
            }
        }
    }

    /** Brings the lengths of a range, and returns where it ends; there are some before {@link #size}. */
    long bring(final TaskContext ctx, final long from) throws SuspendExecution {
        if (piece.length == 0) {
            piece = new long[pieceLength];
        }
        final int count = (int) Math.min(pieceLength, all.size() - from);
        all.get(ctx, from, piece, 0, count);
        pieceFrom = from;
        pieceTo = from + count;
        return pieceTo;
    }

    /** Vertices of all ranges. */
    long size() {
        return all.size();
    }

    /** Reads the lengths that vertices of other nodes are known to have: they can only have fallen since. */
    void read(final OfferBatch offers) {
        offers.read(piece, pieceFrom, pieceTo);
    }

    private long lengthOf(final int row, final long length, final long low, final long limit, final long from,
                          final long to) {
        long best = length;
        final long end = part.begin(row + 1);
        for (long at = firstTarget(row, from); at < end; at++) {
            final long weight = weight(at);
            if (best == PathLengths.UNREACHED || lengths.isShorter(low, weight, best)) {
                final long target = part.target(at);
                if (target >= to) {
                    break;
                }
                final long other = piece[(int) (target - from)];
                if (other >= low && other < limit) {
                    best = Math.min(best, lengths.plus(other, weight));
                }
            }
        }
        return best;
    }

    private long firstTarget(final int row, final long from) {
        return from == 0 ? part.begin(row) : part.lowerBound(row, from);
    }

    private long weight(final long position) {
        return isWeighted ? part.weight(position) : 1;
    }

    /**
     * Finds the parents of some rows that have none: the smallest vertex of the range over which a shortest path leads,
     * and that has a shorter one itself. When all lengths are known.
     */
    void parents(final int begin, final int end, final LocalView parents) {
        for (int row = begin; row < end; row++) {
            final long length = here.word(row);
            if (length != PathLengths.UNREACHED && parents.get(row) < 0) {
                parents.set(row, parentOf(row, length, pieceFrom, pieceTo));
            }
        }
    }

    /** Targets ascend: the first one is the smallest. */
    private long parentOf(final int row, final long length, final long from, final long to) {
        final long end = part.begin(row + 1);
        for (long at = firstTarget(row, from); at < end; at++) {
            final long weight = weight(at);
            if (weight <= length) {
                final long target = part.target(at);
                if (target >= to) {
                    break;
                }
                if (lengths.leadsTo(piece[(int) (target - from)], weight, length)) {
                    return target;
                }
            }
        }
        return -1;
    }
}
