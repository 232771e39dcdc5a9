package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.product.ProductSums;

/**
 * Products of matrices of one type. Each node computes its own blocks of the result, or its share of one in small
 * blocks, piece by piece, and gets the rows of a and columns of b that it takes in panels, the next one while it works
 * with the last. A panel serves all tiles of a piece, so that what is got is a quarter of what each tile alone would
 * need. Stateless.
 */
final class Multiplication {
    /** Rows and columns of a tile of the result, and the depth of a panel. */
    private static final int SIDE = 256;
    /** Tiles along a piece of the result. */
    private static final int TILES = 4;
    /** Below this many rows or columns a dealt block is no piece of its own: its panels would be larger than itself. */
    private static final int SHORT = 128;

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
        c.type().factor(alpha);
        c.type().factor(beta);
        if (a.extent(1) != b.extent(0) || a.extent(0) != c.extent(0) || b.extent(1) != c.extent(1)) {
            throw new MatrixException(MatrixException.DIFFERENT, a + " times " + b + " is not like " + c);
        }
        final double[] factors = {alpha, beta};
        ctx.executeOnAll(node -> multiplyHere(node, factors, a.part(), b.part(), c.part()));
    }

    private static void multiplyHere(final TaskContext ctx, final double[] factors, final MatrixPart a,
                                     final MatrixPart b, final MatrixPart c) throws SuspendExecution {
        final List<Box> pieces = pieces(c);
        if (pieces.isEmpty()) {
            return;
        }
        long rows = 0;
        long columns = 0;
        for (final Box piece : pieces) {
            rows = Math.max(rows, piece.extent(0));
            columns = Math.max(columns, piece.extent(1));
        }
        final int side = (int) Math.min(SIDE, Math.max(a.spec().extent(1), Math.max(rows, columns)));
        final Work work = new Work(c, tiles(rows), tiles(columns), side);
        final Panels panels = new Panels(ctx, a, b, new int[] {tiles(rows), tiles(columns), side});
        for (final Box piece : pieces) {
            work.begin(piece);
            panels.begin(piece);
            while (panels.next(ctx)) {
                work.add(ctx, panels);
            }
            work.finish(ctx, factors);
        }
    }

    private static List<Box> pieces(final MatrixPart c) {
        final boolean isShort = c.layout() instanceof CyclicLayout
            && Math.min(c.layout().pitch(0, 0), c.layout().pitch(1, 0)) < SHORT;
        final List<Box> pieces = new ArrayList<>();
        for (final Box block : isShort ? LocalBoxes.shares(c) : LocalBoxes.owned(c, c.nodeId())) {
            cut(block, TILES * SIDE, pieces);
        }
        return pieces;
    }

    private static void cut(final Box box, final int side, final List<Box> pieces) {
        for (long i = box.from(0); i < box.to(0); i += side) {
            for (long j = box.from(1); j < box.to(1); j += side) {
                pieces.add(Box.of(i, Math.min(box.to(0), i + side), j, Math.min(box.to(1), j + side)));
            }
        }
    }

    /** Returns the tiles along so many rows or columns. */
    private static int tiles(final long length) {
        return (int) ((length - 1) / SIDE + 1);
    }

    /** Returns the indices of a tile of a piece in one dimension, as a box of that dimension. */
    private static Box tile(final Box piece, final int dim, final int number) {
        final long from = piece.from(dim) + (long) number * SIDE;
        return Box.of(from, Math.min(piece.to(dim), from + SIDE));
    }

    /** The sums of the tiles of a piece. Owned by one task. */
    private static final class Work {
        private final MatrixPart c;
        private final ProductSums[][] sums;
        private final Tile room;
        private Box piece;

        Work(final MatrixPart c, final int rows, final int columns, final int side) {
            this.c = c;
            sums = new ProductSums[rows][columns];
            final ProductSums first = ProductSums.of(c.spec().type(), side);
            for (final ProductSums[] row : sums) {
                Arrays.setAll(row, j -> first.another());
            }
            sums[0][0] = first;
            room = Tile.of(c.spec().type(), (long) side * side);
        }

        void begin(final Box newPiece) {
            piece = newPiece;
            for (int i = 0; i < rows(); i++) {
                for (int j = 0; j < columns(); j++) {
                    sums[i][j].clear(length(0, i), length(1, j));
                }
            }
        }

        private int rows() {
            return tiles(piece.extent(0));
        }

        private int columns() {
            return tiles(piece.extent(1));
        }

        private int length(final int dim, final int number) {
            return (int) tile(piece, dim, number).extent(0);
        }

        void add(final TaskContext ctx, final Panels panels) throws SuspendExecution {
            for (int j = 0; j < columns(); j++) {
                for (int i = 0; i < rows(); i++) {
                    sums[i][j].add(panels.a(i), panels.b(j), length(0, i), panels.depth(), length(1, j));
                    ctx.yield();
                }
            }
        }

        void finish(final TaskContext ctx, final double[] factors) throws SuspendExecution {
            for (int i = 0; i < rows(); i++) {
                for (int j = 0; j < columns(); j++) {
                    final Box rows = tile(piece, 0, i);
                    final Box columns = tile(piece, 1, j);
                    final Box box = Box.of(rows.from(0), rows.to(0), columns.from(0), columns.to(0));
                    if (factors[1] != 0) {
                        MatrixMath.read(ctx, c, box, room);
                    }
                    sums[i][j].finish(room, length(0, i), length(1, j), factors[0], factors[1]);
                    MatrixMath.write(ctx, c, box, room);
                }
            }
        }
    }

    /** The panels of a and b for a piece of the result, two of each: one in use, one on its way. Owned by one task. */
    private static final class Panels {
        private final MatrixPart a;
        private final MatrixPart b;
        private final int count;
        private final Tile[][] ofA;
        private final Tile[][] ofB;
        private final OperationHandle[] gets;
        private Box piece;
        private int given;

        /** @param shape most tiles along the rows and the columns of a piece, and their side */
        Panels(final TaskContext ctx, final MatrixPart a, final MatrixPart b, final int[] shape) {
            this.a = a;
            this.b = b;
            ofA = rooms(a.spec().type(), shape[0], shape[2]);
            ofB = rooms(b.spec().type(), shape[1], shape[2]);
            count = Math.toIntExact((a.spec().extent(1) - 1) / SIDE + 1);
            gets = new OperationHandle[] {ctx.newOperation(), ctx.newOperation()};
        }

        private static Tile[][] rooms(final MatrixType type, final int tiles, final int side) {
            final Tile[][] rooms = new Tile[2][tiles];
            for (final Tile[] room : rooms) {
                Arrays.setAll(room, i -> Tile.of(type, (long) side * side));
            }
            return rooms;
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
            for (int i = 0; i < tiles(piece.extent(0)); i++) {
                final Box rows = tile(piece, 0, i);
                get(ctx, a, Box.of(rows.from(0), rows.to(0), from, to), ofA[side][i], gets[side]);
            }
            for (int j = 0; j < tiles(piece.extent(1)); j++) {
                final Box columns = tile(piece, 1, j);
                get(ctx, b, Box.of(from, to, columns.from(0), columns.to(0)), ofB[side][j], gets[side]);
            }
        }

        private static void get(final TaskContext ctx, final MatrixPart part, final Box box, final Tile to,
                                final OperationHandle handle) {
            Transfer.uncalled(part, box, to.shaped(box.extents()), CallKind.GET, null).start(ctx, handle);
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

        /** Returns the rows of a of a tile. */
        Tile a(final int number) {
            return ofA[given & 1][number];
        }

        /** Returns the columns of b of a tile. */
        Tile b(final int number) {
            return ofB[given & 1][number];
        }

        int depth() {
            return depth(given);
        }
    }
}
