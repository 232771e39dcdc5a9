package org.gmt4j.ga;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Solves A x = b for matrices distributed in any way: with factors of a copy, and once more for what is left of b; with
 * exchanges of rows where there are no such factors. Set-up; memory of the matrix once more, and of its factorisation.
 */
final class LinearSolve {
    private static final int SIDE = 64;

    private LinearSolve() {
    }

    static void solve(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b, final GlobalMatrix x)
        throws SuspendExecution {
        a.part().requireType(MatrixType.DOUBLE);
        b.part().requireType(MatrixType.DOUBLE);
        Arguments.requireAlike(b, x);
        if (a.dims() != 2 || a.extent(0) != a.extent(1) || b.dims() > 2 || b.extent(0) != a.extent(0)) {
            throw a.part().different(a + " and a right side " + b,
                "as many rows as columns, and as many in the right side");
        }
        final MatrixSpec spec = MatrixSpec.doubles(b.extent(0), b.dims() == 1 ? 1 : b.extent(1));
        final GlobalMatrix found = GlobalMatrix.create(ctx, spec);
        try {
            final GlobalMatrix rest = GlobalMatrix.create(ctx, spec);
            try {
                MatrixMath.copy(ctx, b, b.box(), rest, rest.box());
                find(ctx, a, rest, found);
                MatrixMath.copy(ctx, found, found.box(), x, x.box());
            } finally {
                rest.destroy(ctx);
            }
        } finally {
            found.destroy(ctx);
        }
    }

    /** Without exchanges of rows where that goes: it is some times as fast. */
    private static void find(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix rest,
                             final GlobalMatrix found) throws SuspendExecution {
        final long side = Math.min(SIDE, a.extent(0));
        final GlobalMatrix lu = GlobalMatrix.create(ctx,
            MatrixSpec.doubles(a.extent(0), a.extent(0)).named(a.name()).blockCyclic(side, side));
        final MatrixException refused;
        try {
            a.copyTo(ctx, lu);
            LuFactorisation.factor(ctx, lu, LuForm.GET_NB);
            solve(ctx, a, lu, rest, found);
            return;
        } catch (final MatrixException failure) {
            if (!failure.code().equals(MatrixException.SINGULAR)) {
                throw failure;
            }
            refused = failure;
        } finally {
            lu.destroy(ctx);
        }
        exchange(ctx, a, rest, found, refused);
    }

    private static void exchange(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix rest,
                                 final GlobalMatrix found, final MatrixException refused) throws SuspendExecution {
        final int column = PivotedSolve.solve(ctx, a, rest, found);
        if (column == PivotedSolve.NOT_FINITE) {
            throw refused;
        }
        if (column != PivotedSolve.SOLVED) {
            throw new MatrixException(MatrixException.SINGULAR, a + " is singular" + a.part().asked()
                + ": whatever the order of its rows, no pivot of column " + column + " is larger than rounding errors");
        }
    }

    private static void solve(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix lu,
                              final GlobalMatrix rest, final GlobalMatrix found) throws SuspendExecution {
        TriangularSolve.solve(ctx, lu, rest, found);
        MatrixMath.multiply(ctx, -1, a, found, 1, rest);
        TriangularSolve.solve(ctx, lu, rest, rest);
        // where the products of the check have overflown, the solution stays as it was found
        MatrixMath.combine(ctx, found, rest, (one, more) -> Double.isFinite(more) ? one + more : one, found);
    }
}
