package org.gmt4j.apps.nwchem;

import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.Matrices;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.LocalPatch;
import org.gmt4j.ga.MatrixSpec;

/**
 * The arrays of a round. Bodies capture it.
 *
 * @param counter one element, which lies on node 0: the number of the next task
 * @param density read by tasks
 * @param work    written by tasks
 * @param fock    added to by tasks
 */
record RoundArrays(GlobalMatrix counter, GlobalMatrix density, GlobalMatrix work, GlobalMatrix fock) {

    /** Returns how the counter is distributed. */
    static MatrixSpec counterSpec() {
        return MatrixSpec.longs(1);
    }

    /** Returns how density, work and Fock matrix are distributed. */
    static MatrixSpec square(final int basis) {
        return MatrixSpec.doubles(basis, basis);
    }

    static RoundArrays create(final TaskContext ctx, final int basis) throws SuspendExecution {
        final MatrixSpec square = square(basis);
        final GlobalMatrix[] made = Matrices.create(ctx, counterSpec().named("counter"), square.named("density"),
            square.named("work"), square.named("fock"));
        return new RoundArrays(made[0], made[1], made[2], made[3]);
    }

    void destroy(final TaskContext ctx) throws SuspendExecution {
        counter.destroy(ctx);
        density.destroy(ctx);
        work.destroy(ctx);
        fock.destroy(ctx);
    }

    /** Sets this node's part of the density in place. */
    void setDensityHere(final TaskContext ctx, final int round) throws SuspendExecution {
        for (final LocalPatch patch : density.local()) {
            for (long i = patch.box().from(0); i < patch.box().to(0); i++) {
                setRow(patch, round, i);
                ctx.yield();
            }
        }
    }

    private static void setRow(final LocalPatch patch, final int round, final long row) {
        for (long j = patch.box().from(1); j < patch.box().to(1); j++) {
            patch.setDouble(row, j, ReplayPlan.density(round, row, j));
        }
    }
}
