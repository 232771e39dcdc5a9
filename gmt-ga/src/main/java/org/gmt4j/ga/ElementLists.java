package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.IoVector;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Elements in any order, sorted by their owners and moved as one vector for each. Long lists move in parts, so that the
 * arrays stay short. Owned by one call from {@link MatrixPart#takeLists} until all its operations have started, which
 * read the arrays no more; used again by later calls, and allocates nothing once the arrays are long enough. Some loads
 * and stores per element, without a call.
 */
final class ElementLists {
    /** Elements of a part. */
    static final int LONGEST = 64 * 1024;
    private static final int SHORTEST = 64;

    private final MatrixPart part;
    /** By rank, the place of a node among those that may own elements: where its elements begin, and later end. */
    private final int[] ends;
    private int[] ranks = new int[SHORTEST];
    private long[] places = new long[SHORTEST];
    private long[] local = new long[SHORTEST];
    private long[] remote = new long[SHORTEST];

    ElementLists(final MatrixPart part) {
        this.part = part;
        ends = new int[part.layout().members().length + 1];
    }

    /**
     * Moves elements between the matrix and values, and waits.
     *
     * @param subscripts an array for each dimension
     * @param sum        what an accumulate does; null for others
     */
    static void run(final TaskContext ctx, final MatrixPart part, final CallKind kind, final Tile values,
                    final long[][] subscripts, final Accumulate sum) throws SuspendExecution {
        final int count = Math.toIntExact(values.extent(0));
        check(part, subscripts, count);
        values.requireApart(part, subscripts[0]);
        part.statistics().call(kind);
        final Armci armci = Armci.of(ctx);
        final ElementLists lists = part.takeLists();
        for (int first = 0; first < count; first += LONGEST) {
            final int length = Math.min(LONGEST, count - first);
            lists.sort(subscripts, first, length);
            lists.start(armci, kind, values.buffer(), sum);
        }
        part.giveBack(lists);
        ctx.await();
    }

    // --- checks ---

    private static void check(final MatrixPart part, final long[][] subscripts, final int count) {
        if (subscripts.length != part.layout().dims()) {
            throw new MatrixException(MatrixException.OUTSIDE, "subscripts in " + subscripts.length
                + " dimensions for " + part.spec() + part.asked());
        }
        for (int dim = 0; dim < subscripts.length; dim++) {
            if (subscripts[dim].length < count) {
                throw new MatrixException(MatrixException.BAD_TILE, count + " values and " + subscripts[dim].length
                    + " subscripts in dimension " + dim + ", for " + part.spec() + part.asked());
            }
            check(part, subscripts[dim], dim, count);
        }
    }

    private static void check(final MatrixPart part, final long[] indices, final int dim, final int count) {
        final long last = part.layout().extent(dim) - 1;
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= indices[i] | last - indices[i];
        }
        if (bits < 0) {
            int i = 0;
            while (indices[i] >= 0 && indices[i] <= last) {
                i++;
            }
            throw new MatrixException(MatrixException.OUTSIDE, "subscript " + indices[i] + " of element " + i
                + " exceeds " + part.spec() + " in dimension " + dim + part.asked());
        }
    }

    // --- sorting ---

    private void sort(final long[][] subscripts, final int first, final int count) {
        reserve(count);
        final Layout layout = part.layout();
        final int[] to = ranks;
        final long[] at = places;
        Arrays.fill(to, 0, count, 0);
        Arrays.fill(at, 0, count, 0);
        for (int dim = 0; dim < subscripts.length; dim++) {
            layout.locate(dim, subscripts[dim], first, count, to, at);
        }
        countRanks(count);
        final int length = part.spec().type().length();
        for (int i = 0; i < count; i++) {
            final int slot = ends[to[i]]++;
            local[slot] = (long) (first + i) * length;
            remote[slot] = at[i] * length;
        }
    }

    /** Sets where the elements of each rank begin. */
    private void countRanks(final int count) {
        Arrays.fill(ends, 0);
        for (int i = 0; i < count; i++) {
            ends[ranks[i] + 1]++;
        }
        for (int rank = 1; rank < ends.length; rank++) {
            ends[rank] += ends[rank - 1];
        }
    }

    /** Returns room for byte offsets of the local side. */
    long[] local() {
        return local;
    }

    /** Returns room for byte offsets of the other side, as much. */
    long[] remote() {
        return remote;
    }

    /** Makes room for at least so many offsets on each side. */
    void reserve(final int count) {
        if (ranks.length < count) {
            final int room = Integer.highestOneBit(count - 1) << 1;
            ranks = new int[room];
            places = new long[room];
            local = new long[room];
            remote = new long[room];
        }
    }

    // --- moving ---

    /** Starts a vector for each owner, those behind this node first. */
    private void start(final Armci armci, final CallKind kind, final LocalBuffer values, final Accumulate sum) {
        final int length = part.spec().type().length();
        final int[] members = part.layout().members();
        final int behind = part.layout().rankBehind(part.nodeId());
        for (int i = 0; i < members.length; i++) {
            final int rank = (behind + i) % members.length;
            final int first = rank == 0 ? 0 : ends[rank - 1];
            final int size = ends[rank] - first;
            if (size > 0) {
                final int node = members[rank];
                part.statistics().issued(kind, 1);
                part.statistics().moved(kind, (long) size * length, node != part.nodeId());
                start(armci, kind, node, new IoVector(local, remote, first, size, length), values, sum);
            }
        }
    }

    private void start(final Armci armci, final CallKind kind, final int node, final IoVector list,
                       final LocalBuffer values, final Accumulate sum) {
        switch (kind) {
            case GATHER:
                armci.getVectorNb(part.memory(), node, values, list);
                break;
            case SCATTER:
                armci.putVectorNb(values, part.memory(), node, list);
                break;
            default:
                armci.accumulateVectorNb(sum, values, part.memory(), node, list);
                break;
        }
    }
}
