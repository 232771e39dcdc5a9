package org.gmt4j.apps.stencil;

import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.apps.trial.MatrixDigest;
import org.gmt4j.apps.trial.Outcome;
import org.gmt4j.apps.trial.Words64;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixSpec;

/**
 * Laplace's equation on a grid: each cell but those of the border becomes the mean of its four neighbours, again and
 * again. All cells begin with random values; those of the border keep them. Immutable; any thread.
 *
 * @param rows       with the border, at least 3
 * @param columns    with the border, at least 3
 * @param iterations at least 1
 * @param seed       of the values at the begin
 */
record Grid(int rows, int columns, int iterations, long seed) implements Transferable {
    private static final double SCALE = 0x1p-53;

    /** Returns the value of a cell at the begin, from 0 to below 1. */
    double initial(final long row, final long column) {
        return (Words64.random(seed, row * columns + column) >>> 11) * SCALE;
    }

    /** Sets the values of a row from a column on. */
    void setInitial(final double[] cells, final int first, final long row, final long fromColumn, final int count) {
        for (int j = 0; j < count; j++) {
            cells[first + j] = initial(row, fromColumn + j);
        }
    }

    /** Returns the cells of a row of the result, as each node and one thread compute them: in the same order. */
    static void update(final double[] above, final double[] here, final double[] below, final double[] result,
                       final int from, final int to) {
        for (int j = from; j < to; j++) {
            result[j] = 0.25 * (above[j] + below[j] + (here[j - 1] + here[j + 1]));
        }
    }

    long updates() {
        return (rows - 2L) * (columns - 2L) * iterations;
    }

    /** Computes on all nodes. Called by one task. */
    Outcome onNodes(final TaskContext ctx) throws SuspendExecution {
        final Grid grid = this;
        final GlobalMatrix cells = GlobalMatrix.create(ctx,
            MatrixSpec.doubles(rows, columns).named("cells").ghosts(1, 1));
        try {
            final NodeLocal<JacobiNode> nodes = NodeLocal.create(ctx,
                node -> node.callBlocking(() -> new JacobiNode(grid, cells)));
            try {
                return iterate(ctx, nodes);
            } finally {
                nodes.free(ctx);
            }
        } finally {
            cells.destroy(ctx);
        }
    }

    private Outcome iterate(final TaskContext ctx, final NodeLocal<JacobiNode> nodes) throws SuspendExecution {
        final long startNs = System.nanoTime();
        ctx.executeOnAll(node -> JacobiNode.iterate(node, nodes));
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        long digest = 0;
        for (final long part : ctx.callOnAll(node -> JacobiNode.digest(node, nodes))) {
            digest += part;
        }
        return new Outcome(seconds, updates(), (long) rows * columns, digest);
    }

    /** Computes in one thread: plain loops over two arrays of rows. */
    Outcome serial() {
        double[][] old = new double[rows][columns];
        double[][] next = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            setInitial(old[i], 0, i, 0, columns);
            setInitial(next[i], 0, i, 0, columns);
        }
        final long startNs = System.nanoTime();
        for (int iteration = 0; iteration < iterations; iteration++) {
            for (int i = 1; i < rows - 1; i++) {
                serialRow(old[i - 1], old[i], old[i + 1], next[i], columns);
            }
            final double[][] newest = next;
            next = old;
            old = newest;
        }
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        return new Outcome(seconds, updates(), (long) rows * columns, digest(old));
    }

    private static void serialRow(final double[] above, final double[] here, final double[] below,
                                  final double[] result, final int columns) {
        for (int j = 1; j < columns - 1; j++) {
            result[j] = 0.25 * (above[j] + below[j] + (here[j - 1] + here[j + 1]));
        }
    }

    private long digest(final double[][] cells) {
        long digest = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                digest += MatrixDigest.of((long) i * columns + j, cells[i][j]);
            }
        }
        return digest;
    }
}
