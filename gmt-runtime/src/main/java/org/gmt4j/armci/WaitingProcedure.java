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
    byte[] run(TaskContext ctx, byte[] header, byte[] data) throws SuspendExecution;
}
