package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Receives a run of bytes from another node, inside the execution of incoming commands. The rules of {@link VisitBody}
 * apply.
 */
@Body
@FunctionalInterface
public interface BulkVisitBody extends Serializable {
    /**
     * Handles a run at the receiver.
     *
     * @param address address of the bytes, a multiple of 8; valid during the call only
     * @param length  length in bytes, a multiple of 8
     * @param ctx     context for non-blocking commands; must not be kept
     */
    void visit(long address, int length, TaskContext ctx);
}
