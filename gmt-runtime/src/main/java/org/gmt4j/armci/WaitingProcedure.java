package org.gmt4j.armci;

import java.io.Serializable;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * As {@link Procedure}, but runs as a task of its own at the node called, so that it may wait: lock, call others,
 * spawn.
 */
@Body
@FunctionalInterface
public interface WaitingProcedure extends Serializable {
    /**
     * Runs at the node called.
     *
     * @param ctx    of the task that it is
     * @param header as given by the caller
     * @param data   as given by the caller
     * @return the reply, not null
     */
    byte[] run(TaskContext ctx, byte[] header, byte[] data) throws SuspendExecution;
}
