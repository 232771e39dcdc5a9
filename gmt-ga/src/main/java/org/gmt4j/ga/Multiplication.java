package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.product.ProductSums;

/**
 * Products of matrices of one type. Each node computes its own blocks of the result, piece by piece, and gets the rows
 * of a and columns of b that it takes in panels, the next one while it works with the last. Stateless.
 */
final class Multiplication {
    /** Rows and columns of a piece of the result, and the depth of a panel. */
    private static final int SIDE = 256;

    private Multiplication() {
    }

    static void multiply(final TaskContext ctx, final double alpha, final GlobalMatrix a, final GlobalMatrix b,
                         final double beta, final GlobalMatrix c) throws SuspendExecution {
        for (final GlobalMatrix one : new GlobalMatrix[] {a, b, c}) {
            if (one.dims() != 2) {
                throw MatrixMath.notDefined("a product with " + one + ": expected two dimensions");
            }
            if (one.type() != c.type()) {
                throw new MatrixException(MatrixException.DIFFERENT, "a product " + a + " times " + b + " as " + c
                    + ": expected one type for all three; copy elements to a matrix of that type first");
            }
        }
        if (c.isSameAs(a) || c.isSameAs(b)) {
            throw new MatrixException(MatrixException.DIFFERENT, "the product of " + a + " and " + b
                + " as one of the two: expected another matrix");
        }
        c.type().whole(alpha);
        c.type().whole(beta);
        if (a.extent(1) != b.extent(0) || a.extent(0) != c.extent(0) || b.extent(1) != c.extent(1)) {
            throw new MatrixException(MatrixException.DIFFERENT, a + " times " + b + " is not like " + c);
        }
        final double[] factors = {alpha, beta};
        ctx.executeOnAll(node -> multiplyHere(node, factors, a.part(), b.part(), c.part()));
    }

    private static void multiplyHere(final TaskContext ctx, final double[] factors, final MatrixPart a,
                                     final MatrixPart b, final MatrixPart c) throws SuspendExecution {
        final Panels panels = new Panels(ctx, a, b);
        final MatrixType type = c.spec().type();
        final ProductSums sums = ProductSums.of(type, SIDE);
        final Tile room = Tile.of(type, (long) SIDE * SIDE);
        for (final Box piece : pieces(c)) {
            final int rows = (int) piece.extent(0);
            final int columns = (int) piece.extent(1);
            sums.clear(rows, columns);
            panels.begin(piece);
            while (panels.next(ctx)) {
                sums.add(panels.a(), panels.b(), rows, panels.depth(), columns);
                ctx.yield();
            }
            if (factors[1] != 0) {
                MatrixMath.read(ctx, c, piece, room);
            }
            sums.finish(room, rows, columns, factors[0], factors[1]);
            MatrixMath.write(ctx, c, piece, room);
        }
    }

    private static List<Box> pieces(final MatrixPart c) {
        final List<Box> pieces = new ArrayList<>();
        for (final Box block : LocalBoxes.owned(c, c.nodeId())) {
            for (long i = block.from(0); i < block.to(0); i += SIDE) {
                for (long j = block.from(1); j < block.to(1); j += SIDE) {
                    pieces.add(Box.of(i, Math.min(block.to(0), i + SIDE), j, Math.min(block.to(1), j + SIDE)));
                }
            }
        }
        return pieces;
    }

    /** The panels of a and b for a piece of the result, two of each: one in use, one on its way. Owned by one task. */
    private static final class Panels {
        private final MatrixPart a;
        private final MatrixPart b;
        private final int count;
        private final Tile[] ofA;
        private final Tile[] ofB;
        private final OperationHandle[] gets;
        private Box piece;
        private int given;

        Panels(final TaskContext ctx, final MatrixPart a, final MatrixPart b) {
            this.a = a;
            this.b = b;
            ofA = rooms(a.spec().type());
            ofB = rooms(b.spec().type());
            count = Math.toIntExact((a.spec().extent(1) - 1) / SIDE + 1);
            gets = new OperationHandle[] {ctx.newOperation(), ctx.newOperation()};
        }

        private static Tile[] rooms(final MatrixType type) {
            return new Tile[] {Tile.of(type, (long) SIDE * SIDE), Tile.of(type, (long) SIDE * SIDE)};
        }

        void begin(final Box newPiece) {
            piece = newPiece;
            given = -1;
        }

        /** Nodes begin at different panels, so that not all ask the same one. */
        private int panel(final int number) {
            return (number + a.nodeId()) % count;
        }

        private int depth(final int number) {
            return (int) Math.min(SIDE, a.spec().extent(1) - (long) panel(number) * SIDE);
        }

        private void start(final TaskContext ctx, final int number) {
            final long from = (long) panel(number) * SIDE;
            final long to = from + depth(number);
            final int side = number & 1;
            final Box left = Box.of(piece.from(0), piece.to(0), from, to);
            final Box right = Box.of(from, to, piece.from(1), piece.to(1));
            Transfer.uncalled(a, left, ofA[side].shaped(left.extents()), CallKind.GET, null).start(ctx, gets[side]);
            Transfer.uncalled(b, right, ofB[side].shaped(right.extents()), CallKind.GET, null)
                .start(ctx, gets[side]);
        }

        /** Waits for the next panels and starts those behind. Returns false when there are none. */
        boolean next(final TaskContext ctx) throws SuspendExecution {
            if (given < 0) {
                start(ctx, 0);
            }
            given++;
            if (given == count) {
                return false;
            }
            if (given + 1 < count) {
                start(ctx, given + 1);
            }
            ctx.await(gets[given & 1]);
            return true;
        }

        Tile a() {
            return ofA[given & 1];
        }

        Tile b() {
            return ofB[given & 1];
        }

        int depth() {
            return depth(given);
        }
    }
}
