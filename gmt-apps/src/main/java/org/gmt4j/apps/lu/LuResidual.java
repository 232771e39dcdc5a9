package org.gmt4j.apps.lu;

import java.util.Arrays;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixMath;
import org.gmt4j.ga.MatrixSpec;
import org.gmt4j.ga.Tile;
import org.gmt4j.ga.product.DoubleProduct;

/**
 * Multiplies the factors and compares with the matrix, made anew: each node for its own blocks, a row of blocks after
 * the other. It gets the blocks of L in the row once, and those of U one by one, the next one while it works with the
 * last. Owned by one task; memory: the blocks of L in a row, on the heap.
 */
final class LuResidual {
    private final DoubleProduct product = new DoubleProduct();
    private final LuProblem problem;
    private final GlobalMatrix lu;
    private final double[][] left;
    private final double[][] right;
    private final OperationHandle[] gets;
    private final double[][] sums;
    private final double[] expected;
    private final int side;

    private LuResidual(final TaskContext ctx, final LuProblem problem, final GlobalMatrix lu) {
        this.problem = problem;
        this.lu = lu;
        side = problem.side();
        left = new double[(problem.size() - 1) / side + 1][];
        right = new double[2][side * side];
        gets = new OperationHandle[] {ctx.newOperation(), ctx.newOperation()};
        sums = new double[side][side];
        expected = new double[side * side];
    }

    /** Returns the norm of LU - A by that of A, in units of size times rounding error: the greatest sums of rows. */
    static double of(final TaskContext ctx, final LuProblem problem, final GlobalMatrix lu) throws SuspendExecution {
        final GlobalMatrix rest = GlobalMatrix.create(ctx, MatrixSpec.doubles(problem.size()));
        final GlobalMatrix whole = GlobalMatrix.create(ctx, MatrixSpec.doubles(problem.size()));
        try {
            ctx.executeOnAll(node -> new LuResidual(node, problem, lu).addHere(node, rest, whole));
            return MatrixMath.greatest(ctx, rest).value() / MatrixMath.greatest(ctx, whole).value()
                / problem.size() / Math.ulp(1.0);
        } finally {
            whole.destroy(ctx);
            rest.destroy(ctx);
        }
    }

    private void addHere(final TaskContext ctx, final GlobalMatrix rest, final GlobalMatrix whole)
        throws SuspendExecution {
        long row = -1;
        for (final Box box : lu.distribution(ctx.nodeId())) {
            if (box.from(0) != row) {
                row = box.from(0);
                getLeft(ctx, box);
            }
            multiply(ctx, box);
            compare(ctx, box, rest, whole);
        }
    }

    /** Gets the row's blocks of L, with the ones on the diagonal. */
    private void getLeft(final TaskContext ctx, final Box box) throws SuspendExecution {
        final int last = (int) (box.from(0) / side);
        for (int k = 0; k <= last; k++) {
            if (left[k] == null) {
                left[k] = new double[side * side];
            }
            lu.getNb(ctx, gets[0], block(box.from(0), box.to(0), k), Tile.of(left[k], box.extent(0), length(k)));
        }
        ctx.await(gets[0]);
        final int columns = length(last);
        for (int i = 0; i < box.extent(0); i++) {
            left[last][i * columns + i] = 1;
            Arrays.fill(left[last], i * columns + i + 1, (i + 1) * columns, 0);
        }
    }

    private int length(final int block) {
        return Math.min(side, problem.size() - block * side);
    }

    private Box block(final long from, final long to, final int column) {
        return Box.of(from, to, (long) column * side, (long) column * side + length(column));
    }

    private void startRight(final TaskContext ctx, final int k, final Box box) {
        final long from = (long) k * side;
        lu.getNb(ctx, gets[k & 1], Box.of(from, from + length(k), box.from(1), box.to(1)),
            Tile.of(right[k & 1], length(k), box.extent(1)));
    }

    private void multiply(final TaskContext ctx, final Box box) throws SuspendExecution {
        final int rows = (int) box.extent(0);
        final int columns = (int) box.extent(1);
        for (int i = 0; i < rows; i++) {
            Arrays.fill(sums[i], 0, columns, 0);
        }
        final int last = (int) Math.min(box.from(0), box.from(1)) / side;
        startRight(ctx, 0, box);
        for (int k = 0; k <= last; k++) {
            if (k < last) {
                startRight(ctx, k + 1, box);
            }
            ctx.await(gets[k & 1]);
            final double[] b = right[k & 1];
            for (int i = 1; (long) k * side == box.from(1) && i < columns; i++) {
                Arrays.fill(b, i * columns, i * columns + i, 0);
            }
            product.add(left[k], b, sums, rows, length(k), columns);
            ctx.yield();
        }
    }

    private void compare(final TaskContext ctx, final Box box, final GlobalMatrix rest, final GlobalMatrix whole)
        throws SuspendExecution {
        problem.elements(box, expected);
        final int columns = (int) box.extent(1);
        final double[] differences = new double[(int) box.extent(0)];
        final double[] sizes = new double[(int) box.extent(0)];
        for (int i = 0; i < sizes.length; i++) {
            for (int j = 0; j < columns; j++) {
                differences[i] += Math.abs(sums[i][j] - expected[i * columns + j]);
                sizes[i] += Math.abs(expected[i * columns + j]);
            }
        }
        final Box rows = Box.of(box.from(0), box.to(0));
        rest.accumulate(ctx, rows, Tile.of(differences, sizes.length), 1);
        whole.accumulate(ctx, rows, Tile.of(sizes, sizes.length), 1);
    }
}
