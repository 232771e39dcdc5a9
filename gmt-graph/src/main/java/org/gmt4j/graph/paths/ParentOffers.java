package org.gmt4j.graph.paths;

import java.util.BitSet;
import org.agrona.collections.IntArrayList;
import org.gmt4j.BulkVisitor;
import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.LowestSent;
import org.gmt4j.graph.memory.LocalView;

/**
 * The rows of a node offer themselves as parents, when all lengths are known. Used by one task at a time. A step may
 * end within a row, however long that is. Memory: 8 bytes a row while parents over edges that add nothing are found.
 */
final class ParentOffers {
    /** Edges of a row that are looked at between two looks at what has been sent. */
    static final int EDGES_AT_ONCE = 1 << 10;
    private static final long WORK_BETWEEN_YIELDS = 1 << 17;
    private static final long AT_BEGIN = -1;

    private final CsrPart part;
    private final PathLengths lengths;
    private final Distribution vertices;
    private final boolean isWeighted;
    private final long first;
    private final LocalView distances;
    private final LocalView parents;
    private final LowestSent filter;
    private final PathMail mail;
    private final long mostSent;
    /** The row that offers itself, by which of its edges next. */
    private int row;
    private long at = AT_BEGIN;

    // --- of edges that add nothing ---

    /** Rows that offer themselves in this round, and those that have found a parent in it. */
    private IntArrayList offering = new IntArrayList();
    private IntArrayList found = new IntArrayList();
    /** The rows of {@link #found}: their parents may still change. */
    private final BitSet isFound = new BitSet();
    private int place;
    private long foundBefore;
    private long reported;

    ParentOffers(final CsrPart part, final PathLengths lengths, final Distribution vertices, final boolean isWeighted,
                 final LocalView distances, final LocalView parents, final LowestSent filter, final PathMail mail,
                 final long mostSent) {
        this.part = part;
        this.lengths = lengths;
        this.vertices = vertices;
        this.isWeighted = isWeighted;
        first = part.firstVertex();
        this.distances = distances;
        this.parents = parents;
        this.filter = filter;
        this.mail = mail;
        this.mostSent = mostSent;
    }

    void begin(final long source) {
        if (part.isLocal(source)) {
            parents.set(source - first, source);
        }
    }

    /**
     * Offers some more rows as parents to those whose shortest paths may lead over them and are longer; returns whether
     * there are more to come.
     */
    boolean offer(final TaskContext ctx, final BulkVisitor visitor) throws SuspendExecution {
        long work = 0;
        while (row < part.rowCount() && mail.sent() <= mostSent) {
            work += 1 + offerSome(ctx, visitor, row, false);
            row += at == AT_BEGIN ? 1 : 0;
            if (work >= WORK_BETWEEN_YIELDS) {
                work = 0;
                ctx.yield();
            }
        }
        mail.flush(ctx, visitor);
        return row < part.rowCount();
    }

    /** Offers a row by some edges, those that add nothing or the others; returns how many it has looked at. */
    private long offerSome(final TaskContext ctx, final BulkVisitor visitor, final int row, final boolean isEqual) {
        final long length = distances.word(row);
        if (length == PathLengths.UNREACHED) {
            return 0;
        }
        final long begin = at == AT_BEGIN ? part.begin(row) : at;
        final long rowEnd = part.begin(row + 1L);
        final long end = Math.min(rowEnd, begin + EDGES_AT_ONCE);
        for (long edge = begin; edge < end; edge++) {
            final long next = lengths.plus(length, isWeighted ? part.weight(edge) : 1);
            if ((next == length) == isEqual) {
                offer(ctx, visitor, part.target(edge), next, first + row, isEqual);
            }
        }
        at = end == rowEnd ? AT_BEGIN : end;
        return end - begin;
    }

    private void offer(final TaskContext ctx, final BulkVisitor visitor, final long target, final long length,
                       final long vertex, final boolean isEqual) {
        if (!part.isLocal(target)) {
            if (!filter.isBeaten(target, length)) {
                final int owner = vertices.owner(target);
                mail.add(ctx, visitor, owner, target - vertices.start(owner), length, vertex);
            }
        } else if (isEqual) {
            takeEqual((int) (target - first), length, vertex);
        } else {
            take((int) (target - first), length, vertex);
        }
    }

    /** Of several the smallest. */
    void take(final int target, final long length, final long vertex) {
        if (distances.word(target) == length) {
            final long parent = parents.get(target);
            if (parent < 0 || vertex < parent) {
                parents.set(target, vertex);
            }
        }
    }

    // --- edges that add nothing ---

    /** The rows that have a parent offer themselves in the first round. */
    void beginEqual() {
        for (int one = 0; one < part.rowCount(); one++) {
            if (parents.get(one) >= 0) {
                found.addInt(one);
            }
        }
        foundBefore = -found.size();
    }

    /**
     * Rows offer themselves to those of the same length, until enough has been sent.
     *
     * @param begins  whether a round does: the rows that have found a parent in the last one offer themselves
     * @param isAlone whether no other node has such rows: rounds follow each other until one sends something
     * @return whether there are more to come in this round
     */
    boolean offerEqual(final TaskContext ctx, final BulkVisitor visitor, final boolean begins, final boolean isAlone)
        throws SuspendExecution {
        if (begins) {
            beginRound();
        }
        long work = 0;
        while (place < offering.size() && mail.sent() <= mostSent) {
            work += 1 + offerSome(ctx, visitor, offering.getInt(place), true);
            place += at == AT_BEGIN ? 1 : 0;
            if (place == offering.size() && isAlone && mail.sent() == 0) {
                beginRound();
            }
            if (work >= WORK_BETWEEN_YIELDS) {
                work = 0;
                ctx.yield();
            }
        }
        mail.flush(ctx, visitor);
        return place < offering.size();
    }

    private void beginRound() {
        final IntArrayList over = offering;
        offering = found;
        found = over;
        found.clear();
        foundBefore += offering.size();
        for (int i = 0; i < offering.size(); i++) {
            isFound.clear(offering.getInt(i));
        }
        place = 0;
    }

    void takeEqual(final int target, final long length, final long vertex) {
        if (distances.word(target) == length) {
            final long parent = parents.get(target);
            if (parent < 0) {
                isFound.set(target);
                found.addInt(target);
            }
            if (parent < 0 || vertex < parent && isFound.get(target)) {
                parents.set(target, vertex);
            }
        }
    }

    /** Returns how many rows have found a parent since this was asked last, and how many of the round under way. */
    long[] foundEqual() {
        final long all = foundBefore + found.size();
        final long more = all - reported;
        reported = all;
        return new long[] {more, found.size()};
    }
}
