package org.gmt4j.apps.flow;

import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.LocalPatch;
import org.gmt4j.ga.TeamMath;
import org.gmt4j.ga.Tile;

/**
 * A vector with a value for each cell whose neighbours are needed: it lives in a matrix with ghosts of one column
 * around each node's block, which the library updates. Loops run over arrays of Java, of which compilers make faster
 * code than of memory: a plane and the two beside it are copied there, which stay in the caches. A cell of a plane has
 * the place in them that it has behind the plane's first one in an array of the block. Owned by one task of a team.
 */
final class Field {
    /** The corners are none of the seven points. */
    private static final int[][] SIDES = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};

    private final TaskContext ctx;
    private final GlobalMatrix matrix;
    private final Block block;
    private final LocalPatch patch;
    private double[] west;
    private double[] here;
    private double[] east;

    /** @param matrix of the whole grid, in the same blocks, with ghosts of one column along the ground */
    Field(final TaskContext ctx, final Block block, final GlobalMatrix matrix) {
        this.ctx = ctx;
        this.matrix = matrix;
        this.block = block;
        final List<LocalPatch> own = matrix.local();
        patch = own.isEmpty() ? null : own.get(0);
        west = new double[block.pitch()];
        here = new double[block.pitch()];
        east = new double[block.pitch()];
    }

    /** Fills the columns around the block from the nodes beside it, and gives them its own. Called by all nodes. */
    void updateGhosts() throws SuspendExecution {
        TeamMath.updateGhosts(ctx, matrix, false, SIDES);
    }

    /** Reads a plane, its border included. @param plane from -1 on */
    double[] read(final int plane) {
        return read(plane, here);
    }

    private double[] read(final int plane, final double[] into) {
        patch.get(box(plane, 1), Tile.of(into, 1, block.rows() + 2, block.nz()));
        return into;
    }

    private Box box(final int plane, final int around) {
        final int i = block.west() + plane;
        return Box.of(i, i + 1, block.south() - around, block.north() + around, 0, block.nz());
    }

    /** Reads a plane and those beside it. Called for all own planes in turn, from the first one on. */
    void moveTo(final int plane) {
        if (plane == 0) {
            read(-1, west);
            read(0, here);
        } else {
            final double[] last = west;
            west = here;
            here = east;
            east = last;
        }
        read(plane + 1, east);
    }

    /** Returns the plane that was read last, to be read, or changed and written. */
    double[] here() {
        return here;
    }

    /** Returns the plane before {@link #here}. */
    double[] west() {
        return west;
    }

    /** Returns the plane behind {@link #here}. */
    double[] east() {
        return east;
    }

    /** Writes the own cells of {@link #here} to a plane. */
    void write(final int plane) {
        patch.put(box(plane, 0), Tile.of(here, 1, block.rows(), block.nz()).at(block.nz())
            .leading(block.rows() + 2, block.nz()));
    }

    GlobalMatrix matrix() {
        return matrix;
    }
}
