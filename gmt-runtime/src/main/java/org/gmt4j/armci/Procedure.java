package org.gmt4j.armci;

import java.io.Serializable;
import org.gmt4j.TaskContext;
import org.gmt4j.quasar.Body;

/**
 * What a node does when it is called from another, inside the helper that takes the call: quick, on local data; it must
 * not wait.
 */
@Body
@FunctionalInterface
public interface Procedure extends Serializable {
    /**
     * Runs at the node called.
     *
     * @param ctx    for {@code nodeId}, local access to arrays and non-blocking operations
     * @param header as given by the caller
     * @param data   as given by the caller
     * @return the reply, not null
     */
    byte[] run(TaskContext ctx, byte[] header, byte[] data);
}
