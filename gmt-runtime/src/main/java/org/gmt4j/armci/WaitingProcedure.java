package org.gmt4j.armci;

import java.io.Serializable;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * A procedure that may wait: like {@link Procedure}, but it runs as a task of its own at the called node, and may lock,
 * call others and spawn.
 */
@Body
@FunctionalInterface
public interface WaitingProcedure extends Serializable {
    /**
     * Runs the procedure at the called node.
     *
     * @param ctx    context of its task
     * @param header header of the caller
     * @param data   data of the caller
     * @return the reply, not null
     */
    byte[] run(TaskContext ctx, byte[] header, byte[] data) throws SuspendExecution;
}
