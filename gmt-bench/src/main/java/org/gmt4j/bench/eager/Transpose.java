package org.gmt4j.bench.eager;

import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's part of transposing a square matrix of ints, of which each node has some rows. Owned by one task. Patches
 * of the others are taken in turn, beginning with the next node's, so that not all ask the same.
 *
 * <pre>
 *   naive  source, rows of node q: [ .. | columns of me | .. ]  --strided get-->  patch, transposed into the rows of me
 *   puts   source, rows of me:     [ .. | columns of q  | .. ]  transposed into a patch  --strided put-->  rows of q
 * </pre>
 */
final class Transpose {
    private static final int WIDTH = Integer.BYTES;

    private final TaskContext ctx;
    private final Armci armci;
    private final ArmciMemory source;
    private final ArmciMemory target;
    private final LocalView sourceRows;
    private final LocalView targetRows;
    private final int size;
    private final int me;
    private final int nodes;
    private final int[][] patches;

    Transpose(final TaskContext ctx, final ArmciMemory source, final ArmciMemory target, final int size) {
        this.ctx = ctx;
        armci = Armci.of(ctx);
        this.source = source;
        this.target = target;
        sourceRows = LocalView.of(source, false);
        targetRows = LocalView.of(target, false);
        this.size = size;
        me = ctx.nodeId();
        nodes = ctx.nodeCount();
        patches = new int[nodes][];
        for (int node = 0; node < nodes; node++) {
            patches[node] = new int[rows(size, nodes, node) * rows(size, nodes, me)];
        }
    }

    /** First row of a node. */
    static int start(final int size, final int nodes, final int node) {
        return (int) ((long) size * node / nodes);
    }

    static int rows(final int size, final int nodes, final int node) {
        return start(size, nodes, node + 1) - start(size, nodes, node);
    }

    private int start(final int node) {
        return start(size, nodes, node);
    }

    /** Remote gets of columns, one after the other; stores are local. */
    void byGets() throws SuspendExecution {
        final int columns = rows(size, nodes, me);
        for (int turn = 1; turn <= nodes; turn++) {
            final int node = (me + turn) % nodes;
            final int rows = rows(size, nodes, node);
            armci.getStrided(source, node,
                Patch.of((long) start(me) * WIDTH, (long) columns * WIDTH).times(rows, (long) size * WIDTH),
                LocalBuffer.of(patches[node]),
                Patch.of(0, (long) columns * WIDTH).times(rows, (long) columns * WIDTH));
            lay(patches[node], rows, columns, start(node));
        }
    }

    private void lay(final int[] patch, final int rows, final int columns, final int firstColumn) {
        for (int column = 0; column < columns; column++) {
            final long first = (long) column * size + firstColumn;
            for (int row = 0; row < rows; row++) {
                targetRows.set(first + row, patch[row * columns + column]);
            }
        }
    }

    /** Gets are local; remote puts of the transposed patches, a wait at the end. */
    void byPuts() throws SuspendExecution {
        final int columns = rows(size, nodes, me);
        for (int turn = 1; turn <= nodes; turn++) {
            final int node = (me + turn) % nodes;
            final int rows = rows(size, nodes, node);
            pick(patches[node], rows, columns, start(node));
            armci.putStridedNb(LocalBuffer.of(patches[node]),
                Patch.of(0, (long) columns * WIDTH).times(rows, (long) columns * WIDTH), target, node,
                Patch.of((long) start(me) * WIDTH, (long) columns * WIDTH).times(rows, (long) size * WIDTH));
        }
        ctx.await();
    }

    private void pick(final int[] patch, final int rows, final int columns, final int firstRow) {
        for (int column = 0; column < columns; column++) {
            final long first = (long) column * size + firstRow;
            for (int row = 0; row < rows; row++) {
                patch[row * columns + column] = (int) sourceRows.get(first + row);
            }
        }
    }
}
