package org.gmt4j.apps.flow;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.Tile;

/**
 * Gives each node the columns around its own, by way of global matrices: a node puts the edges of its block into its
 * own part, and gets those of its neighbours straight into its array. So an inner loop reads one array of Java, and
 * only edges are copied. Owned by one task of a team.
 *
 * <p>Two matrices are used in turn, so that one barrier is enough: who writes the first one again has passed the
 * barrier of the second, before which all others have read the first.
 */
final class Halo {
    private final TaskContext ctx;
    private final Block block;
    private final GlobalMatrix[] matrices;
    /** This node's edges that others read, and those of others that it reads. */
    private final List<Box> edges = new ArrayList<>();
    private final List<Box> border = new ArrayList<>();
    private int turn;

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

    /** @param matrices two of the whole grid, in the same blocks */
    Halo(final TaskContext ctx, final FlowPlan plan, final Block block, final GlobalMatrix... matrices) {
        this.ctx = ctx;
        this.block = block;
        this.matrices = matrices.clone();
        for (final HaloEdge edge : HaloEdge.of(block, plan.nx(), plan.ny())) {
            edges.add(edge.own());
            border.add(edge.beside());
        }
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

    /** Fills the border of a vector. Called by all nodes. */
    void exchange(final Vector vector) throws SuspendExecution {
        final GlobalMatrix matrix = matrices[turn];
        turn = 1 - turn;
        for (int e = 0; e < edges.size(); e++) {
            matrix.putNb(ctx, edges.get(e), vector.ofEdges[e]);
        }
        ctx.await();
        ctx.barrier();
        for (int e = 0; e < border.size(); e++) {
            matrix.getNb(ctx, border.get(e), vector.ofBorder[e]);
        }
        ctx.await();
    }

    /** Writes this node's columns to a matrix, whose edges nobody must be reading. */
    void store(final double[] values, final GlobalMatrix matrix) throws SuspendExecution {
        if (block.planes() > 0) {
            final Box own = Box.of(block.west(), block.east(), block.south(), block.north(), 0, block.nz());
            matrix.put(ctx, own, tile(values, own));
        }
    }
}
