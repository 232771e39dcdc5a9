package org.gmt4j.apps.stencil;

import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.MatrixDigest;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.LocalPatch;
import org.gmt4j.ga.TeamMath;
import org.gmt4j.ga.Tile;

/**
 * A node's block of the grid. Its cells are in arrays of Java, with a border of one cell around them, for the speed of
 * plain loops; only the outermost cells go to the matrix, whose ghosts the members of the team fill for each other,
 * each waiting for its neighbours alone:
 *
 * <pre>
 * outermost cells to the matrix | ghosts | ghosts to the arrays | update
 * </pre>
 *
 * <p>One object for each node; its fields belong to the node's member of the team, and rows of {@code next} to the task
 * that updates them.
 */
final class JacobiNode {
    /** Cells after which the node looks after its requests. */
    private static final int CELLS_OF_A_STRIP = 1 << 16;
    private static final int[][] SIDES = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    private final Grid grid;
    private final GlobalMatrix matrix;
    private final LocalPatch patch;
    private final Box box;
    private final int rows;
    private final int columns;
    /** Rows of a strip. */
    private final int height;
    private double[][] cells;
    private double[][] next;

    JacobiNode(final Grid grid, final GlobalMatrix matrix) {
        this.grid = grid;
        this.matrix = matrix;
        patch = matrix.local().isEmpty() ? null : matrix.local().get(0);
        box = patch == null ? Box.of(0, 0, 0, 0) : patch.box();
        rows = (int) box.extent(0);
        columns = (int) box.extent(1);
        height = Math.max(1, CELLS_OF_A_STRIP / Math.max(1, columns));
        cells = initial();
        next = initial();
    }

    private double[][] initial() {
        final double[][] all = new double[rows + 2][columns + 2];
        for (int i = 1; i <= rows; i++) {
            grid.setInitial(all[i], 1, box.from(0) + i - 1, box.from(1), columns);
        }
        return all;
    }

    /** Does all iterations. Called by one task of each node, a team. */
    static void iterate(final TaskContext ctx, final NodeLocal<JacobiNode> nodes) throws SuspendExecution {
        final JacobiNode node = nodes.get();
        for (int iteration = 0; iteration < node.grid.iterations(); iteration++) {
            node.giveEdges();
            TeamMath.updateGhosts(ctx, node.matrix, false, SIDES);
            node.takeGhosts();
            update(ctx, nodes, node.strips());
            final double[][] newest = node.next;
            node.next = node.cells;
            node.cells = newest;
        }
    }

    private int strips() {
        return (rows + height - 1) / height;
    }

    private static void update(final TaskContext ctx, final NodeLocal<JacobiNode> nodes, final int strips)
        throws SuspendExecution {
        if (ctx.workerCount() > 1 && strips > 1) {
            ctx.parFor(strips, 1, SpawnPolicy.LOCAL, (strip, c) -> nodes.get().update((int) strip));
            return;
        }
        for (int strip = 0; strip < strips; strip++) {
            nodes.get().update(strip);
            ctx.yield();
        }
    }

    /** Updates some rows, but for cells of the grid's border. */
    private void update(final int strip) {
        final int from = Math.max(1 + strip * height, box.from(0) == 0 ? 2 : 1);
        final int to = Math.min(1 + (strip + 1) * height, rows + (box.to(0) == grid.rows() ? 0 : 1));
        final int left = box.from(1) == 0 ? 2 : 1;
        final int right = columns + (box.to(1) == grid.columns() ? 0 : 1);
        for (int i = from; i < to; i++) {
            Grid.update(cells[i - 1], cells[i], cells[i + 1], next[i], left, right);
        }
    }

    private void giveEdges() {
        if (patch == null) {
            return;
        }
        giveRow(box.from(0));
        giveRow(box.to(0) - 1);
        for (long i = box.from(0); i < box.to(0); i++) {
            give(i, box.from(1));
            give(i, box.to(1) - 1);
        }
    }

    private void giveRow(final long row) {
        patch.put(row(row), cellsOf(row));
    }

    private Box row(final long row) {
        return Box.of(row, row + 1, box.from(1), box.to(1));
    }

    private Tile cellsOf(final long row) {
        return Tile.of(cells[(int) (row - box.from(0)) + 1], 1, columns).at(1);
    }

    private void give(final long row, final long column) {
        patch.setDouble(row, column, cells[(int) (row - box.from(0)) + 1][(int) (column - box.from(1)) + 1]);
    }

    private void takeGhosts() {
        if (patch == null) {
            return;
        }
        takeRow(box.from(0) - 1);
        takeRow(box.to(0));
        for (long i = box.from(0); i < box.to(0); i++) {
            take(i, box.from(1) - 1);
            take(i, box.to(1));
        }
    }

    private void takeRow(final long row) {
        patch.get(row(row), cellsOf(row));
    }

    private void take(final long row, final long column) {
        cells[(int) (row - box.from(0)) + 1][(int) (column - box.from(1)) + 1] = patch.getDouble(row, column);
    }

    /** Puts this node's block into the matrix, and returns its digest. */
    static long digest(final TaskContext ctx, final NodeLocal<JacobiNode> nodes) throws SuspendExecution {
        final JacobiNode node = nodes.get();
        for (long i = node.box.from(0); i < node.box.to(0); i++) {
            node.giveRow(i);
            ctx.yield();
        }
        return MatrixDigest.ofThisNode(ctx, node.matrix);
    }
}
