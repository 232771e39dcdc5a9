package org.gmt4j.apps.flow;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.LocalPatch;
import org.gmt4j.ga.TeamMath;
import org.gmt4j.ga.Tile;

/**
 * Gives each node the columns around its own, by the ghosts of a global matrix: a node copies the edges of an array to
 * its block of the matrix, the library updates the ghosts of the nodes beside each other, and the node copies its
 * ghosts to the border of the array. So an inner loop reads one array of Java, of which compilers make faster code than
 * of the matrix's memory, and only edges are copied. Owned by one task of a team.
 */
final class Halo {
    /** The corners are none of the seven points. */
    static final int[][] SIDES = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};

    private final TaskContext ctx;
    private final Block block;
    private final GlobalMatrix matrix;
    /** Null of a node without columns. */
    private final LocalPatch patch;
    /** This node's edges that others read, and those of others that it reads. */
    private final List<Box> edges = new ArrayList<>();
    private final List<Box> border = new ArrayList<>();

    /** An array of the block, and the places of its edges and its border. */
    final class Vector {
        private final double[] values;
        private final Tile[] ofEdges;
        private final Tile[] ofBorder;

        private Vector(final double[] values) {
            this.values = values;
            ofEdges = edges.stream().map(box -> tile(values, box)).toArray(Tile[]::new);
            ofBorder = border.stream().map(box -> tile(values, box)).toArray(Tile[]::new);
        }

        double[] values() {
            return values;
        }
    }

    /** @param matrix of the whole grid, in the same blocks, with ghosts of one column along the ground */
    Halo(final TaskContext ctx, final Block block, final GlobalMatrix matrix) {
        this.ctx = ctx;
        this.block = block;
        this.matrix = matrix;
        final List<LocalPatch> own = matrix.local();
        patch = own.isEmpty() ? null : own.get(0);
        for (final int[] side : SIDES) {
            if (patch != null && matrix.box().contains(beyond(patch.box(), side, 1))) {
                edges.add(beyond(patch.box(), side, 0));
                border.add(beyond(patch.box(), side, 1));
            }
        }
    }

    /** Returns the last columns of a box on a side, so many further on. */
    private static Box beyond(final Box box, final int[] side, final int further) {
        final int dim = side[0] != 0 ? 0 : 1;
        final long first = side[dim] < 0 ? box.from(dim) - further : box.to(dim) - 1 + further;
        return dim == 0 ? Box.of(first, first + 1, box.from(1), box.to(1), 0, box.to(2))
            : Box.of(box.from(0), box.to(0), first, first + 1, 0, box.to(2));
    }

    private Tile tile(final double[] values, final Box box) {
        final int first = block.column((int) box.from(0) - block.west(), (int) box.from(1) - block.south());
        return Tile.of(values, box.extent(0), box.extent(1), box.extent(2)).at(first)
            .leading(block.rows() + 2, block.nz());
    }

    /** Returns an array of the block as a vector whose border can be exchanged. */
    Vector vector(final double[] values) {
        return new Vector(values);
    }

    /** Returns the number of other nodes whose columns this node reads. */
    int neighbours() {
        return border.size();
    }

    /** Fills the border of a vector. Called by all nodes; waits for those beside this one. */
    void exchange(final Vector vector) throws SuspendExecution {
        for (int e = 0; e < edges.size(); e++) {
            patch.put(edges.get(e), vector.ofEdges[e]);
        }
        TeamMath.updateGhosts(ctx, matrix, false, SIDES);
        for (int e = 0; e < border.size(); e++) {
            patch.get(border.get(e), vector.ofBorder[e]);
        }
    }

    /** Writes this node's columns to a matrix. */
    void store(final double[] values, final GlobalMatrix target) throws SuspendExecution {
        if (block.planes() > 0) {
            final Box own = Box.of(block.west(), block.east(), block.south(), block.north(), 0, block.nz());
            target.put(ctx, own, tile(values, own));
        }
    }
}
