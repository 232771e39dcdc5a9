package org.gmt4j.armci;

import java.io.Serializable;
import org.gmt4j.TaskContext;
import org.gmt4j.quasar.Body;

/**
 * A procedure that other nodes call. It runs inside the helper that handles the call, so it must be short, use local
 * data, and not wait.
 */
@Body
@FunctionalInterface
public interface Procedure extends Serializable {
    /**
     * Runs the procedure at the called node.
     *
     * @param ctx    context for {@code nodeId}, local access to arrays and non-blocking operations
     * @param header header of the caller
     * @param data   data of the caller
     * @return the reply, not null
     */
    byte[] run(TaskContext ctx, byte[] header, byte[] data);
}
