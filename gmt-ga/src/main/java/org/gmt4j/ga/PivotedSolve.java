package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Solves A X = B by elimination with exchanges of rows, for matrices that {@link LuFactorisation} refuses. The rows are
 * dealt to the nodes one by one, on the heap. For each column the nodes agree on the row whose element is largest
 * beside the others of its row; all get it from its owner, and take multiples of it from the own rows that are left.
 * Rows stay where they are: their order is that in which they are chosen. The same bit by bit for any number of nodes.
 *
 * <p>Two thirds of n^3 multiplications and additions, of which each node has its share, but each column reads all rows
 * that are left: some times the time of {@link LuFactorisation}; four collectives a column. Owned by one task.
 */
final class PivotedSolve {
    private static final double EPSILON = Math.ulp(1.0);
    static final int SOLVED = -1;
    static final int NOT_FINITE = -2;
    private static final int NONE = -1;

    private final TaskContext ctx;
    private final int size;
    private final int sides;
    private final int nodes;
    private final int node;
    /** This node's rows of A, each with those of B behind it. */
    private final double[][] rows;
    /** The largest size in each of these rows of A, as they were. */
    private final double[] scales;
    /** The step in which each of these rows was chosen. */
    private final int[] chosen;
    /** By step, the node that has the row. */
    private final int[] owners;
    /** Two rows of each node, which others get in turn; this node's part, and one to get to. */
    private final GlobalMatrix shared;
    private final double[] pivot;
    private final GivingWay way = new GivingWay();

    private PivotedSolve(final TaskContext ctx, final int size, final int sides, final GlobalMatrix shared) {
        this.ctx = ctx;
        this.size = size;
        this.sides = sides;
        this.shared = shared;
        pivot = new double[size + sides];
        nodes = ctx.nodeCount();
        node = ctx.nodeId();
        rows = new double[(size - node + nodes - 1) / nodes][size + sides];
        scales = new double[rows.length];
        chosen = new int[rows.length];
        Arrays.fill(chosen, NONE);
        owners = new int[size];
    }

    /**
     * Solves; called by one task.
     *
     * @param b right sides in columns; it stays as it is
     * @param x like b, another matrix
     * @return {@link #SOLVED}; {@link #NOT_FINITE} where an element of A is not; else the first column without a pivot
     *         that is larger than rounding errors: A is singular then. x is as it was but where it is solved
     */
    static int solve(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b, final GlobalMatrix x)
        throws SuspendExecution {
        final int size = Math.toIntExact(a.extent(0));
        final int sides = Math.toIntExact(b.extent(1));
        final GlobalMatrix shared = GlobalMatrix.create(ctx,
            MatrixSpec.doubles(2L * ctx.nodeCount(), (long) size + sides).grid(ctx.nodeCount(), 1));
        try {
            return ctx.callOnAll(member -> new PivotedSolve(member, size, sides, shared).run(a, b, x)).get(0);
        } finally {
            shared.destroy(ctx);
        }
    }

    private int run(final GlobalMatrix a, final GlobalMatrix b, final GlobalMatrix x) throws SuspendExecution {
        load(a, b);
        final double scale = ctx.collectives().allReduce(LuKernels.largest(scales, scales.length), ReduceOperator.MAX);
        if (!Double.isFinite(scale)) {
            return NOT_FINITE;
        }
        final double[] largest = largestOfColumns();
        for (int step = 0; step < size; step++) {
            final int slot = best(step);
            final double mine = slot == NONE ? 0 : ratio(slot, step);
            final double best = ctx.collectives().allReduce(mine, ReduceOperator.MAX);
            final double most = ctx.collectives().allReduce(largest[step], ReduceOperator.MAX);
            if (!(best > size * EPSILON * most)) {
                return step;                                   // all nodes find the same
            }
            eliminate(step, ctx.collectives().allReduce(mine == best ? row(slot) : size, ReduceOperator.MIN));
        }
        substitute();
        write(x);
        return SOLVED;
    }

    private long row(final int slot) {
        return (long) slot * nodes + node;
    }

    private void load(final GlobalMatrix a, final GlobalMatrix b) throws SuspendExecution {
        for (int slot = 0; slot < rows.length; slot++) {
            final long row = row(slot);
            a.getNb(ctx, Box.of(row, row + 1, 0, size), Tile.of(rows[slot], 1, size));
            b.getNb(ctx, Box.of(row, row + 1, 0, sides), Tile.of(rows[slot], 1, sides).at(size));
        }
        ctx.await();
        for (int slot = 0; slot < rows.length; slot++) {
            scales[slot] = LuKernels.largest(rows[slot], size);
        }
    }

    /** Returns the largest own element of each column, each beside the largest of its row. */
    private double[] largestOfColumns() throws SuspendExecution {
        final double[] own = new double[size];
        for (int slot = 0; slot < rows.length; slot++) {
            for (int j = 0; j < size && scales[slot] > 0; j++) {
                own[j] = Math.max(own[j], ratio(slot, j));
            }
            way.between(ctx);
        }
        return own;
    }

    private double ratio(final int slot, final int column) {
        return scales[slot] > 0 ? Math.abs(rows[slot][column]) / scales[slot] : 0;
    }

    /** Returns the own row that is left whose element is largest, of equal ones the first. */
    private int best(final int step) {
        int best = NONE;
        for (int slot = 0; slot < rows.length; slot++) {
            if (chosen[slot] == NONE && (best == NONE || ratio(slot, step) > ratio(best, step))) {
                best = slot;
            }
        }
        return best;
    }

    private void eliminate(final int step, final long pivotRow) throws SuspendExecution {
        final int owner = (int) (pivotRow % nodes);
        final int own = (int) (pivotRow / nodes);
        owners[step] = owner;
        if (owner == node) {
            chosen[own] = step;
        }
        share(step, owner, owner == node ? rows[own] : null, size + sides);
        for (int slot = 0; slot < rows.length; slot++) {
            if (chosen[slot] == NONE && rows[slot][step] != 0) {
                LuKernels.one(rows[slot], pivot, step + 1, size + sides, -rows[slot][step] / pivot[step]);
            }
            way.between(ctx);
        }
    }

    /**
     * Makes the first numbers of an array of one node those of {@link #pivot} on all. The next time is in the other
     * row, so nobody is still getting this one when it is written again.
     */
    private void share(final int step, final int owner, final double[] from, final int count)
        throws SuspendExecution {
        final Box box = Box.of(2L * owner + (step & 1), 2L * owner + (step & 1) + 1, 0, count);
        if (owner == node) {
            shared.put(ctx, box, Tile.of(from, 1, count));
        }
        ctx.barrier();
        shared.get(ctx, box, Tile.of(pivot, 1, count));
    }

    /** The rows in the order in which they were chosen are an upper triangle: backwards, all right sides at once. */
    private void substitute() throws SuspendExecution {
        ctx.barrier();
        final double[] found = new double[sides];
        final int[] slots = new int[size];
        Arrays.fill(slots, NONE);
        for (int slot = 0; slot < rows.length; slot++) {
            slots[chosen[slot]] = slot;
        }
        for (int step = size - 1; step >= 0; step--) {
            if (slots[step] != NONE) {
                final double[] row = rows[slots[step]];
                for (int side = 0; side < sides; side++) {
                    row[size + side] /= row[step];
                    found[side] = row[size + side];
                }
            }
            share(step, owners[step], found, sides);
            for (int before = 0; before < step; before++) {
                if (slots[before] != NONE) {
                    final double[] row = rows[slots[before]];
                    for (int side = 0; side < sides; side++) {
                        row[size + side] = Math.fma(-row[step], pivot[side], row[size + side]);
                    }
                }
            }
            way.between(ctx);
        }
    }

    private void write(final GlobalMatrix x) throws SuspendExecution {
        for (int slot = 0; slot < rows.length; slot++) {
            final long row = chosen[slot];
            x.putNb(ctx, Box.of(row, row + 1, 0, sides), Tile.of(rows[slot], 1, sides).at(size));
        }
        ctx.await();
    }
}
