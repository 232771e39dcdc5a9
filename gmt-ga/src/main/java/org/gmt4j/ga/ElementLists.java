package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.IoVector;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Elements in any order, sorted by their owners and moved as one vector for each. Used once, by one task; linear in
 * their number.
 */
final class ElementLists {
    private final MatrixPart part;
    private final int count;
    private final int[] owners;
    private final long[] places;
    private final int[] starts;

    /** @param subscripts an array for each dimension, all of the same length */
    ElementLists(final MatrixPart part, final long[][] subscripts, final int count) {
        this.part = part;
        this.count = count;
        checkDims(part, subscripts, count);
        owners = new int[count];
        places = new long[count];
        final int nodes = nodes(part.layout().members());
        starts = new int[nodes + 1];
        locate(subscripts);
    }

    private static void checkDims(final MatrixPart part, final long[][] subscripts, final int count) {
        if (subscripts.length != part.layout().dims()) {
            throw new MatrixException(MatrixException.OUTSIDE, "subscripts in " + subscripts.length
                + " dimensions for " + part.spec());
        }
        for (final long[] one : subscripts) {
            if (one.length < count) {
                throw new MatrixException(MatrixException.BAD_TILE, count + " values and " + one.length
                    + " subscripts in a dimension, for " + part.spec());
            }
        }
    }

    private static int nodes(final int[] members) {
        int most = 0;
        for (final int member : members) {
            most = Math.max(most, member + 1);
        }
        return most;
    }

    private void locate(final long[][] subscripts) {
        final Layout layout = part.layout();
        final int dims = subscripts.length;
        final long[] index = new long[dims];
        final int[] block = new int[dims];
        for (int i = 0; i < count; i++) {
            for (int dim = 0; dim < dims; dim++) {
                final long at = subscripts[dim][i];
                if (at < 0 || at >= layout.extent(dim)) {
                    throw new MatrixException(MatrixException.OUTSIDE, "subscript " + at + " of element " + i
                        + " exceeds " + part.spec() + " in dimension " + dim + ", asked by node " + part.nodeId());
                }
                index[dim] = at;
                block[dim] = layout.blockOf(dim, at);
            }
            owners[i] = layout.owner(block);
            places[i] = layout.place(block, index);
            starts[owners[i] + 1]++;
        }
        for (int node = 1; node < starts.length; node++) {
            starts[node] += starts[node - 1];
        }
    }

    /** Moves them between the matrix and values, and waits. @param sum what an accumulate does; null for others */
    void run(final TaskContext ctx, final CallKind kind, final LocalBuffer values, final Accumulate sum)
        throws SuspendExecution {
        final int length = part.spec().type().length();
        final long[] local = new long[count];
        final long[] remote = new long[count];
        final int[] next = starts.clone();
        for (int i = 0; i < count; i++) {
            final int at = next[owners[i]]++;
            local[at] = (long) i * length;
            remote[at] = places[i] * length;
        }
        part.statistics().call(kind);
        final Armci armci = Armci.of(ctx);
        final int nodes = starts.length - 1;
        for (int i = 0; i < nodes; i++) {
            final int node = (part.nodeId() + 1 + i) % nodes;
            if (starts[node + 1] > starts[node]) {
                part.statistics().moved(kind, (long) (starts[node + 1] - starts[node]) * length,
                    node != part.nodeId());
                start(armci, kind, node, new IoVector(of(local, node), of(remote, node), length), values, sum);
            }
        }
        ctx.await();
    }

    private long[] of(final long[] all, final int node) {
        return Arrays.copyOfRange(all, starts[node], starts[node + 1]);
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
