package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.product.DoubleProduct;

/**
 * Solves with factored blocks: forwards with the lower triangle, backwards with the upper one. In each step the nodes
 * that own blocks of the step's column solve its rows of the right sides, each for itself, and take what these
 * contribute from the rows of their own blocks. One barrier a step. One node adds to a row at a time, in the order of
 * steps: results do not depend on the number of nodes. A node has four blocks' rows of the right sides on its heap.
 * Owned by one task of a node; grade: per block.
 */
final class TriangularSolve {
    private final DoubleProduct kernel = new DoubleProduct();
    private final MatrixPart lu;
    private final LuGrid grid;
    private final int sides;
    private final double[] diagonal;
    private final double[] block;
    private final double[][] rows;
    private final double[] tight;
    /** Two take turns: while one is added to its rows, the next one is computed. */
    private final double[][] products;
    private final OperationHandle[] sent;
    private int turn;

    private TriangularSolve(final TaskContext ctx, final MatrixPart lu, final LuGrid grid, final int sides) {
        this.lu = lu;
        this.grid = grid;
        this.sides = sides;
        final int side = grid.side();
        diagonal = new double[side * side];
        block = new double[side * side];
        rows = new double[side][sides];
        tight = new double[Math.multiplyExact(side, sides)];
        products = new double[2][tight.length];
        sent = new OperationHandle[] {ctx.newOperation(), ctx.newOperation()};
    }

    static void solve(final TaskContext ctx, final GlobalMatrix lu, final GlobalMatrix b, final GlobalMatrix x)
        throws SuspendExecution {
        b.part().requireType(MatrixType.DOUBLE);
        Arguments.requireAlike(b, x);
        if (b.extent(0) != lu.extent(0) || b.dims() > 2) {
            throw b.part().different(b + " is no right side for " + lu, "a vector or columns of as many rows");
        }
        final long sides = b.dims() == 1 ? 1 : b.extent(1);
        final long side = LuGrid.side((CyclicLayout) lu.part().layout());
        requireRoom(b.part(), sides, side);
        final MatrixSpec spec = MatrixSpec.doubles(b.extent(0), sides).blockCyclic(side, sides);
        final GlobalMatrix sums = GlobalMatrix.create(ctx, spec);
        try {
            final GlobalMatrix solved = GlobalMatrix.create(ctx, spec);
            try {
                MatrixMath.copy(ctx, b, b.box(), sums, sums.box());
                ctx.executeOnAll(node -> run(node, lu.part(), sums, solved, true));
                ctx.executeOnAll(node -> run(node, lu.part(), solved, sums, false));
                MatrixMath.copy(ctx, sums, sums.box(), x, x.box());
            } finally {
                solved.destroy(ctx);
            }
        } finally {
            sums.destroy(ctx);
        }
    }

    /** A row of blocks of the right sides is one array. */
    static void requireRoom(final MatrixPart b, final long sides, final long side) {
        final long most = (Integer.MAX_VALUE - 8) / side;
        if (sides > most) {
            throw b.notDefined(sides + " right sides in " + b.spec() + " for factors in blocks of " + side,
                "at most " + most + " at a time");
        }
    }

    private static void run(final TaskContext ctx, final MatrixPart lu, final GlobalMatrix sums,
                            final GlobalMatrix solved, final boolean isForward) throws SuspendExecution {
        final LuGrid grid = LuGrid.of(lu);
        final int blocks = ((CyclicLayout) lu.layout()).blocks(0);
        final TriangularSolve here = grid == null ? null
            : new TriangularSolve(ctx, lu, grid, (int) sums.extent(1));
        for (int i = 0; i < blocks; i++) {
            if (here != null) {
                here.step(ctx, isForward ? i : blocks - 1 - i, sums, solved, isForward);
            }
            ctx.barrier();
        }
    }

    /** The sums of the step's rows are complete. */
    private void step(final TaskContext ctx, final int step, final GlobalMatrix sums, final GlobalMatrix solved,
                      final boolean isForward) throws SuspendExecution {
        if (!grid.ownsColumn(step)) {
            return;
        }
        final int first = isForward ? grid.rowAfter(grid.row(), step) : grid.row();
        final int end = isForward ? grid.blocks() : step;
        if (first >= end && !grid.ownsRow(step)) {
            return;
        }
        final int length = grid.length(step);
        read(ctx, step, step, diagonal);
        sums.get(ctx, box(step), Tile.of(tight, length, sides));
        LuKernels.unpack(tight, rows, length, sides);
        if (isForward) {
            LuKernels.eliminate(rows, diagonal, length, sides);
        } else {
            LuKernels.substitute(rows, diagonal, length, sides);
        }
        LuKernels.pack(rows, length, sides, tight);
        if (grid.ownsRow(step)) {
            solved.put(ctx, box(step), Tile.of(tight, length, sides));
        }
        for (int i = first; i < end; i += grid.rows()) {
            subtract(ctx, i, step, sums);
        }
        ctx.await(sent[0]);
        ctx.await(sent[1]);
    }

    private void subtract(final TaskContext ctx, final int i, final int step, final GlobalMatrix sums)
        throws SuspendExecution {
        read(ctx, i, step, block);
        final int length = grid.length(i);
        for (int row = 0; row < length; row++) {
            Arrays.fill(rows[row], 0, sides, 0);
        }
        kernel.add(block, tight, rows, length, grid.length(step), sides);
        ctx.await(sent[turn]);
        LuKernels.pack(rows, length, sides, products[turn]);
        sums.accumulateNb(ctx, sent[turn], box(i), Tile.of(products[turn], length, sides), -1);
        turn = 1 - turn;
        ctx.yield();
    }

    private Box box(final int step) {
        final long from = (long) step * grid.side();
        return Box.of(from, from + grid.length(step), 0, sides);
    }

    private void read(final TaskContext ctx, final int i, final int j, final double[] to) throws SuspendExecution {
        Transfer.uncalled(lu, grid.box(i, j), Tile.of(to, grid.length(i), grid.length(j)), CallKind.GET, null)
            .run(ctx);
    }
}
