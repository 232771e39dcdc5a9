package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** Turns a matrix over: each node reads its own blocks, turns pieces over, and puts them. Stateless. */
final class Transposition {
    /** Elements of a piece: read and turned over within the second cache, large enough for one message each. */
    private static final int PIECE = 64 * 1024;

    private Transposition() {
    }

    static void transpose(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        requireTurned(a, b);
        ctx.executeOnAll(node -> turnHere(node, a.part(), b.part()));
    }

    static void transposePart(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        requireTurned(a, b);
        turnHere(ctx, a.part(), b.part());
    }

    private static void requireTurned(final GlobalMatrix a, final GlobalMatrix b) {
        if (a.dims() != 2 || b.dims() != 2 || a.type() != b.type() || a.extent(0) != b.extent(1)
            || a.extent(1) != b.extent(0)) {
            throw a.part().different(a + " turned over is not like " + b,
                "one type, two dimensions, and as many rows as the other has columns");
        }
        if (a.isSameAs(b)) {
            throw a.part().different(a + " turned over in place, while nodes still read it", "another matrix");
        }
    }

    /** Two pieces take turns: while one is put, the next one is turned over. */
    private static void turnHere(final TaskContext ctx, final MatrixPart a, final MatrixPart b)
        throws SuspendExecution {
        final Tile rows = Tile.of(a.spec().type(), PIECE);
        final Tile[] turned = {Tile.of(a.spec().type(), PIECE), Tile.of(a.spec().type(), PIECE)};
        final OperationHandle[] puts = {ctx.newOperation(), ctx.newOperation()};
        final GivingWay way = new GivingWay();
        int turn = 0;
        for (final Box piece : pieces(a)) {
            final Box target = Box.of(piece.from(1), piece.to(1), piece.from(0), piece.to(0));
            MatrixMath.read(ctx, a, piece, rows);
            ctx.await(puts[turn]);
            TileMath.transpose(rows, turned[turn], (int) piece.extent(0), (int) piece.extent(1));
            Transfer.uncalled(b, target, turned[turn].shaped(target.extents()), CallKind.PUT, null)
                .start(ctx, puts[turn]);
            turn = 1 - turn;
            way.between(ctx);
        }
        ctx.await(puts[0]);
        ctx.await(puts[1]);
    }

    private static List<Box> pieces(final MatrixPart a) {
        final List<Box> pieces = new ArrayList<>();
        for (final Box block : LocalBoxes.apart(a)) {
            LocalBoxes.cutSquare(block, PIECE, pieces);
        }
        return pieces;
    }
}
