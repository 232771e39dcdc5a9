package org.gmt4j.apps.trial;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixSpec;

/** Several matrices that are made and destroyed together. Stateless; set-up. */
public final class Matrices {
    private Matrices() {
    }

    /** Creates all or none: where one does not fit, those before it are destroyed. Called by one task. */
    public static GlobalMatrix[] create(final TaskContext ctx, final MatrixSpec... specs) throws SuspendExecution {
        final GlobalMatrix[] made = new GlobalMatrix[specs.length];
        int count = 0;
        try {
            while (count < specs.length) {
                made[count] = GlobalMatrix.create(ctx, specs[count]);
                count++;
            }
            return made;
        } catch (final RuntimeException failure) {
            while (count > 0) {
                made[--count].destroy(ctx);
            }
            throw failure;
        }
    }
}
