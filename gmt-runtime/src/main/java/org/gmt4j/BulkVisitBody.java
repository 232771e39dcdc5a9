package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Takes a run of bytes that another node has sent, inside the execution of incoming commands: what {@link VisitBody}
 * says holds here, too.
 */
@Body
@FunctionalInterface
public interface BulkVisitBody extends Serializable {
    /**
     * Runs at the receiver.
     *
     * @param address of the bytes, aligned at 8; valid during the call only
     * @param length  in bytes, a multiple of 8
     * @param ctx     for non-blocking commands; not to be kept
     */
    void visit(long address, int length, TaskContext ctx);
}
