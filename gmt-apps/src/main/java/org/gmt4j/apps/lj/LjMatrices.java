package org.gmt4j.apps.lj;

import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.apps.trial.Matrices;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixSpec;

/**
 * The matrices of a simulation. Rows are particles, those of a block together; the owner of a row moves its particle.
 *
 * @param positions coordinates, in the box or a little beyond
 * @param forces    forces, to which tasks add
 * @param moving    rows for sorting, and at the end: coordinates, velocity, number of the particle at the start
 * @param tickets   one counter, from which tasks are drawn
 * @param cursors   for each block the rows taken while particles are sorted
 * @param sums      a row for each step: kinetic energy, potential energy, pairs below the cut-off, tasks done; the last
 *                  row: momentum, and the number of steps whose tasks were not each done once
 */
record LjMatrices(GlobalMatrix positions, GlobalMatrix forces, GlobalMatrix moving, GlobalMatrix tickets,
                  GlobalMatrix cursors, GlobalMatrix sums) implements Transferable {
    /** Numbers of a row of {@link #moving}. */
    static final int MOVING = 7;
    /** Numbers of a row of {@link #sums}. */
    static final int SUMS = 4;

    static LjMatrices create(final TaskContext ctx, final LjSettings settings) throws SuspendExecution {
        final long n = settings.particles();
        final GlobalMatrix[] made = Matrices.create(ctx, particleSpec(settings), rows("forces", n, 3),
            rows("moving", n, MOVING), ticketSpec(), cursorSpec(BlockGrid.of(settings)), sumSpec(settings));
        return new LjMatrices(made[0], made[1], made[2], made[3], made[4], made[5]);
    }

    /** Returns how positions and forces are distributed, and the rows for sorting like them. */
    static MatrixSpec particleSpec(final LjSettings settings) {
        return rows("positions", settings.particles(), 3);
    }

    static MatrixSpec ticketSpec() {
        return MatrixSpec.longs(1).named("tickets");
    }

    static MatrixSpec cursorSpec(final BlockGrid grid) {
        return MatrixSpec.longs(grid.blocks()).named("cursors");
    }

    static MatrixSpec sumSpec(final LjSettings settings) {
        return rows("sums", settings.steps() + 2L, SUMS);
    }

    private static MatrixSpec rows(final String name, final long count, final int width) {
        return MatrixSpec.doubles(count, width).chunks(1, width).named(name);
    }

    void destroy(final TaskContext ctx) throws SuspendExecution {
        positions.destroy(ctx);
        forces.destroy(ctx);
        moving.destroy(ctx);
        tickets.destroy(ctx);
        cursors.destroy(ctx);
        sums.destroy(ctx);
    }
}
