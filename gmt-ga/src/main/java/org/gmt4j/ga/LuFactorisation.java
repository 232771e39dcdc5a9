package org.gmt4j.ga;

import java.util.List;
import java.util.Objects;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;

/**
 * LU factorisation of a square matrix of doubles over all nodes, in place and without exchanges of rows: for matrices
 * whose diagonal dominates, or that are symmetric and positive definite. Right-looking, in the blocks of the matrix,
 * which are dealt to a grid of nodes:
 *
 * <pre>{@code
 * GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(n, n).named("a").blockCyclic(64, 64));
 * ...                                                    // fill a
 * LuFactorisation.factor(ctx, a, LuForm.GET_NB);         // L below the diagonal, its ones left out; U above
 * LuFactorisation.solve(ctx, a, b, x);                   // as often as wanted
 * }</pre>
 *
 * <p><b>Who calls.</b> One task; all nodes work, and nobody else uses the matrix meanwhile.
 *
 * <p><b>Results</b> are the same bit by bit for any number of nodes and each {@link LuForm}, for blocks of one size.
 *
 * <p><b>Cost.</b> Two thirds of n^3 multiplications and additions, of which each node has its share; on a grid of p x q
 * nodes a node receives n^2 / 2 (1 / p + 1 / q) elements at most. <b>Memory</b> besides the matrix: the node's part
 * once more on the heap, and panels of 2 b n (1 / p + 1 / q) elements, which the matrix keeps for its next
 * factorisation until it is destroyed or the heap is needed; PUT_NB has panels and b n elements in one-sided memory,
 * too. Blocks of 64 to 192 compute fastest; there should be many more of them than nodes.
 *
 * <p><b>Refusals.</b> {@link MatrixException} GMT-386 or GMT-385 where matrices do not fit, before anything has
 * changed; they name the matrices and the node that has asked. GMT-387 where a pivot is zero, or smaller than rounding
 * errors of the sum that it is (whatever the sizes of other rows and columns), or the factors have grown so much beyond
 * the matrix that they mean nothing: the matrix is then partly factored. GMT-387 where an element is infinite or no
 * number, of which the first is named, and GMT-384 where a node has no room for panels; the matrix is then as it was.
 *
 * @see "Vishnu, Krishnan: Efficient On-Demand Connection Management Mechanisms, CCGrid 2010, figure 13"
 */
public final class LuFactorisation {
    /** Growth of the elements that leaves half of the digits. */
    private static final double MOST_GROWTH = 1L << 26;

    private LuFactorisation() {
    }

    /**
     * Replaces a matrix by its factors.
     *
     * @param a of doubles, as many rows as columns, in square blocks dealt in turn
     */
    public static void factor(final TaskContext ctx, final GlobalMatrix a, final LuForm form)
        throws SuspendExecution {
        Objects.requireNonNull(form, "form");
        final CyclicLayout layout = checked(a);
        final int blocks = layout.blocks(0);
        final int side = LuGrid.side(layout);
        long bytes = LuSignals.bytes(blocks, layout.grid(0), layout.grid(1));
        if (form == LuForm.PUT_NB) {
            bytes += LuRooms.bytes(blocks, side, layout.grid(0), layout.grid(1));
        }
        final long[] lengths = new long[ctx.nodeCount()];
        for (int node = 0; node < lengths.length; node++) {
            lengths[node] = layout.elements(node) == 0 ? 0 : bytes;
        }
        final ArmciMemory memory = GlobalMatrix.allocate(ctx, lengths, "room for the factors of " + a);
        try {
            judge(a, side, ctx.callOnAll(node -> LuNode.run(node, a.part(), form, memory)));
        } finally {
            Armci.of(ctx).free(memory);
        }
    }

    private static CyclicLayout checked(final GlobalMatrix a) {
        final MatrixPart part = a.part();
        part.requireType(MatrixType.DOUBLE);
        if (a.dims() != 2 || a.extent(0) != a.extent(1) || a.extent(0) > Integer.MAX_VALUE) {
            throw part.notDefined("factors of " + a, "as many rows as columns, at most 2^31 - 1");
        }
        if (!(part.layout() instanceof CyclicLayout layout) || layout.pitch(0, 0) != layout.pitch(1, 0)) {
            throw part.notDefined("factors of " + a + " as it is distributed",
                "square blocks dealt in turn, MatrixSpec.blockCyclic(64, 64); MatrixMath.solve takes any");
        }
        requireSide(part, layout.pitch(0, 0));
        return layout;
    }

    /** A block is one array. */
    static void requireSide(final MatrixPart a, final long side) {
        if (side > 1 << 14) {
            throw a.notDefined("factors of " + a.spec() + " in blocks of " + side, "at most " + (1 << 14));
        }
    }

    private static void judge(final GlobalMatrix a, final int side, final List<LuReport> reports) {
        LuReport first = null;
        for (final LuReport report : reports) {
            if (report.row() != LuReport.NONE && (first == null || report.isBefore(first))) {
                first = report;
            }
        }
        if (first != null) {
            throw new MatrixException(MatrixException.SINGULAR, a + refusal(first, side));
        }
        final double input = reports.stream().mapToDouble(LuReport::input).max().orElse(0);
        for (final LuReport report : reports) {
            if (!(report.largest() <= MOST_GROWTH * input)) {
                throw new MatrixException(MatrixException.SINGULAR, a + " has no useful factors without exchanges of "
                    + "rows: elements of up to " + input + " have grown to " + report.largest() + " in block ("
                    + report.blockRow() + ", " + report.blockColumn() + ") of node " + report.node()
                    + "; it is singular, or its diagonal does not dominate");
            }
        }
    }

    private static String refusal(final LuReport report, final int side) {
        final String block = "in block (" + report.row() / side + ", " + report.column() / side + ") of node "
            + report.node() + ", is " + report.refused();
        if (!Double.isFinite(report.input())) {
            return " has no factors: its element (" + report.row() + ", " + report.column() + "), " + block
                + ": expected finite numbers";
        }
        return " has no factors without exchanges of rows: its pivot in row " + report.row() + ", " + block
            + " beside elements of up to " + report.input() + "; it is singular, or its diagonal does not dominate";
    }

    /**
     * Solves with the factors: of L U x = b, for one right side or several. Each node needs heap for the right sides
     * of four rows of blocks, and the nodes together one-sided memory for two more matrices like b.
     *
     * @param lu factors, as {@link #factor} leaves them
     * @param b  a vector, or a matrix with a right side in each column; it stays as it is
     * @param x  like b, distributed in any way; b itself is allowed
     */
    public static void solve(final TaskContext ctx, final GlobalMatrix lu, final GlobalMatrix b, final GlobalMatrix x)
        throws SuspendExecution {
        checked(lu);
        TriangularSolve.solve(ctx, lu, b, x);
    }
}
