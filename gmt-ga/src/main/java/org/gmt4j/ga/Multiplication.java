package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.product.ProductSums;

/**
 * Products of boxes of matrices of one type. Each node computes its own blocks of the result, or its share of one in
 * small blocks, piece by piece, and gets the rows of a and columns of b that it takes in panels, the next one while it
 * works with the last; panels of a factor that is turned over or conjugated are so by the node that got them. A panel
 * serves all tiles of a piece, so that what is got is a quarter of what each tile alone would need. Stateless.
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

    /** Sets a box of c to alpha a b + beta times itself. Called by one task. */
    static void multiply(final TaskContext ctx, final double[] alpha, final Operand a, final Operand b,
                         final double[] beta, final GlobalMatrix c, final Box box) throws SuspendExecution {
        final double[][] factors = check(alpha, a, b, beta, c, box);
        final double[] times = factors[0];
        final double[] own = factors[1];
        ctx.executeOnAll(node -> multiplyHere(node, times, a, b, own, c.part(), box));
    }

    /** This node's share of {@link #multiply}. */
    static void multiplyPart(final TaskContext ctx, final double[] alpha, final Operand a, final Operand b,
                             final double[] beta, final GlobalMatrix c, final Box box) throws SuspendExecution {
        final double[][] factors = check(alpha, a, b, beta, c, box);
        multiplyHere(ctx, factors[0], a, b, factors[1], c.part(), box);
    }

    /** Returns alpha and beta, real and imaginary part of each. */
    private static double[][] check(final double[] alpha, final Operand a, final Operand b, final double[] beta,
                                    final GlobalMatrix c, final Box box) {
        final Operand result = Operand.of(c, box);
        for (final Operand one : new Operand[] {a, b, result}) {
            if (one.matrix().dims() != 2) {
                throw c.part().notDefined("a product with " + one, "two dimensions");
            }
            if (one.matrix().type() != c.type()) {
                throw c.part().different("a product " + a + " times " + b + " as " + result,
                    "one type for all three; copy elements to a matrix of that type first");
            }
        }
        a.matrix().part().check(a.box());
        b.matrix().part().check(b.box());
        c.part().check(box);
        requireApart(a, b, result);
        final double[][] factors = {c.part().factor(alpha), c.part().factor(beta)};
        if (a.extent(1) != b.extent(0) || a.extent(0) != box.extent(0) || b.extent(1) != box.extent(1)) {
            throw c.part().different(a + ", times " + b + ", is not like " + result, a.extent(0) + " x " + b.extent(1)
                + " elements there, and as many columns as rows in between, not " + a.extent(1) + " and "
                + b.extent(0));
        }
        return factors;
    }

    /** Others read factors while this node writes: also the box of a factor itself is refused. */
    private static void requireApart(final Operand a, final Operand b, final Operand result) {
        final GlobalMatrix c = result.matrix();
        for (final Operand one : new Operand[] {a, b}) {
            if (c.isSameAs(one.matrix()) && !one.box().intersect(result.box()).isEmpty()) {
                throw c.part().different("the product of " + a + ", and " + b + ", as one of the two, or over a part "
                    + "of it, in " + result, "boxes that share no element, or another matrix");
            }
        }
    }

    private static void multiplyHere(final TaskContext ctx, final double[] alpha, final Operand a, final Operand b,
                                     final double[] beta, final MatrixPart c, final Box box)
        throws SuspendExecution {
        final List<Box> pieces = pieces(c, box);
        if (pieces.isEmpty()) {
            return;
        }
        long rows = 0;
        long columns = 0;
        for (final Box piece : pieces) {
            rows = Math.max(rows, piece.extent(0));
            columns = Math.max(columns, piece.extent(1));
        }
        final int side = (int) Math.min(SIDE, Math.max(a.extent(1), Math.max(rows, columns)));
        final Work work = new Work(c, tiles(rows), tiles(columns), side);
        // as with BLAS, factors are not read of an alpha of 0, whatever they have
        final boolean isSum = !isZero(alpha) && a.extent(1) > 0;
        final int count = isSum ? Math.toIntExact((a.extent(1) + SIDE - 1) / SIDE) : 0;
        final Panels panels = new Panels(ctx, new Factor(a, count, tiles(rows), side),
            new Factor(b, count, tiles(columns), side), count, box);
        for (final Box piece : pieces) {
            work.begin(piece);
            panels.begin(piece);
            while (panels.next(ctx)) {
                work.add(ctx, panels);
            }
            work.finish(ctx, isSum ? alpha : new double[2], beta);
        }
    }

    private static boolean isZero(final double[] factor) {
        return factor[0] == 0 && factor[1] == 0;
    }

    private static List<Box> pieces(final MatrixPart c, final Box box) {
        final boolean isShort = c.layout() instanceof CyclicLayout
            && Math.min(c.layout().pitch(0, 0), c.layout().pitch(1, 0)) < SHORT;
        final List<Box> pieces = new ArrayList<>();
        for (final Box block : isShort ? LocalBoxes.shares(c, box) : LocalBoxes.owned(c, c.nodeId())) {
            cut(block.intersect(box), TILES * SIDE, pieces);
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

        void finish(final TaskContext ctx, final double[] alpha, final double[] beta) throws SuspendExecution {
            for (int i = 0; i < rows(); i++) {
                for (int j = 0; j < columns(); j++) {
                    final Box rows = tile(piece, 0, i);
                    final Box columns = tile(piece, 1, j);
                    final Box box = Box.of(rows.from(0), rows.to(0), columns.from(0), columns.to(0));
                    if (!isZero(beta)) {
                        MatrixMath.read(ctx, c, box, room);
                    }
                    sums[i][j].finish(room, length(0, i), length(1, j), alpha, beta);
                    MatrixMath.write(ctx, c, box, room);
                }
            }
        }
    }

    /** The panels of a factor, two of them: one in use, one on its way. Owned by one task. */
    private static final class Factor {
        private final Operand operand;
        private final MatrixPart part;
        private final Tile[][] rooms;
        /** Where a panel is turned over to; takes the place of the room that it has been got to. */
        private Tile spare;

        /** @param count of panels, of which two are here at most */
        Factor(final Operand operand, final int count, final int tiles, final int side) {
            this.operand = operand;
            part = operand.matrix().part();
            rooms = new Tile[Math.min(2, count)][tiles];
            for (final Tile[] room : rooms) {
                Arrays.setAll(room, i -> Tile.of(part.spec().type(), (long) side * side));
            }
            spare = operand.isTurned() && count > 0 ? Tile.of(part.spec().type(), (long) side * side) : null;
        }

        /** Starts to get rows and columns of the factor. */
        void start(final TaskContext ctx, final Box rows, final Box columns, final int side, final int number,
                   final OperationHandle handle) {
            final Box box = operand.place(rows, columns);
            Transfer.uncalled(part, box, rooms[side][number].shaped(box.extents()), CallKind.GET, null)
                .start(ctx, handle);
        }

        /** Turns tiles over that have arrived, where they lie turned over, and conjugates them. */
        void arrange(final TaskContext ctx, final Box rows, final Box columns, final int side, final int number)
            throws SuspendExecution {
            if (operand.isTurned()) {
                final Tile got = rooms[side][number];
                TileMath.transpose(got, spare, (int) columns.extent(0), (int) rows.extent(0));
                rooms[side][number] = spare;
                spare = got;
            }
            if (operand.isConjugated()) {
                TileMath.conjugate(rooms[side][number], (int) (rows.extent(0) * columns.extent(0)));
            }
            if (operand.isTurned() || operand.isConjugated()) {
                ctx.yield();
            }
        }
    }

    /** The panels of a and b for a piece of the result. Owned by one task. */
    private static final class Panels {
        private final Factor a;
        private final Factor b;
        private final Box box;
        private final int first;
        private final int count;
        private final OperationHandle[] gets;
        private Box piece;
        private int given;

        /** @param box of the result, whose first row and column are those of a and b */
        Panels(final TaskContext ctx, final Factor a, final Factor b, final int count, final Box box) {
            this.a = a;
            this.b = b;
            this.box = box;
            first = ctx.nodeId();
            this.count = count;
            gets = new OperationHandle[] {ctx.newOperation(), ctx.newOperation()};
        }

        void begin(final Box newPiece) {
            piece = newPiece;
            given = -1;
        }

        /** Returns the depths of a panel. Nodes begin at different ones, so that not all ask the same node. */
        private Box depths(final int number) {
            final long from = (long) ((number + first) % count) * SIDE;
            return Box.of(from, Math.min(a.operand.extent(1), from + SIDE));
        }

        /** Returns the rows (0) or columns (1) of a tile, from the first of the result on. */
        private Box lines(final int dim, final int number) {
            return tile(piece, dim, number).shift(-box.from(dim));
        }

        private void start(final TaskContext ctx, final int number) {
            final Box depths = depths(number);
            final int side = number & 1;
            for (int i = 0; i < tiles(piece.extent(0)); i++) {
                a.start(ctx, lines(0, i), depths, side, i, gets[side]);
            }
            for (int j = 0; j < tiles(piece.extent(1)); j++) {
                b.start(ctx, depths, lines(1, j), side, j, gets[side]);
            }
        }

        private void arrange(final TaskContext ctx) throws SuspendExecution {
            final Box depths = depths(given);
            for (int i = 0; i < tiles(piece.extent(0)); i++) {
                a.arrange(ctx, lines(0, i), depths, given & 1, i);
            }
            for (int j = 0; j < tiles(piece.extent(1)); j++) {
                b.arrange(ctx, depths, lines(1, j), given & 1, j);
            }
        }

        /** Waits for the next panels and starts those behind. Returns false when there are none. */
        boolean next(final TaskContext ctx) throws SuspendExecution {
            if (given < 0 && count > 0) {
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
            arrange(ctx);
            return true;
        }

        /** Returns the rows of a of a tile. */
        Tile a(final int number) {
            return a.rooms[given & 1][number];
        }

        /** Returns the columns of b of a tile. */
        Tile b(final int number) {
            return b.rooms[given & 1][number];
        }

        int depth() {
            return (int) depths(given).extent(0);
        }
    }
}
