package org.gmt4j.apps.lu;

import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.LuFactorisation;
import org.gmt4j.ga.MatrixMath;
import org.gmt4j.ga.MatrixSpec;
import org.gmt4j.ga.Tile;

/**
 * A matrix whose diagonal dominates, and a vector to be found again: each element follows from seed, row and column,
 * whoever asks. Elements are between -1/2 and 1/2, those on the diagonal between (size + 1) / 2 and (size + 3) / 2;
 * those of the vector between -1 and 1. Immutable; any task.
 *
 * @param size rows and columns
 * @param side rows and columns of a block
 */
public record LuProblem(int size, int side, long seed) implements Transferable {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long OF_VECTOR = 0x632BE59BD9B4E019L;

    /** A bijection that looks random. */
    private static long mix(final long state) {
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private static double random(final long seed, final long row, final long column) {
        return (mix(mix(seed + GOLDEN) + GOLDEN * (row << 32 | column)) >> 11) * 0x1p-53;
    }

    /** Returns an element of the matrix. */
    double element(final long row, final long column) {
        final double random = random(seed, row, column);
        return row == column ? size / 2.0 + 1 + random : random;
    }

    /** Returns an element of the vector. */
    double solution(final long row) {
        return 2 * random(seed ^ OF_VECTOR, row, 0);
    }

    /** Returns the hash of an element that has a value: their sum is the digest of a matrix. */
    static long hash(final long row, final long column, final double value) {
        return mix(mix(row << 32 | column) ^ Double.doubleToRawLongBits(value));
    }

    GlobalMatrix create(final TaskContext ctx) throws SuspendExecution {
        return GlobalMatrix.create(ctx, MatrixSpec.doubles(size, size).named("a").blockCyclic(side, side));
    }

    private static int rows(final Box box) {
        return (int) box.extent(0);
    }

    private static int columns(final Box box) {
        return (int) box.extent(1);
    }

    /** Sets the elements of this node's blocks. */
    void fillHere(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        final double[] values = new double[side * side];
        for (final Box box : a.distribution(ctx.nodeId())) {
            elements(box, values);
            a.put(ctx, box, Tile.of(values, rows(box), columns(box)));
            ctx.yield();
        }
    }

    /** Fills an array with the elements of a block. */
    void elements(final Box box, final double[] values) {
        for (int i = 0; i < rows(box); i++) {
            for (int j = 0; j < columns(box); j++) {
                values[i * columns(box) + j] = element(box.from(0) + i, box.from(1) + j);
            }
        }
    }

    /** Returns the digest of this node's blocks. */
    long digestHere(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        final double[] values = new double[side * side];
        long digest = 0;
        for (final Box box : a.distribution(ctx.nodeId())) {
            a.get(ctx, box, Tile.of(values, rows(box), columns(box)));
            for (int i = 0; i < rows(box); i++) {
                for (int j = 0; j < columns(box); j++) {
                    digest += hash(box.from(0) + i, box.from(1) + j, values[i * columns(box) + j]);
                }
            }
            ctx.yield();
        }
        return digest;
    }

    /**
     * Solves for the vector with the factors, from the product of it and the matrix, and returns the greatest error.
     */
    double error(final TaskContext ctx, final GlobalMatrix lu) throws SuspendExecution {
        final LuProblem problem = this;
        final GlobalMatrix right = GlobalMatrix.create(ctx, MatrixSpec.doubles(size));
        final GlobalMatrix found = GlobalMatrix.create(ctx, MatrixSpec.doubles(size));
        try {
            ctx.executeOnAll(node -> problem.multiplyHere(node, lu, right));
            LuFactorisation.solve(ctx, lu, right, found);
            ctx.executeOnAll(node -> problem.subtractHere(node, found));
            return Math.max(MatrixMath.greatest(ctx, found).value(), -MatrixMath.least(ctx, found).value());
        } finally {
            found.destroy(ctx);
            right.destroy(ctx);
        }
    }

    /** Adds the products of the places of this node's blocks. */
    private void multiplyHere(final TaskContext ctx, final GlobalMatrix lu, final GlobalMatrix right)
        throws SuspendExecution {
        for (final Box box : lu.distribution(ctx.nodeId())) {
            final double[] sums = new double[rows(box)];
            for (int i = 0; i < rows(box); i++) {
                for (long j = box.from(1); j < box.to(1); j++) {
                    sums[i] += element(box.from(0) + i, j) * solution(j);
                }
            }
            right.accumulate(ctx, Box.of(box.from(0), box.to(0)), Tile.of(sums, sums.length), 1);
        }
    }

    private void subtractHere(final TaskContext ctx, final GlobalMatrix found) throws SuspendExecution {
        for (final Box box : found.distribution(ctx.nodeId())) {
            final Tile tile = found.get(ctx, box);
            final double[] values = tile.doubles();
            for (int i = 0; i < values.length; i++) {
                values[i] -= solution(box.from(0) + i);
            }
            found.put(ctx, box, tile);
        }
    }
}
