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
    static final int[][] SIDES = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};

    private final TaskContext ctx;
    private final GlobalMatrix matrix;
    private final LocalPatch patch;
    /** By plane, from the one before the block on: all columns, and the own ones. Made once. */
    private final Box[] planes;
    private final Box[] own;
    private Plane west;
    private Plane here;
    private Plane east;

    /** An array for a plane with its border, as what is copied to it, and from its own cells. */
    private record Plane(double[] values, Tile whole, Tile own) {
        static Plane of(final Block block) {
            final double[] values = new double[block.pitch()];
            return new Plane(values, Tile.of(values, 1, block.rows() + 2, block.nz()),
                Tile.of(values, 1, block.rows(), block.nz()).at(block.nz()).leading(block.rows() + 2, block.nz()));
        }
    }

    /** @param matrix of the whole grid, in the same blocks, with ghosts of one column along the ground */
    Field(final TaskContext ctx, final Block block, final GlobalMatrix matrix) {
        this.ctx = ctx;
        this.matrix = matrix;
        final List<LocalPatch> blocks = matrix.local();
        patch = blocks.isEmpty() ? null : blocks.get(0);
        planes = new Box[block.planes() + 2];
        own = new Box[block.planes() + 2];
        for (int at = 0; at < planes.length; at++) {
            final int i = block.west() + at - 1;
            planes[at] = Box.of(i, i + 1, block.south() - 1, block.north() + 1, 0, block.nz());
            own[at] = Box.of(i, i + 1, block.south(), block.north(), 0, block.nz());
        }
        west = Plane.of(block);
        here = Plane.of(block);
        east = Plane.of(block);
    }

    /** Fills the columns around the block from the nodes beside it, and gives them its own. Called by all nodes. */
    void updateGhosts() throws SuspendExecution {
        TeamMath.updateGhosts(ctx, matrix, false, SIDES);
    }

    /** Reads a plane, its border included. @param plane from -1 on */
    double[] read(final int plane) {
        read(plane, here);
        return here.values;
    }

    private void read(final int plane, final Plane into) {
        patch.get(planes[plane + 1], into.whole);
    }

    /** Reads a plane and those beside it. Called for all own planes in turn, from the first one on. */
    void moveTo(final int plane) {
        if (plane == 0) {
            read(-1, west);
            read(0, here);
        } else {
            final Plane last = west;
            west = here;
            here = east;
            east = last;
        }
        read(plane + 1, east);
    }

    /** Returns the plane that was read last, to be read, or changed and written. */
    double[] here() {
        return here.values;
    }

    /** Returns the plane before {@link #here}. */
    double[] west() {
        return west.values;
    }

    /** Returns the plane behind {@link #here}. */
    double[] east() {
        return east.values;
    }

    /** Writes the own cells of {@link #here} to a plane. */
    void write(final int plane) {
        patch.put(own[plane + 1], here.own);
    }

    GlobalMatrix matrix() {
        return matrix;
    }
}
