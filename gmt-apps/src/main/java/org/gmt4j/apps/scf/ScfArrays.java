package org.gmt4j.apps.scf;

import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.Matrices;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixSpec;

/**
 * The arrays of a calculation. Bodies capture it.
 *
 * @param counter one element: the number of the next task
 * @param density read by all nodes
 * @param fock    added to by tasks
 */
record ScfArrays(GlobalMatrix counter, GlobalMatrix density, GlobalMatrix fock) {

    static ScfArrays create(final TaskContext ctx, final int functions) throws SuspendExecution {
        final MatrixSpec square = MatrixSpec.doubles(functions, functions);
        final GlobalMatrix[] made = Matrices.create(ctx, MatrixSpec.longs(1).named("counter"), square.named("density"),
            square.named("fock"));
        return new ScfArrays(made[0], made[1], made[2]);
    }

    void destroy(final TaskContext ctx) throws SuspendExecution {
        counter.destroy(ctx);
        density.destroy(ctx);
        fock.destroy(ctx);
    }
}
