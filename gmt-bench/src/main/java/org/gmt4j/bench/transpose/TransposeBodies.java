package org.gmt4j.bench.transpose;

import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.TeamMath;
import org.gmt4j.ga.Tile;

/** The bodies of each node: fill, turn over, check. */
final class TransposeBodies {
    /** Rows and columns of a piece that is got at once. */
    private static final int SIDE = 256;

    private TransposeBodies() {
    }

    /** Never what cleared memory has, which would prove nothing. */
    private static int value(final long row, final long column) {
        final int value = (int) row * 0x01000193 ^ (int) column * 0x9E3779B1;
        return value == 0 ? 1 : value;
    }

    /** Fills this node's part of a matrix with its values, or with zeros. */
    static void fill(final TaskContext ctx, final GlobalMatrix matrix, final boolean isZero)
        throws SuspendExecution {
        final int[] values = new int[SIDE * SIDE];
        for (final Box block : matrix.distribution(ctx.nodeId())) {
            for (long i = block.from(0); i < block.to(0); i += SIDE) {
                for (long j = block.from(1); j < block.to(1); j += SIDE) {
                    final Box piece = piece(block, i, j);
                    if (!isZero) {
                        values(piece, values);
                    }
                    matrix.put(ctx, piece, Tile.of(values, piece.extent(0), piece.extent(1)));
                }
            }
        }
    }

    private static Box piece(final Box block, final long i, final long j) {
        return Box.of(i, Math.min(block.to(0), i + SIDE), j, Math.min(block.to(1), j + SIDE));
    }

    private static void values(final Box piece, final int[] values) {
        int at = 0;
        for (long i = piece.from(0); i < piece.to(0); i++) {
            for (long j = piece.from(1); j < piece.to(1); j++) {
                values[at++] = value(i, j);
            }
        }
    }

    /** Returns how many elements of this node's part are not those of the other matrix turned over. */
    static long wrong(final TaskContext ctx, final GlobalMatrix turned) throws SuspendExecution {
        long wrong = 0;
        final int[] values = new int[SIDE * SIDE];
        for (final Box block : turned.distribution(ctx.nodeId())) {
            for (long i = block.from(0); i < block.to(0); i += SIDE) {
                for (long j = block.from(1); j < block.to(1); j += SIDE) {
                    final Box piece = piece(block, i, j);
                    turned.get(ctx, piece, Tile.of(values, piece.extent(0), piece.extent(1)));
                    wrong += wrong(piece, values);
                }
            }
        }
        return wrong;
    }

    private static long wrong(final Box piece, final int[] values) {
        long wrong = 0;
        int at = 0;
        for (long i = piece.from(0); i < piece.to(0); i++) {
            for (long j = piece.from(1); j < piece.to(1); j++) {
                wrong += values[at++] == value(j, i) ? 0 : 1;
            }
        }
        return wrong;
    }

    /** Turns a matrix over once; all nodes begin together. Returns the seconds of this node's part. */
    static TaskFunction<Double> turn(final GlobalMatrix source, final GlobalMatrix target, final boolean isNaive) {
        return ctx -> {
            ctx.barrier();
            final long startNs = System.nanoTime();
            if (isNaive) {
                naive(ctx, source, target);
            } else {
                TeamMath.transpose(ctx, source, target);
            }
            return (System.nanoTime() - startNs) / 1e9;
        };
    }

    /** Columns of the others, piece by piece, one after the other; those of the next node first. */
    private static void naive(final TaskContext ctx, final GlobalMatrix source, final GlobalMatrix target)
        throws SuspendExecution {
        final int[] columns = new int[SIDE * SIDE];
        final int[] rows = new int[SIDE * SIDE];
        for (final Box block : target.distribution(ctx.nodeId())) {
            final long width = block.extent(1);
            final long pieces = (width - 1) / SIDE + 1;
            final long first = pieces * (ctx.nodeId() + 1) / ctx.nodeCount();
            for (long turn = 0; turn < pieces; turn++) {
                final long j = block.from(1) + (first + turn) % pieces * SIDE;
                for (long i = block.from(0); i < block.to(0); i += SIDE) {
                    final Box to = piece(block, i, j);
                    final Box from = Box.of(to.from(1), to.to(1), to.from(0), to.to(0));
                    source.get(ctx, from, Tile.of(columns, from.extent(0), from.extent(1)));
                    turn(columns, rows, (int) from.extent(0), (int) from.extent(1));
                    target.put(ctx, to, Tile.of(rows, to.extent(0), to.extent(1)));
                }
            }
        }
    }

    private static void turn(final int[] from, final int[] to, final int rows, final int columns) {
        for (int i = 0; i < rows; i += 16) {
            for (int j = 0; j < columns; j++) {
                for (int k = i; k < Math.min(rows, i + 16); k++) {
                    to[j * rows + k] = from[k * columns + j];
                }
            }
        }
    }
}
